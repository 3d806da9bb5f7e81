package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes the sockets of one address family; whiteboard service. AF_NETLINK is not here, see {@link NetlinkFamily}.
 *
 * @mirrors include/linux/net.h#net_proto_family
 */
@ConsumerType
public interface SocketFamily {

    /**
     * Whether {@link #create} knows this combination.
     *
     * @param type     SOCK_STREAM or SOCK_RAW, without SOCK_NONBLOCK and SOCK_CLOEXEC
     * @param protocol 0 = the usual one
     */
    boolean supports(int family, int type, int protocol);

    /** A new socket in {@link Task#netNamespace()} of the caller; EPERM, EPROTONOSUPPORT. */
    SocketFile create(Task caller, int family, int type, int protocol);
}
