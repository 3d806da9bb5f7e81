package org.softroce.kernel.task.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;

/**
 * The user side of a netlink socket: a write goes to the kernel side, whose answers queue up as datagrams; a read takes
 * one datagram and drops what does not fit. Broadcasts beyond the receive buffer are lost and the next read says
 * ENOBUFS.
 *
 * @mirrors net/netlink/af_netlink.c#netlink_sock
 */
final class NetlinkSocket extends SocketFile {

    /** {@code net.core.rmem_default}, bytes. */
    private static final long RECEIVE_BUFFER = 212_992;

    private final NetlinkPorts ports;
    private final int protocol;
    private final WaitQueue waitQueue = new WaitQueue();
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean overrun;
    private boolean released;
    private boolean bound;
    private int portId;
    private volatile int groups;

    NetlinkSocket(NetlinkPorts ports, int protocol) {
        this.ports = ports;
        this.protocol = protocol;
    }

    int protocol() {
        return protocol;
    }

    int groups() {
        return groups;
    }

    @Override
    public synchronized void bind(Task caller, SockAddr address) {
        if (!(address instanceof SockAddr.Netlink wanted)) {
            throw new ErrnoException(Errno.EINVAL, "a netlink socket is bound to a netlink address, not " + address);
        }
        if (bound && wanted.portId() != 0 && wanted.portId() != portId) {
            throw new ErrnoException(Errno.EINVAL, "the socket is bound to port " + portId + " already");
        }
        if (!bound && wanted.portId() != 0) {
            ports.bind(this, wanted.portId());
            portId = wanted.portId();
            bound = true;
        }
        bindIfNeeded(caller);
        groups = wanted.groups();
    }

    /** There is nobody to connect to but the kernel, which is where writes go anyway. */
    @Override
    public void connect(Task caller, SockAddr address) {
        if (!(address instanceof SockAddr.Netlink peer) || peer.portId() != 0) {
            throw new ErrnoException(Errno.ECONNREFUSED, "netlink sockets talk to the kernel (port 0), not to "
                    + address);
        }
        bindIfNeeded(caller);
    }

    private synchronized int bindIfNeeded(Task caller) {
        if (!bound) {
            portId = ports.bindAny(this, caller.pid());
            bound = true;
        }
        return portId;
    }

    @Override
    public synchronized SockAddr sockName() {
        return new SockAddr.Netlink(portId, groups);
    }

    @Override
    public SockAddr peerName() {
        return new SockAddr.Netlink(0, 0);
    }

    @Override
    public int write(Task caller, MemorySegment data) {
        NetlinkFamily family = ports.family(protocol);
        if (family == null) {
            throw new ErrnoException(Errno.ECONNREFUSED, "nobody serves netlink protocol " + protocol
                    + " any more; load its module again");
        }
        byte[] datagram = data.toArray(ValueLayout.JAVA_BYTE);
        List<byte[]> replies = family.receive(caller, bindIfNeeded(caller), datagram);
        synchronized (this) {
            replies.forEach(this::enqueue);
        }
        waitQueue.wake();
        return datagram.length;
    }

    /** One more datagram from the kernel side to a group this socket joined. */
    void broadcast(byte[] datagram) {
        synchronized (this) {
            if (queuedBytes + datagram.length > RECEIVE_BUFFER) {
                overrun = true;
            } else {
                enqueue(datagram);
            }
        }
        waitQueue.wake();
    }

    private void enqueue(byte[] datagram) {
        if (!released) {
            queue.add(datagram);
            queuedBytes += datagram.length;
        }
    }

    @Override
    public synchronized int read(Task caller, MemorySegment buffer) {
        if (overrun) {
            overrun = false;
            throw new ErrnoException(Errno.ENOBUFS, "events were lost: more than " + RECEIVE_BUFFER
                    + " bytes were waiting; read faster");
        }
        byte[] datagram = queue.poll();
        if (datagram == null) {
            throw new ErrnoException(Errno.EAGAIN, "no datagram is waiting");
        }
        queuedBytes -= datagram.length;
        int count = (int) Math.min(datagram.length, buffer.byteSize());
        MemorySegment.copy(datagram, 0, buffer, ValueLayout.JAVA_BYTE, 0, count);
        return count;
    }

    @Override
    public synchronized int poll() {
        return Poll.POLLOUT | (queue.isEmpty() ? 0 : Poll.POLLIN) | (overrun ? Poll.POLLERR : 0);
    }

    @Override
    public WaitQueue waitQueue() {
        return waitQueue;
    }

    @Override
    public synchronized void release() {
        released = true;
        groups = 0;
        queue.clear();
        if (bound) {
            ports.unbind(this, portId);
        }
    }
}
