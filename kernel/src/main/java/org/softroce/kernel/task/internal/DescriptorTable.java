package org.softroce.kernel.task.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import org.softroce.kernel.task.FileTable;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;

/**
 * Descriptor numbers of a task, lowest free first. Look-ups take no lock: one volatile read of the array and one
 * acquiring read of its element. Changes are made under the monitor.
 *
 * @mirrors fs/file.c#alloc_fd
 */
final class DescriptorTable implements FileTable {

    /** Highest number of descriptors, {@code fs.nr_open}. */
    static final int LIMIT = 1 << 20;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(OpenDescription[].class);

    private final BitSet used = new BitSet();
    private final int limit;
    private volatile OpenDescription[] slots = new OpenDescription[16];
    private boolean closed;

    /** @param firstFree 3 for a program, whose standard streams take 0 to 2 */
    DescriptorTable(int firstFree, int limit) {
        used.set(0, firstFree);
        this.limit = limit;
    }

    @Override
    public int install(OpenFile file, int flags) {
        OpenDescription description = new OpenDescription(file, (flags & Fcntl.O_NONBLOCK) != 0);
        try {
            return install(description);
        } catch (RuntimeException e) {
            description.drop();
            throw e;
        }
    }

    private synchronized int install(OpenDescription description) {
        if (closed) {
            throw new TaskExit(0);
        }
        int fd = used.nextClearBit(0);
        if (fd >= limit) {
            throw new ErrnoException(Errno.EMFILE, "all " + limit
                    + " descriptors of the task are open; close some");
        }
        OpenDescription[] array = slots;
        if (fd >= array.length) {
            array = Arrays.copyOf(array, Math.max(fd + 1, array.length * 2));
        }
        used.set(fd);
        SLOT.setRelease(array, fd, description);
        slots = array;
        return fd;
    }

    @Override
    public OpenFile get(int fd) {
        return find(fd).file();
    }

    @Override
    public synchronized int count() {
        int count = 0;
        for (OpenDescription description : slots) {
            count += description == null ? 0 : 1;
        }
        return count;
    }

    /** The description without a reference of the caller's own: for calls that do not sleep. EBADF. */
    OpenDescription find(int fd) {
        OpenDescription[] array = slots;
        if (fd >= 0 && fd < array.length) {
            OpenDescription description = (OpenDescription) SLOT.getAcquire(array, fd);
            if (description != null) {
                return description;
            }
        }
        throw bad(fd);
    }

    /** Like {@link #find}, with a reference that the caller drops. EBADF. */
    OpenDescription acquire(int fd) {
        OpenDescription description = find(fd);
        if (!description.acquire()) {
            throw bad(fd);
        }
        return description;
    }

    /** Frees the number and drops its reference. EBADF. */
    void close(int fd) {
        OpenDescription description;
        synchronized (this) {
            description = find(fd);
            SLOT.setRelease(slots, fd, null);
            used.clear(fd);
        }
        description.drop();
    }

    /** Closes everything, lowest number first; nothing can be installed afterwards. */
    void closeAll() {
        OpenDescription[] all;
        synchronized (this) {
            closed = true;
            all = slots;
            slots = new OpenDescription[0];
            used.clear();
        }
        for (OpenDescription description : all) {
            if (description != null) {
                description.drop();
            }
        }
    }

    private static ErrnoException bad(int fd) {
        return new ErrnoException(Errno.EBADF, "descriptor " + fd + " is not open");
    }
}
