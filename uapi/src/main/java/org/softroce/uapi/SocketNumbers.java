package org.softroce.uapi;

/**
 * Address families, socket types, protocols, levels and options of {@code socket} and {@code setsockopt}.
 *
 * @mirrors include/linux/socket.h
 */
public final class SocketNumbers {
    public static final int AF_UNSPEC = 0;
    public static final int AF_UNIX = 1;
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;
    public static final int AF_NETLINK = 16;
    public static final int AF_PACKET = 17;
    public static final int AF_IB = 27;
    public static final int SOCK_STREAM = 1;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_RAW = 3;
    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOCK_CLOEXEC = 0x80000;
    public static final int IPPROTO_IP = 0;
    public static final int IPPROTO_ICMP = 1;
    public static final int IPPROTO_TCP = 6;
    public static final int IPPROTO_UDP = 17;
    public static final int IPPROTO_IPV6 = 41;
    public static final int NETLINK_ROUTE = 0;
    public static final int NETLINK_USERSOCK = 2;
    public static final int NETLINK_KOBJECT_UEVENT = 15;
    public static final int NETLINK_GENERIC = 16;
    public static final int NETLINK_RDMA = 20;
    public static final int SOL_SOCKET = 1;
    public static final int SOL_NETLINK = 270;
    public static final int SO_REUSEADDR = 2;
    public static final int SO_ERROR = 4;
    public static final int SO_SNDBUF = 7;
    public static final int SO_RCVBUF = 8;
    public static final int SO_RCVTIMEO = 20;
    public static final int SO_SNDTIMEO = 21;
    public static final int NETLINK_ADD_MEMBERSHIP = 1;
    public static final int NETLINK_DROP_MEMBERSHIP = 2;
    public static final int NETLINK_PKTINFO = 3;
    public static final int NETLINK_CAP_ACK = 10;
    public static final int NETLINK_EXT_ACK = 11;
    public static final int NETLINK_GET_STRICT_CHK = 12;
    public static final int MSG_PEEK = 2;
    public static final int MSG_TRUNC = 0x20;
    public static final int MSG_DONTWAIT = 0x40;
    public static final int SHUT_RD = 0;
    public static final int SHUT_WR = 1;
    public static final int SHUT_RDWR = 2;
    public static final int SOMAXCONN = 4096;

    private SocketNumbers() {
    }
}
