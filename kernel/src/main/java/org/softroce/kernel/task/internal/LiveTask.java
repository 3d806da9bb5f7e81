package org.softroce.kernel.task.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.FileTable;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;

/**
 * A process. Blocking calls sleep here, not in the files: see {@link #blocking}.
 *
 * @mirrors kernel/exit.c#do_exit
 */
final class LiveTask implements Task {

    private static final Logger LOG = LoggerFactory.getLogger(LiveTask.class);
    /** Standard streams of a program are not files of ours, but take their numbers. */
    private static final int FIRST_DESCRIPTOR = 3;
    private static final int COMM_LENGTH = 15;

    /** Something that reports EAGAIN while it cannot be done yet. */
    private interface Call {
        long run(OpenFile file);
    }

    private final int pid;
    private final String comm;
    private final int uid;
    private final NetNamespace netNamespace;
    private final Paths paths;
    private final Sockets sockets;
    private final AddressSpace memory = new AddressSpace();
    private final DescriptorTable files = new DescriptorTable(FIRST_DESCRIPTOR, DescriptorTable.LIMIT);
    private final Mappings mappings = new Mappings();
    private final WaitQueue exitQueue = new WaitQueue();
    private final ExitActions exitActions = new ExitActions();
    private final Consumer<LiveTask> onGone;
    private volatile Runnable onKill;
    private volatile boolean exiting;
    private int signal;
    private boolean gone;

    /** @param onGone told at the end of {@link #exit()} */
    LiveTask(int pid, String comm, int uid, NetNamespace netNamespace, Paths paths, Sockets sockets,
            Consumer<LiveTask> onGone) {
        this.pid = pid;
        this.comm = comm.length() > COMM_LENGTH ? comm.substring(0, COMM_LENGTH) : comm;
        this.uid = uid;
        this.netNamespace = netNamespace;
        this.paths = paths;
        this.sockets = sockets;
        this.onGone = onGone;
        this.onKill = () -> Thread.ofPlatform().daemon().name("exit-" + pid).start(this::exit);
    }

    @Override
    public int pid() {
        return pid;
    }

    @Override
    public String comm() {
        return comm;
    }

    @Override
    public int uid() {
        return uid;
    }

    @Override
    public NetNamespace netNamespace() {
        return netNamespace;
    }

    @Override
    public TaskMemory memory() {
        return memory;
    }

    @Override
    public FileTable files() {
        return files;
    }

    // ---- life cycle --------------------------------------------------------------------------------------------

    @Override
    public boolean isExiting() {
        return exiting;
    }

    @Override
    public void checkExiting() {
        if (exiting) {
            throw new TaskExit(signal);
        }
    }

    /** Replaces what happens after a kill; without it the task exits by itself, as nobody else may see to it. */
    void onKill(Runnable action) {
        onKill = action;
    }

    @Override
    public void kill(int number) {
        synchronized (this) {
            if (exiting) {
                return;
            }
            signal = number;
            exiting = true;
        }
        exitQueue.wake();
        onKill.run();
    }

    @Override
    public void exit() {
        synchronized (this) {
            if (gone) {
                return;
            }
            gone = true;
        }
        exitActions.run(action -> guarded("exit action", action));
        exiting = true;
        exitQueue.wake();
        guarded("unmapping", mappings::closeAll);
        guarded("closing", files::closeAll);
        memory.clear();
        onGone.accept(this);
    }

    private void guarded(String what, Runnable action) {
        try {
            action.run();
        } catch (TaskExit e) {
            LOG.debug("{} of task {} ({}) was cut short by its end", what, pid, comm);
        } catch (RuntimeException | Error e) {
            LOG.error("{} of task {} ({}) failed", what, pid, comm, e);
        }
    }

    @Override
    public void atExit(Runnable action) {
        exitActions.add(action);
    }

    // ---- sleeping ----------------------------------------------------------------------------------------------

    /** Runs the call, and again each time the file wakes its queue, until it reports something else than EAGAIN. */
    private long blocking(int fd, Call call) {
        checkExiting();
        OpenDescription description = files.acquire(fd);
        try {
            return attempt(description, call);
        } finally {
            description.drop();
        }
    }

    private long attempt(OpenDescription description, Call call) {
        try {
            return call.run(description.file());
        } catch (ErrnoException e) {
            if (!sleeps(e, description)) {
                throw e;
            }
        }
        return sleep(description, call);
    }

    private static boolean sleeps(ErrnoException e, OpenDescription description) {
        return e.errno() == Errno.EAGAIN && !description.isNonBlocking() && description.file().waitQueue() != null;
    }

    private long sleep(OpenDescription description, Call call) {
        WaitQueue queue = description.file().waitQueue();
        Sleeper sleeper = new Sleeper();
        sleeper.enter(queue);
        sleeper.enter(exitQueue);
        try {
            while (true) {
                sleeper.prepare();
                checkExiting();
                try {
                    return call.run(description.file());
                } catch (ErrnoException e) {
                    if (!sleeps(e, description)) {
                        throw e;
                    }
                }
                sleeper.await(0, Sleeper.FOREVER);
            }
        } finally {
            sleeper.leave(queue);
            sleeper.leave(exitQueue);
        }
    }

    @Override
    public int poll(List<PollFd> fds, long timeoutNs) {
        checkExiting();
        try (PollSet set = new PollSet(fds, files)) {
            int ready = set.look();
            if (ready > 0 || timeoutNs == 0) {
                return ready;
            }
            return set.await(exitQueue, this, timeoutNs < 0 ? Sleeper.FOREVER : timeoutNs);
        }
    }

    // ---- files -------------------------------------------------------------------------------------------------

    @Override
    public int open(String path, int flags) {
        checkExiting();
        return files.install(paths.open(this, path, flags), flags);
    }

    @Override
    public int read(int fd, MemorySegment buffer) {
        return (int) blocking(fd, file -> file.read(this, buffer));
    }

    /**
     * The doorbell's way: no lock, no reference, no allocation. A file may thus see a write that began before its
     * release; it answers with an error then.
     */
    @Override
    public int write(int fd, MemorySegment data) {
        if (exiting) {
            throw new TaskExit(signal);
        }
        OpenDescription description = files.find(fd);
        try {
            return description.file().write(this, data);
        } catch (ErrnoException e) {
            if (!sleeps(e, description)) {
                throw e;
            }
        }
        return sleepInWrite(fd, data);
    }

    private int sleepInWrite(int fd, MemorySegment data) {
        return (int) blocking(fd, file -> file.write(this, data));
    }

    @Override
    public long ioctl(int fd, long request, long argument) {
        return blocking(fd, file -> file.ioctl(this, request, argument));
    }

    @Override
    public MemorySegment mmap(int fd, long length, long offset) {
        checkExiting();
        if (length <= 0 || offset < 0) {
            throw new ErrnoException(Errno.EINVAL, "cannot map " + length + " bytes at offset " + offset
                    + ": the length must be positive, the offset not negative");
        }
        OpenDescription description = files.acquire(fd);
        try {
            MemorySegment mapping = description.file().mmap(this, length, offset);
            mappings.add(mapping, description);
            return mapping;
        } catch (RuntimeException | Error e) {
            description.drop();
            throw e;
        }
    }

    @Override
    public void munmap(MemorySegment mapping) {
        mappings.remove(mapping);
    }

    @Override
    public void setNonBlocking(int fd, boolean nonBlocking) {
        files.find(fd).setNonBlocking(nonBlocking);
    }

    @Override
    public void close(int fd) {
        files.close(fd);
    }

    @Override
    public FileStat stat(String path) {
        checkExiting();
        return paths.stat(path);
    }

    @Override
    public List<String> readDirectory(String path) {
        checkExiting();
        return paths.readDirectory(path);
    }

    @Override
    public String readText(String path) {
        checkExiting();
        return paths.readText(this, path);
    }

    @Override
    public void writeText(String path, String text) {
        checkExiting();
        paths.writeText(this, path, text);
    }

    @Override
    public String readLink(String path) {
        checkExiting();
        return paths.readLink(path);
    }

    // ---- sockets -----------------------------------------------------------------------------------------------

    @Override
    public int socket(int family, int type, int protocol) {
        checkExiting();
        SocketFile socket = sockets.create(this, family, type, protocol);
        return files.install(socket, type & SocketNumbers.SOCK_NONBLOCK);
    }

    private static SocketFile socketOf(OpenFile file) {
        if (file instanceof SocketFile socket) {
            return socket;
        }
        throw new ErrnoException(Errno.ENOTSOCK, "the descriptor is not a socket");
    }

    @Override
    public void bind(int fd, SockAddr address) {
        checkExiting();
        socketOf(files.get(fd)).bind(this, address);
    }

    @Override
    public void listen(int fd, int backlog) {
        checkExiting();
        socketOf(files.get(fd)).listen(this, backlog);
    }

    @Override
    public int accept(int fd) {
        return (int) blocking(fd, file -> files.install(socketOf(file).accept(this), 0));
    }

    @Override
    public void connect(int fd, SockAddr address) {
        try {
            blocking(fd, file -> {
                socketOf(file).connect(this, address);
                return 0;
            });
        } catch (ErrnoException e) {
            if (e.errno() == Errno.EAGAIN) {
                throw new ErrnoException(Errno.EINPROGRESS, "poll for POLLOUT, then call connect again", e);
            }
            throw e;
        }
    }

    @Override
    public SockAddr getSockName(int fd) {
        return socketOf(files.get(fd)).sockName();
    }

    @Override
    public SockAddr getPeerName(int fd) {
        return socketOf(files.get(fd)).peerName();
    }

    @Override
    public void shutdown(int fd) {
        checkExiting();
        socketOf(files.get(fd)).shutdown(this);
    }

    @Override
    public String toString() {
        return comm + "[" + pid + "]";
    }
}
