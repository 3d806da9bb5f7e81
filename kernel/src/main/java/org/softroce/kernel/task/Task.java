package org.softroce.kernel.task;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.ErrnoException;

/**
 * A process: identity, memory, descriptor table and the system calls it can make.
 *
 * <p>Every call may be made from any thread that works for the process. A call that fails throws
 * {@link ErrnoException}; a blocked or new call of a process that was killed throws {@link TaskExit}. Descriptors are
 * small numbers, lowest free first, as on Linux. When the task ends everything it opened is released.
 *
 * @mirrors include/linux/sched.h#task_struct
 */
@ProviderType
public interface Task {

    /** Process id (tgid), from 1 up, not reused while the machine runs. */
    int pid();

    /** Command name as {@code /proc/PID/comm} has it (at most 15 characters). */
    String comm();

    /** User id; 0 may administer. Embedded machines give every program uid 0 inside the machine. */
    int uid();

    /** The network namespace all sockets of this task are made in. */
    NetNamespace netNamespace();

    /** The address space. */
    TaskMemory memory();

    /** The descriptor table, for the kernel side ("install fd", "resolve fd"). */
    FileTable files();

    /** True once the task was killed or has ended; cheap enough for a data path. */
    boolean isExiting();

    /** Throws {@link TaskExit} if {@link #isExiting()}. */
    void checkExiting();

    /** Sends a signal: the task starts to exit with 128 + signal, its blocked calls throw {@link TaskExit}. */
    void kill(int signal);

    /** Ends the task: releases every descriptor in the kernel's order, then its memory. Idempotent. */
    void exit();

    /** Runs once when the task exits, before descriptors are released; for user libraries' own bookkeeping. */
    void atExit(Runnable action);

    // ---- files -------------------------------------------------------------------------------------------------

    /** Opens a device node, a sysfs attribute or a directory. {@code flags} of {@code Fcntl}. ENOENT, EACCES. */
    int open(String path, int flags);

    /** Reads at most {@code buffer.byteSize()} bytes; blocks unless the description is O_NONBLOCK (EAGAIN). */
    int read(int fd, MemorySegment buffer);

    /** Writes; on a uverbs file these are write() commands such as the 32-byte doorbell. Never allocates. */
    int write(int fd, MemorySegment data);

    /** {@code ioctl(fd, request, argument)}; the argument is mostly an address in {@link #memory()}. */
    long ioctl(int fd, long request, long argument);

    /** {@code mmap(MAP_SHARED, fd, offset)}: the mapped bytes, valid until the file's last reference is gone. */
    MemorySegment mmap(int fd, long length, long offset);

    /** Undoes {@link #mmap}; the segment stays readable until the file's last reference is gone. */
    void munmap(MemorySegment mapping);

    /** Sets or clears O_NONBLOCK of the open file description. */
    void setNonBlocking(int fd, boolean nonBlocking);

    /**
     * Waits until one of the descriptors is ready.
     *
     * @param fds what to wait for; {@code revents} is filled in
     * @param timeoutNs nanoseconds, 0 = only look, negative = for ever
     * @return how many entries have {@code revents != 0}
     */
    int poll(List<PollFd> fds, long timeoutNs);

    /** Closes the descriptor; the file is released with its last reference. EBADF. */
    void close(int fd);

    /** {@code stat(path)}: kind, mode and device number. ENOENT. */
    FileStat stat(String path);

    /** Names in a directory (sysfs, /dev), in the order {@code ls -U} would see. ENOENT, ENOTDIR. */
    List<String> readDirectory(String path);

    /** Whole text of a sysfs attribute, as {@code cat} prints it. ENOENT, EISDIR, or the attribute's own error. */
    String readText(String path);

    /** Writes a sysfs attribute. EACCES where it is read only. */
    void writeText(String path, String text);

    /** Target of a symbolic link. EINVAL if it is none. */
    String readLink(String path);

    // ---- sockets -----------------------------------------------------------------------------------------------

    /** {@code socket(family, type, protocol)}: AF_INET/AF_INET6 stream, AF_NETLINK, AF_PACKET. EAFNOSUPPORT. */
    int socket(int family, int type, int protocol);

    void bind(int fd, SockAddr address);

    void listen(int fd, int backlog);

    /** Blocks until a peer connects; the new descriptor. */
    int accept(int fd);

    /** Blocks until connected. ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT. */
    void connect(int fd, SockAddr address);

    SockAddr getSockName(int fd);

    SockAddr getPeerName(int fd);

    /** No more data will be written; the peer reads end of file. */
    void shutdown(int fd);
}
