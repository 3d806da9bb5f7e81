package org.softroce.verbs.fake;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaUserIoctl;

/** A process whose system calls are written down and answered by the test. */
public final class FakeKernel implements InvocationHandler {
    /** What was called, in order: {@code open PATH}, {@code ioctl FD OBJECT/METHOD}, {@code close FD}. */
    public final List<String> calls = new CopyOnWriteArrayList<>();
    /** Text of sysfs attributes by path. */
    public final Map<String, String> texts = new HashMap<>();
    /** Folders of sysfs. */
    public final Map<String, List<String>> folders = new HashMap<>();
    /** Device files. */
    public final Map<String, FileStat> nodes = new HashMap<>();
    /** What reads return, by descriptor. */
    public final Map<Integer, Deque<byte[]>> input = new HashMap<>();
    public final FakeMemory memory = new FakeMemory();
    /** Answers datagrams of netlink; {@code null} if nobody serves the protocol. */
    public Function<byte[], List<byte[]>> netlink;
    /** Answers ioctls. */
    public Consumer<Command> ioctl = command -> { };
    /** The last ioctl. */
    public Command last;
    public volatile boolean exiting;
    public final Task task = (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
            this);
    private int nextFd = 3;

    /** A device file and nothing else. */
    public void addNode(String path, int major, int minor) {
        nodes.put(path, new FileStat(FileStat.Kind.CHAR_DEVICE, 0666, major, minor));
    }

    /** Bytes that the next read of the descriptor returns. */
    public void feed(int fd, byte... bytes) {
        input.computeIfAbsent(fd, key -> new ArrayDeque<>()).add(bytes);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        return switch (method.getName()) {
            case "memory" -> memory;
            case "isExiting" -> exiting;
            case "checkExiting" -> {
                if (exiting) {
                    throw new TaskExit(15);
                }
                yield null;
            }
            case "open" -> open((String) args[0]);
            case "socket" -> socket();
            case "bind" -> null;
            case "stat" -> found(nodes, (String) args[0]);
            case "readText" -> found(texts, (String) args[0]);
            case "readDirectory" -> found(folders, (String) args[0]);
            case "ioctl" -> ioctl((int) args[0], (long) args[1], (long) args[2]);
            case "write" -> write((int) args[0], (MemorySegment) args[1]);
            case "read" -> read((int) args[0], (MemorySegment) args[1]);
            case "close" -> calls.add("close " + args[0]) ? null : null;
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == args[0];
            case "toString" -> "fake task";
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    private int open(String path) {
        calls.add("open " + path);
        found(nodes, path);
        return nextFd++;
    }

    private int socket() {
        if (netlink == null) {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, null);
        }
        calls.add("socket");
        return nextFd++;
    }

    private long ioctl(int fd, long request, long address) {
        if ((int) request != RdmaUserIoctl.RDMA_VERBS_IOCTL) {
            throw new ErrnoException(Errno.ENOTTY, null);
        }
        last = new Command(memory, address);
        calls.add("ioctl " + fd + " " + last.name());
        ioctl.accept(last);
        return 0;
    }

    private int write(int fd, MemorySegment data) {
        netlink.apply(data.toArray(ValueLayout.JAVA_BYTE)).forEach(answer -> feed(fd, answer));
        return (int) data.byteSize();
    }

    private int read(int fd, MemorySegment buffer) {
        Deque<byte[]> waiting = input.get(fd);
        byte[] bytes = waiting == null ? null : waiting.poll();
        if (bytes == null) {
            throw new ErrnoException(Errno.EAGAIN, "nothing to read from " + fd);
        }
        MemorySegment.copy(bytes, 0, buffer, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return bytes.length;
    }

    private static <V> V found(Map<String, V> map, String path) {
        V value = map.get(path);
        if (value == null) {
            throw new ErrnoException(Errno.ENOENT, path);
        }
        return value;
    }
}
