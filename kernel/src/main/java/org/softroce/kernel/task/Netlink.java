package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Multicast from the kernel side to the sockets that joined a group; a service of the kernel bundle.
 *
 * @mirrors net/netlink/af_netlink.c#netlink_broadcast
 */
@ProviderType
public interface Netlink {
    /** Sends the datagram to each socket of the protocol that is a member of the group (1..32). */
    void multicast(int protocol, int group, byte[] datagram);
}
