package org.softroce.kernel.net.internal;

import java.util.Arrays;
import org.softroce.kernel.net.UdpTunnelHandler;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Receivers of UDP ports; few, so a frame looks through a short array.
 *
 * @mirrors net/ipv4/udp_tunnel_core.c#setup_udp_tunnel_sock
 */
final class UdpTunnels {

    private record Tunnel(int port, UdpTunnelHandler handler) { }

    private volatile Tunnel[] tunnels = new Tunnel[0];

    /** {@code null} if nobody receives the port. */
    UdpTunnelHandler handler(int port) {
        for (Tunnel tunnel : tunnels) {
            if (tunnel.port == port) {
                return tunnel.handler;
            }
        }
        return null;
    }

    /** EADDRINUSE, EINVAL. */
    synchronized void add(int port, UdpTunnelHandler handler) {
        if (port < 1 || port > 0xffff) {
            throw new ErrnoException(Errno.EINVAL, "UDP port " + port + " is outside 1..65535");
        }
        if (handler(port) != null) {
            throw new ErrnoException(Errno.EADDRINUSE, "UDP port " + port
                    + " has a receiver already; close that one first");
        }
        Tunnel[] more = Arrays.copyOf(tunnels, tunnels.length + 1);
        more[more.length - 1] = new Tunnel(port, handler);
        tunnels = more;
    }

    /** True if this handler was there. */
    synchronized boolean remove(int port, UdpTunnelHandler handler) {
        int before = tunnels.length;
        tunnels = Arrays.stream(tunnels).filter(t -> t.port != port || t.handler != handler).toArray(Tunnel[]::new);
        return tunnels.length < before;
    }
}
