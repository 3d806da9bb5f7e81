package org.softroce.kernel.task;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The address space of a task, as its own code uses it.
 *
 * <p>Off-heap segments keep their real address, heap arrays get a synthetic one that stays the same while attached.
 *
 * @mirrors include/linux/mm_types.h#mm_struct
 */
@ProviderType
public interface TaskMemory extends UserMemory {

    /** New zeroed memory (an automatic arena, so no user error can free it under a driver), attached until freed. */
    MemorySegment allocate(long bytes, long alignment);

    /** Ends the attachment made by {@link #allocate}. */
    void free(MemorySegment segment);

    /**
     * Makes a segment of the caller part of this address space; counted, so attaching twice needs two detaches.
     *
     * @return the address of its first byte
     * @throws org.softroce.uapi.ErrnoException EINVAL for a segment of a confined arena or a read-only one
     */
    long attach(MemorySegment segment);

    /** Undoes one {@link #attach} of the segment that starts at this address. */
    void detach(long address);
}
