package org.softroce.kernel.net;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A net device.
 *
 * @mirrors include/linux/netdevice.h#net_device
 */
@ProviderType
public interface NetDevice {

    /** Unique in the machine, never reused. */
    int ifindex();

    String name();

    /** {@code veth}, {@code loopback}, {@code dummy}. */
    String kind();

    NetNamespace namespace();

    MacAddress address();

    /** Bytes of IP packet that fit one frame. */
    int mtu();

    /** IFF_UP: an administrator switched it on. */
    boolean isUp();

    /** The wire works: a veth end has carrier only while both ends are up. */
    boolean hasCarrier();

    /** {@code isUp() && hasCarrier()}: frames can flow. */
    boolean isRunning();

    /** The other end of a veth pair, else {@code null}. */
    NetDevice peer();

    /**
     * In the order they were added. The IPv6 link-local one comes with the carrier; going down loses all IPv6
     * addresses, as on Linux.
     */
    List<InterfaceAddress> addresses();

    /** True until the device was deleted. */
    boolean isRegistered();

    /** Mb/s as ethtool reports it, -1 unknown (veth says 10000). */
    int speedMbps();

    /** Counters: rx_packets, rx_bytes, tx_packets, tx_bytes, rx_dropped, tx_dropped, in this order. */
    long[] statistics();

    /**
     * Sends one Ethernet frame; takes over the buffer whatever happens. The receiver runs in
     * {@link Softnet#process()} of this thread.
     *
     * @return false if the frame was dropped (device down, no carrier, too long, backlog full), which is counted
     * @mirrors net/core/dev.c#dev_queue_xmit
     */
    boolean xmit(SkBuff skb);

    /**
     * Hardware address that frames for a destination have to go to, out of this device: its own for one of its own
     * addresses, the peer's if an address of the peer's namespace.
     *
     * @throws org.softroce.uapi.ErrnoException EHOSTUNREACH naming the address and what is there, ENETDOWN
     * @mirrors net/core/neighbour.c#neigh_lookup
     */
    MacAddress resolve(IpAddress destination);
}
