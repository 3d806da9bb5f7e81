package org.softroce.rxe.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** Memory of one process: one piece at its real address. */
public final class SegmentMemory implements TaskMemory {
    private final MemorySegment all;

    public SegmentMemory(long bytes) {
        this.all = Arena.ofAuto().allocate(bytes, 4096);
    }

    public MemorySegment segment() {
        return all;
    }

    public long address() {
        return all.address();
    }

    /** A process that has this memory and nothing else. */
    public Task task() {
        return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "memory" -> this;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
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
    public MemorySegment map(long address, long bytes) {
        long offset = address - all.address();
        if (offset < 0 || bytes < 0 || offset > all.byteSize() - bytes) {
            throw new ErrnoException(Errno.EFAULT, "0x" + Long.toHexString(address) + " is not there");
        }
        return all.asSlice(offset, bytes);
    }

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void free(MemorySegment segment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long attach(MemorySegment segment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void detach(long address) {
        throw new UnsupportedOperationException();
    }
}
