package org.softroce.kernel.task;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A caller's memory as the kernel sees it: numbers, checked at each use.
 *
 * <p>Every method throws {@code ErrnoException(EFAULT)} naming address and length when part of the range is not the
 * caller's memory; nothing is copied then.
 *
 * @mirrors include/linux/uaccess.h
 */
@ProviderType
public interface UserMemory {

    /** {@code copy_from_user}. */
    void read(long address, MemorySegment destination, long destinationOffset, long bytes);

    /** {@code copy_to_user}. */
    void write(long address, MemorySegment source, long sourceOffset, long bytes);

    /**
     * Pins the range for longer use ({@code ib_umem_get}): a view of exactly these bytes that stays valid after the
     * caller detached or ended (the view keeps its memory alive), or {@code null} if this memory cannot be mapped
     * and has to go through {@link #read} and {@link #write}. A view of an arena that its owner closes throws
     * {@code IllegalStateException} on access, never worse.
     */
    MemorySegment map(long address, long bytes);
}
