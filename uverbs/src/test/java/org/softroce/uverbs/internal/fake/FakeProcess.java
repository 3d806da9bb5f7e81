package org.softroce.uverbs.internal.fake;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.FileTable;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** A process of a test: one piece of memory at 0x10000, a descriptor table, and no other system calls. */
public final class FakeProcess implements FileTable {
    public static final long BASE = 0x10000;
    public static final int BYTES = 0x20000;

    public final MemorySegment memory = MemorySegment.ofArray(new byte[BYTES]);
    public final List<OpenFile> files = new ArrayList<>();
    public int descriptorLimit = 64;
    public final Task task;

    public FakeProcess() {
        TaskMemory space = (TaskMemory) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {TaskMemory.class}, (proxy, method, args) -> switch (method.getName()) {
                case "read" -> {
                    MemorySegment.copy(memory, check((long) args[0], (long) args[3]), (MemorySegment) args[1],
                        (long) args[2], (long) args[3]);
                    yield null;
                }
                case "write" -> {
                    MemorySegment.copy((MemorySegment) args[1], (long) args[2], memory,
                        check((long) args[0], (long) args[3]), (long) args[3]);
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            });
        task = (Task) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Task.class},
            (proxy, method, args) -> switch (method.getName()) {
                case "pid" -> 4711;
                case "comm" -> "test";
                case "memory" -> space;
                case "files" -> this;
                case "close" -> {
                    close((int) args[0]);
                    yield null;
                }
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == args[0];
                case "toString" -> "pid 4711";
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }

    @Override
    public synchronized int install(OpenFile file, int flags) {
        if (files.size() >= descriptorLimit) {
            file.release();
            throw new ErrnoException(Errno.EMFILE, "too many");
        }
        files.add(file);
        return files.size() - 1;
    }

    @Override
    public synchronized OpenFile get(int fd) {
        if (fd < 0 || fd >= files.size() || files.get(fd) == null) {
            throw new ErrnoException(Errno.EBADF, "descriptor " + fd + " is not open");
        }
        return files.get(fd);
    }

    @Override
    public synchronized int count() {
        return (int) files.stream().filter(file -> file != null).count();
    }

    public void close(int fd) {
        OpenFile file = get(fd);
        synchronized (this) {
            files.set(fd, null);
        }
        file.release();
    }

    private static long check(long address, long bytes) {
        if (address < BASE || bytes < 0 || bytes > BYTES || address - BASE > BYTES - bytes) {
            throw new ErrnoException(Errno.EFAULT, "0x" + Long.toHexString(address) + ", " + bytes + " bytes");
        }
        return address - BASE;
    }
}
