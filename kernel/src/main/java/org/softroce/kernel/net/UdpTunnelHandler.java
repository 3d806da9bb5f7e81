package org.softroce.kernel.net;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives the datagrams of one UDP port.
 *
 * @mirrors include/net/udp_tunnel.h#udp_tunnel_encap_rcv_t
 */
@ConsumerType
public interface UdpTunnelHandler {
    /**
     * Takes over the buffer: {@link SkBuff#free()} when done. Called in {@link Softnet#process()}; must not block.
     *
     * @param device where it came in
     * @param skb the whole Ethernet frame; {@link SkBuff#network()} and {@link SkBuff#transport()} are set, addresses
     *     and lengths of the IP and UDP headers are checked
     */
    void receive(NetDevice device, SkBuff skb);
}
