package org.softroce.kernel.task.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.softroce.kernel.task.SocketFamily;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;

/**
 * Finds who makes a socket. A netlink protocol that nobody serves is asked for by its module alias first.
 *
 * @mirrors net/socket.c#__sock_create
 */
final class Sockets {

    private static final int TYPE_FLAGS = SocketNumbers.SOCK_NONBLOCK | SocketNumbers.SOCK_CLOEXEC;

    private final NetlinkPorts netlink;
    private final Predicate<String> requestModule;
    private final List<SocketFamily> families = new CopyOnWriteArrayList<>();

    /** @param requestModule loads the module with this alias; false if there is none */
    Sockets(NetlinkPorts netlink, Predicate<String> requestModule) {
        this.netlink = netlink;
        this.requestModule = requestModule;
    }

    void add(SocketFamily family) {
        families.add(family);
    }

    void remove(SocketFamily family) {
        families.remove(family);
    }

    SocketFile create(Task caller, int family, int typeAndFlags, int protocol) {
        int type = typeAndFlags & ~TYPE_FLAGS;
        if (family == SocketNumbers.AF_NETLINK) {
            return createNetlink(type, protocol);
        }
        for (SocketFamily candidate : families) {
            if (candidate.supports(family, type, protocol)) {
                return candidate.create(caller, family, type, protocol);
            }
        }
        throw new ErrnoException(Errno.EAFNOSUPPORT, "no sockets of family " + family + ", type " + type
                + ", protocol " + protocol + "; there are AF_INET and AF_INET6 streams, AF_NETLINK and AF_PACKET");
    }

    private SocketFile createNetlink(int type, int protocol) {
        if (type != SocketNumbers.SOCK_RAW && type != SocketNumbers.SOCK_DGRAM) {
            throw new ErrnoException(Errno.ESOCKTNOSUPPORT, "netlink sockets are SOCK_RAW or SOCK_DGRAM, not " + type);
        }
        if (netlink.family(protocol) == null) {
            requestModule.test("net-pf-" + SocketNumbers.AF_NETLINK + "-proto-" + protocol);
        }
        if (netlink.family(protocol) == null) {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, "nobody serves netlink protocol " + protocol
                    + "; load its module (NETLINK_RDMA is 20: modprobe ib_core)");
        }
        return new NetlinkSocket(netlink, protocol);
    }
}
