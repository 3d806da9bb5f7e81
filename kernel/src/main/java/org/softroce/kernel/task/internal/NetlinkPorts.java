package org.softroce.kernel.task.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.softroce.kernel.task.Netlink;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Netlink protocols with their kernel side and their sockets, by port id.
 *
 * @mirrors net/netlink/af_netlink.c#nl_table
 */
final class NetlinkPorts implements Netlink {

    /** Where the kernel starts to look, downward, if the process id is taken. */
    private static final int ROVER = -4097;

    private record Port(int protocol, int id) { }

    private final List<NetlinkFamily> families = new CopyOnWriteArrayList<>();
    private final Map<Port, NetlinkSocket> sockets = new ConcurrentHashMap<>();

    void add(NetlinkFamily family) {
        families.add(family);
    }

    void remove(NetlinkFamily family) {
        families.remove(family);
    }

    /** The kernel side of a protocol, or {@code null}. */
    NetlinkFamily family(int protocol) {
        for (NetlinkFamily family : families) {
            if (family.protocol() == protocol) {
                return family;
            }
        }
        return null;
    }

    /** Gives the socket this port; EADDRINUSE. */
    void bind(NetlinkSocket socket, int portId) {
        if (sockets.putIfAbsent(new Port(socket.protocol(), portId), socket) != null) {
            throw new ErrnoException(Errno.EADDRINUSE, "netlink port " + Integer.toUnsignedString(portId)
                    + " is taken; bind to 0 to get a free one");
        }
    }

    /** {@code netlink_autobind}: the process id, or the next free number if another socket of the process has it. */
    int bindAny(NetlinkSocket socket, int pid) {
        int id = pid;
        int rover = ROVER;
        while (sockets.putIfAbsent(new Port(socket.protocol(), id), socket) != null) {
            id = rover--;
        }
        return id;
    }

    void unbind(NetlinkSocket socket, int portId) {
        sockets.remove(new Port(socket.protocol(), portId), socket);
    }

    @Override
    public void multicast(int protocol, int group, byte[] datagram) {
        if (group < 1 || group > 32) {
            throw new ErrnoException(Errno.EINVAL, "netlink group " + group + " is not within 1 to 32");
        }
        int mask = 1 << (group - 1);
        for (NetlinkSocket socket : sockets.values()) {
            if (socket.protocol() == protocol && (socket.groups() & mask) != 0) {
                socket.broadcast(datagram);
            }
        }
    }
}
