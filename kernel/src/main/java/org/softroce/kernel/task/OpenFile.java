package org.softroce.kernel.task;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * One open file description with its operations; kernel-side bundles extend it.
 *
 * <p>Operations never block: where Linux would sleep they throw EAGAIN and wake {@link #waitQueue()} when that changed;
 * the system call layer does the waiting, so a killed caller always comes back. {@link #release()} is called exactly
 * once, at the last reference, maybe after the caller and its memory are gone.
 *
 * @mirrors include/linux/fs.h#file_operations
 */
@ConsumerType
public abstract class OpenFile {

    /** {@code caller} is the task in whose system call this runs. EAGAIN when nothing is there yet. */
    public int read(Task caller, MemorySegment buffer) {
        throw new ErrnoException(Errno.EINVAL, "this file cannot be read");
    }

    public int write(Task caller, MemorySegment data) {
        throw new ErrnoException(Errno.EINVAL, "this file cannot be written");
    }

    public long ioctl(Task caller, long request, long argument) {
        throw new ErrnoException(Errno.ENOTTY, "this file has no ioctl");
    }

    public MemorySegment mmap(Task caller, long length, long offset) {
        throw new ErrnoException(Errno.ENODEV, "this file cannot be mapped");
    }

    /** Which of POLLIN, POLLOUT, POLLERR, POLLHUP hold now. */
    public int poll() {
        return 0;
    }

    /** Woken whenever {@link #poll()} may have changed; {@code null} for files that are always ready. */
    public WaitQueue waitQueue() {
        return null;
    }

    /** What {@code fstat} reports. */
    public FileStat stat() {
        return new FileStat(FileStat.Kind.FILE, 0600, 0, 0);
    }

    /** Last reference is gone. Must not throw and must not wait for anybody. */
    public void release() {
        // nothing held
    }
}
