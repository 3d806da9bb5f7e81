package org.softroce.kernel.net;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Namespaces and devices of the machine and their administration; a service of the kernel bundle.
 *
 * <p>All calls that change something throw {@code ErrnoException} with the errno of Linux's rtnetlink and a text that
 * names value, limit and remedy.
 *
 * @mirrors net/core/rtnetlink.c
 */
@ProviderType
public interface Net {

    NetNamespace initial();

    /** The initial one first, then the named ones in order of creation. */
    List<NetNamespace> namespaces();

    /** {@code null} if there is none. */
    NetNamespace namespace(String name);

    /** EEXIST. */
    NetNamespace addNamespace(String name);

    /** Deletes it: veth ends in it vanish with their peers. ENOENT; EINVAL for the initial one. */
    void deleteNamespace(String name);

    /** In any namespace, or {@code null}. */
    NetDevice deviceByIndex(int ifindex);

    /**
     * A veth pair, both down.
     *
     * @param address {@code null} = a random locally administered one; likewise peerAddress
     */
    NetDevice addVeth(NetNamespace namespace, String name, MacAddress address, NetNamespace peerNamespace,
            String peerName, MacAddress peerAddress);

    /** A dummy device: up it has carrier, frames sent vanish. */
    NetDevice addDummy(NetNamespace namespace, String name, MacAddress address);

    /** Deletes the device, of a veth pair both ends. EOPNOTSUPP for lo. */
    void delete(NetDevice device);

    void setUp(NetDevice device, boolean up);

    /** A veth takes 68..65535; lo and dummies any number from 0. EINVAL. */
    void setMtu(NetDevice device, int mtu);

    void setAddress(NetDevice device, MacAddress address);

    /** EEXIST, EINVAL. */
    void rename(NetDevice device, String name);

    /** EEXIST if the name is taken there; lo does not move (EINVAL). Addresses are lost, the device goes down. */
    void move(NetDevice device, NetNamespace target);

    /** EEXIST if it is there. */
    void addAddress(NetDevice device, InterfaceAddress address);

    /** EADDRNOTAVAIL. */
    void deleteAddress(NetDevice device, InterfaceAddress address);

    /**
     * The device that a local address or a route (connected networks) leads to, out of this namespace, or
     * {@code null}.
     */
    NetDevice route(NetNamespace namespace, IpAddress destination);

    /**
     * Registers the receiver of UDP datagrams of one port, in every namespace ({@code setup_udp_tunnel_sock}).
     * EADDRINUSE. Closing returns after the last call of the handler in progress.
     */
    AutoCloseable udpTunnel(int port, UdpTunnelHandler handler);

    /** The calling thread's queues. */
    Softnet softnet();

    /** Drop reasons of the receive path (name, count), for tools. */
    List<String> dropCounters();
}
