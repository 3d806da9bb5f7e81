package org.softroce.kernel.task;

import org.softroce.kernel.net.IpAddress;

/**
 * A socket address of one of the families we have.
 *
 * @mirrors include/uapi/linux/socket.h
 */
public sealed interface SockAddr {

    /** {@code sockaddr_in} and {@code sockaddr_in6}; IPv4 is the mapped form, port in host order, scope = ifindex. */
    record Inet(IpAddress address, int port, int scopeId) implements SockAddr {
        public Inet(IpAddress address, int port) {
            this(address, port, 0);
        }
    }

    /** {@code sockaddr_nl}: port id (0 = let the kernel choose) and multicast groups as a bit mask. */
    record Netlink(int portId, int groups) implements SockAddr { }

    /** {@code sockaddr_ll}: captures from one device, or from all with ifindex 0. */
    record Packet(int ifindex, int protocol) implements SockAddr { }
}
