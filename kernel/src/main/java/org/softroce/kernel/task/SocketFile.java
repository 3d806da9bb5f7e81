package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ConsumerType;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * A socket: an open file with the calls that only sockets have.
 *
 * <p>As with every {@link OpenFile} nothing here blocks. {@link #accept} and {@link #connect} throw EAGAIN while there
 * is nothing yet and wake {@link #waitQueue()} when that changed; the system call layer waits and calls again.
 *
 * @mirrors include/linux/net.h#proto_ops
 */
@ConsumerType
public abstract class SocketFile extends OpenFile {

    /** EADDRINUSE, EADDRNOTAVAIL, EINVAL if bound already. */
    public void bind(Task caller, SockAddr address) {
        throw unsupported("bind");
    }

    /** Starts to take connections. */
    public void listen(Task caller, int backlog) {
        throw unsupported("listen");
    }

    /** The next connection, a new file; EAGAIN while none waits (POLLIN tells), EINVAL if this does not listen. */
    public SocketFile accept(Task caller) {
        throw unsupported("accept");
    }

    /**
     * Connects, in as many calls with the same address as it takes: EAGAIN = on its way, ask again once the wait queue
     * was woken; returning = connected; anything else = failed for good (ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT).
     */
    public void connect(Task caller, SockAddr address) {
        throw unsupported("connect");
    }

    /** The local address; unspecified if not bound. */
    public abstract SockAddr sockName();

    /** ENOTCONN. */
    public SockAddr peerName() {
        throw new ErrnoException(Errno.ENOTCONN, "this socket has no peer");
    }

    /** Ends the writing half; the peer reads end of file. */
    public void shutdown(Task caller) {
        throw unsupported("shutdown");
    }

    @Override
    public FileStat stat() {
        return new FileStat(FileStat.Kind.SOCKET, 0777, 0, 0);
    }

    private static ErrnoException unsupported(String call) {
        return new ErrnoException(Errno.EOPNOTSUPP, "this kind of socket has no " + call);
    }
}
