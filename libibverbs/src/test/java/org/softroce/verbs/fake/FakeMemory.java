package org.softroce.verbs.fake;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** Off-heap segments by their real address. */
public final class FakeMemory implements TaskMemory {
    private final List<MemorySegment> segments = new ArrayList<>();

    @Override
    public synchronized MemorySegment allocate(long bytes, long alignment) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes, alignment);
        segments.add(segment);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        detach(segment.address());
    }

    @Override
    public synchronized long attach(MemorySegment segment) {
        segments.add(segment);
        return segment.address();
    }

    @Override
    public synchronized void detach(long address) {
        for (MemorySegment segment : segments) {
            if (segment.address() == address) {
                segments.remove(segment);
                return;
            }
        }
        throw new ErrnoException(Errno.EINVAL, "nothing attached at " + address);
    }

    /** How many attachments there are. */
    public synchronized int count() {
        return segments.size();
    }

    @Override
    public void read(long address, MemorySegment destination, long destinationOffset, long bytes) {
        MemorySegment.copy(map(address, bytes), 0, destination, destinationOffset, bytes);
    }

    @Override
    public void write(long address, MemorySegment source, long sourceOffset, long bytes) {
        MemorySegment.copy(source, sourceOffset, map(address, bytes), 0, bytes);
    }

    @Override
    public synchronized MemorySegment map(long address, long bytes) {
        for (MemorySegment segment : segments) {
            long offset = address - segment.address();
            if (offset >= 0 && offset + bytes <= segment.byteSize()) {
                return segment.asSlice(offset, bytes);
            }
        }
        throw new ErrnoException(Errno.EFAULT, "no memory at " + address);
    }
}
