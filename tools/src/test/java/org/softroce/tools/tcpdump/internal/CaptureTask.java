package org.softroce.tools.tcpdump.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * A process on a machine with the devices lo, veth0 and veth1, whose packet socket gives prepared frames. When they
 * are used up the wait ends as prepared: by a signal, or because the device goes away.
 */
final class CaptureTask {
    static final int LO = 1;
    static final int VETH0 = 2;
    static final int VETH1 = 3;
    static final int IN = 0;
    static final int OUT = 4;

    final Deque<byte[]> frames = new ArrayDeque<>();
    int uid;
    int signal = 2;
    boolean deviceVanishes;
    long dropped;
    SockAddr bound;
    int closed;

    private final List<NetDevice> devices = List.of(device(LO, "lo", "loopback", true),
            device(VETH0, "veth0", "veth", true), device(VETH1, "veth1", "veth", false));

    /** A frame the socket will give. */
    CaptureTask add(int ifindex, int direction, long timeNs, byte[] frame) {
        ByteBuffer bytes = ByteBuffer.allocate(16 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(timeNs).putInt(ifindex).putInt(direction).put(frame);
        frames.add(bytes.array());
        return this;
    }

    private static NetDevice device(int ifindex, String name, String kind, boolean running) {
        return proxy(NetDevice.class, (method, args) -> switch (method) {
            case "ifindex" -> ifindex;
            case "name" -> name;
            case "kind" -> kind;
            case "isUp", "isRunning" -> running;
            default -> throw new UnsupportedOperationException(method);
        });
    }

    Task task() {
        NetNamespace namespace = proxy(NetNamespace.class, (method, args) -> switch (method) {
            case "devices" -> devices;
            default -> throw new UnsupportedOperationException(method);
        });
        return proxy(Task.class, (method, args) -> switch (method) {
            case "netNamespace" -> namespace;
            case "socket" -> socket();
            case "bind" -> {
                bound = (SockAddr) args[1];
                yield null;
            }
            case "setNonBlocking" -> null;
            case "ioctl" -> takeDropped();
            case "read" -> read((MemorySegment) args[1]);
            case "poll" -> waits();
            case "readText" -> readText((String) args[0]);
            case "close" -> {
                closed++;
                yield null;
            }
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private int socket() {
        if (uid != 0) {
            throw new ErrnoException(Errno.EPERM, "captures are for uid 0, not for " + uid);
        }
        return 3;
    }

    private long takeDropped() {
        long lost = dropped;
        dropped = 0;
        return lost;
    }

    private int read(MemorySegment buffer) {
        byte[] next = frames.poll();
        if (next == null) {
            throw deviceVanishes ? new ErrnoException(Errno.ENETDOWN, "the device with index 2 is gone")
                    : new ErrnoException(Errno.EAGAIN, "no frame was captured yet");
        }
        MemorySegment.copy(next, 0, buffer, ValueLayout.JAVA_BYTE, 0, next.length);
        return next.length;
    }

    private int waits() {
        throw new TaskExit(signal);
    }

    private static String readText(String path) {
        if (path.equals("/sys/class/infiniband/rxe0/parent")) {
            return "veth0\n";
        }
        throw new ErrnoException(Errno.ENOENT, path);
    }

    private interface Calls {
        Object call(String method, Object[] args);
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, args) -> calls.call(method.getName(), args)));
    }
}
