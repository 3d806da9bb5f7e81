package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

/**
 * A stream socket inside the machine: TCP as programs see it, over byte pipes instead of segments.
 *
 * <p>Deviations from TCP: there is no TIME_WAIT, so a port is free again as soon as its socket is closed, and a write
 * after the peer closed fails at once with EPIPE. Connections outlive a carrier loss.
 *
 * @mirrors net/ipv4/af_inet.c#inet_stream_ops
 */
final class StreamSocket extends SocketFile {

    private static final IpAddress ANY_IPV4 = IpAddress.ofIpv4(0);
    private static final IpAddress LOCALHOST_IPV4 = IpAddress.ofIpv4(0x7f00_0001);
    private static final IpAddress LOCALHOST_IPV6 = new IpAddress(0, 1);
    private static final int FIRST_UNPRIVILEGED_PORT = 1024;
    private static final int PORTS = 65_536;

    private enum State { NEW, LISTENING, CONNECTED, CLOSED }

    private final Namespace namespace;
    private final int family;
    private final WaitQueue waitQueue = new WaitQueue();
    private State state = State.NEW;
    private SockAddr.Inet local;
    private SockAddr.Inet remote;
    private boolean ownsPort;
    private volatile Listener listener;
    private Listener waitingAt;
    private StreamSocket other;
    private BytePipe in;
    private BytePipe out;

    StreamSocket(Namespace namespace, int family) {
        this.namespace = namespace;
        this.family = family;
        local = new SockAddr.Inet(family == SocketNumbers.AF_INET ? ANY_IPV4 : IpAddress.ANY, 0);
    }

    /** {@code null} unless this socket listens. */
    Listener listener() {
        return listener;
    }

    // ---- setting up ----------------------------------------------------------------------------------------------

    @Override
    public synchronized void bind(Task caller, SockAddr address) {
        SockAddr.Inet wanted = checked(address);
        if (ownsPort || state != State.NEW) {
            throw new ErrnoException(Errno.EINVAL, "this socket is bound to " + text(local) + " already");
        }
        if (!wanted.address().isAny() && !namespace.isLocal(wanted.address())) {
            throw new ErrnoException(Errno.EADDRNOTAVAIL, wanted.address() + " is not an address of a device that is"
                    + " up in " + namespace.described());
        }
        if (wanted.port() > 0 && wanted.port() < FIRST_UNPRIVILEGED_PORT && caller != null && caller.uid() != 0) {
            throw new ErrnoException(Errno.EACCES, "ports below " + FIRST_UNPRIVILEGED_PORT + " are for uid 0, not for "
                    + caller.uid());
        }
        take(wanted.address(), wanted.port());
    }

    private void take(IpAddress address, int port) {
        local = new SockAddr.Inet(address, namespace.ports().bind(address, port, this));
        ownsPort = true;
    }

    private void giveUpPort() {
        if (ownsPort) {
            ownsPort = false;
            namespace.ports().unbind(local.port(), this);
        }
    }

    @Override
    public synchronized void listen(Task caller, int backlog) {
        if (state == State.CONNECTED || state == State.CLOSED) {
            throw new ErrnoException(Errno.EINVAL, "a connected socket cannot listen");
        }
        if (!ownsPort) {
            take(local.address(), 0);
        }
        Listener listening = listener == null ? new Listener(this) : listener;
        listening.setBacklog(backlog < 0 ? SocketNumbers.SOMAXCONN : Math.min(backlog, SocketNumbers.SOMAXCONN));
        listener = listening;
        state = State.LISTENING;
    }

    @Override
    public SocketFile accept(Task caller) {
        Listener listening = listener;
        if (listening == null) {
            throw new ErrnoException(Errno.EINVAL, "this socket does not listen");
        }
        StreamSocket child = listening.poll();
        if (child == null) {
            throw new ErrnoException(Errno.EAGAIN, "no connection waits on " + text(local));
        }
        return child;
    }

    @Override
    public synchronized void connect(Task caller, SockAddr address) {
        if (state != State.NEW) {
            throw new ErrnoException(state == State.CLOSED ? Errno.EBADF : Errno.EISCONN, "this socket is "
                    + (remote == null ? "in use on " + text(local) : "connected to " + text(remote)));
        }
        SockAddr.Inet wanted = checked(address);
        SockAddr.Inet to = wanted.address().isAny() ? new SockAddr.Inet(family == SocketNumbers.AF_INET
                || wanted.address().isIpv4() ? LOCALHOST_IPV4 : LOCALHOST_IPV6, wanted.port()) : wanted;
        StreamPath path = StreamPath.find(namespace, to);
        boolean bound = ownsPort;
        if (!bound) {
            take(path.source(), 0);
        }
        try {
            connect(path, to);
        } catch (ErrnoException e) {
            if (!bound && e.errno() != Errno.EAGAIN) {
                giveUpPort();
            }
            throw e;
        }
    }

    private void connect(StreamPath path, SockAddr.Inet to) {
        Listener found = path.namespace().ports().listener(to.address(), to.port());
        if (found == null) {
            throw refused(path, to);
        }
        IpAddress own = local.address().isAny() ? path.source() : local.address();
        StreamSocket child = new StreamSocket(path.namespace(), family);
        BytePipe there = new BytePipe();
        BytePipe back = new BytePipe();
        child.connected(this, new SockAddr.Inet(to.address(), to.port()), new SockAddr.Inet(own, local.port()), there,
                back);
        connected(child, new SockAddr.Inet(own, local.port()), to, back, there);
        Listener.Offer offer = found.offer(child, this);
        if (offer == Listener.Offer.TAKEN) {
            waitingAt = null;
            return;
        }
        state = State.NEW;
        remote = null;
        if (offer == Listener.Offer.CLOSED) {
            throw refused(path, to);
        }
        waitingAt = found;
        throw new ErrnoException(Errno.EAGAIN, "the listener on " + text(to) + " has its backlog full");
    }

    private static ErrnoException refused(StreamPath path, SockAddr.Inet to) {
        return new ErrnoException(Errno.ECONNREFUSED, "nobody listens on " + text(to) + " in "
                + path.namespace().described() + "; listened on there: " + path.namespace().ports().listening());
    }

    private synchronized void connected(StreamSocket peer, SockAddr.Inet localName, SockAddr.Inet remoteName,
            BytePipe incoming, BytePipe outgoing) {
        other = peer;
        local = localName;
        remote = remoteName;
        in = incoming;
        out = outgoing;
        state = State.CONNECTED;
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    @Override
    public int read(Task caller, MemorySegment buffer) {
        requireConnected();
        int bytes = in.read(buffer);
        if (bytes < 0) {
            throw new ErrnoException(Errno.EAGAIN, "nothing has come from " + text(remote) + " yet");
        }
        if (bytes > 0) {
            other.waitQueue.wake();
        }
        return bytes;
    }

    @Override
    public int write(Task caller, MemorySegment data) {
        requireConnected();
        int bytes = out.write(data);
        if (bytes == 0 && data.byteSize() > 0) {
            throw new ErrnoException(Errno.EAGAIN, BytePipe.CAPACITY + " bytes are under way to " + text(remote)
                    + " already");
        }
        other.waitQueue.wake();
        return bytes;
    }

    @Override
    public void shutdown(Task caller) {
        requireConnected();
        out.closeWriter(false);
        other.waitQueue.wake();
        waitQueue.wake();
    }

    private synchronized void requireConnected() {
        if (state != State.CONNECTED) {
            throw new ErrnoException(Errno.ENOTCONN, "this socket is not connected");
        }
    }

    @Override
    public synchronized int poll() {
        return switch (state) {
            case LISTENING -> listener.isEmpty() ? 0 : Poll.POLLIN;
            case CONNECTED -> pollConnected();
            case NEW -> pollUnconnected();
            case CLOSED -> Poll.POLLHUP;
        };
    }

    /** A connector that waits for a place can go on when there is one. */
    private int pollUnconnected() {
        if (waitingAt == null) {
            return Poll.POLLOUT | Poll.POLLHUP;
        }
        return waitingAt.hasPlace() ? Poll.POLLOUT : 0;
    }

    private int pollConnected() {
        int events = in.isReadable() ? Poll.POLLIN : 0;
        events |= out.isWritable() || out.isWriterGone() ? Poll.POLLOUT : 0;
        events |= in.isReset() ? Poll.POLLERR : 0;
        if (in.isWriterGone()) {
            events |= Poll.POLLRDHUP | (out.isWriterGone() ? Poll.POLLHUP : 0);
        }
        return events;
    }

    @Override
    public WaitQueue waitQueue() {
        return waitQueue;
    }

    @Override
    public synchronized SockAddr sockName() {
        return local;
    }

    @Override
    public synchronized SockAddr peerName() {
        requireConnected();
        return remote;
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    @Override
    public void release() {
        close(false);
    }

    /** The end of a connection that nobody accepted: the peer is told ECONNRESET. */
    void abort() {
        close(true);
    }

    private void close(boolean asReset) {
        Listener listening;
        boolean wasConnected;
        synchronized (this) {
            wasConnected = state == State.CONNECTED;
            listening = listener;
            if (waitingAt != null) {
                waitingAt.forget(this);
            }
            listener = null;
            state = State.CLOSED;
            giveUpPort();
        }
        if (listening != null) {
            listening.close();
        }
        if (wasConnected) {
            boolean unread = in.closeReader();
            out.closeWriter(unread || asReset);
            other.waitQueue.wake();
        }
        waitQueue.wake();
    }

    private SockAddr.Inet checked(SockAddr address) {
        if (!(address instanceof SockAddr.Inet inet)) {
            throw new ErrnoException(Errno.EAFNOSUPPORT, address + " is not an address of an internet socket");
        }
        if (inet.port() < 0 || inet.port() >= PORTS) {
            throw new ErrnoException(Errno.EINVAL, "port " + inet.port() + " is outside 0.." + (PORTS - 1));
        }
        if (family == SocketNumbers.AF_INET && !inet.address().isIpv4()) {
            if (inet.address().isAny()) {
                return new SockAddr.Inet(ANY_IPV4, inet.port());
            }
            throw new ErrnoException(Errno.EAFNOSUPPORT, inet.address() + " is an IPv6 address and this is an AF_INET"
                    + " socket; make one of AF_INET6");
        }
        return inet;
    }

    private static String text(SockAddr.Inet address) {
        return address.address() + " port " + address.port();
    }
}
