package org.softroce.kernel.task.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Files mapped into a task; each mapping refers to its file.
 *
 * @mirrors include/linux/mm_types.h#vm_area_struct
 */
final class Mappings {

    private record Mapping(MemorySegment segment, OpenDescription description) { }

    private List<Mapping> mappings = new ArrayList<>();

    /** The reference of the description passes to the mapping. */
    synchronized void add(MemorySegment segment, OpenDescription description) {
        if (mappings == null) {
            throw new TaskExit(0);
        }
        mappings.add(new Mapping(segment, description));
    }

    void remove(MemorySegment segment) {
        OpenDescription description = take(segment);
        if (description == null) {
            throw new ErrnoException(Errno.EINVAL, "nothing of " + segment.byteSize() + " bytes is mapped at 0x"
                    + Long.toHexString(segment.address()));
        }
        description.drop();
    }

    private synchronized OpenDescription take(MemorySegment segment) {
        if (mappings == null) {
            throw new TaskExit(0);
        }
        for (int i = 0; i < mappings.size(); i++) {
            MemorySegment candidate = mappings.get(i).segment();
            if (candidate.address() == segment.address() && candidate.byteSize() == segment.byteSize()
                    && candidate.heapBase().equals(segment.heapBase())) {
                return mappings.remove(i).description();
            }
        }
        return null;
    }

    void closeAll() {
        List<Mapping> all;
        synchronized (this) {
            all = mappings;
            mappings = null;
        }
        if (all != null) {
            all.forEach(mapping -> mapping.description().drop());
        }
    }
}
