package org.softroce.kernel.net.internal;

import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.task.SockAddr;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Where a connection leads: the same namespace, or the one at the other end of a veth wire.
 *
 * @param namespace where the destination address is local
 * @param source the address a connector without one of its own gets
 * @mirrors net/ipv4/route.c#ip_route_connect
 */
record StreamPath(Namespace namespace, IpAddress source) {

    /** ENETUNREACH, EHOSTUNREACH. */
    static StreamPath find(Namespace from, SockAddr.Inet destination) {
        IpAddress address = destination.address();
        if (from.isLocal(address)) {
            return new StreamPath(from, address);
        }
        Device out = outgoing(from, destination);
        if (out == null) {
            throw new ErrnoException(Errno.ENETUNREACH, "no device of " + from.described() + " leads to " + address
                    + "; devices here: " + from.deviceNames());
        }
        out.resolve(address);
        return new StreamPath(out.otherEnd().state().namespace(), sourceAddress(out, address));
    }

    private static Device outgoing(Namespace from, SockAddr.Inet destination) {
        if (destination.scopeId() == 0) {
            return Routes.lookup(from, destination.address());
        }
        for (Device device : from.members()) {
            if (device.ifindex() == destination.scopeId()) {
                return device;
            }
        }
        return null;
    }

    private static IpAddress sourceAddress(Device out, IpAddress destination) {
        IpAddress found = null;
        for (InterfaceAddress candidate : out.addresses()) {
            IpAddress address = candidate.address();
            if (address.inSameNetwork(destination, candidate.prefixLength())) {
                return address;
            }
            if (found == null && address.isIpv4() == destination.isIpv4()) {
                found = address;
            }
        }
        if (found == null) {
            throw new ErrnoException(Errno.ENETUNREACH, out.name() + " has no address of the family of " + destination);
        }
        return found;
    }
}
