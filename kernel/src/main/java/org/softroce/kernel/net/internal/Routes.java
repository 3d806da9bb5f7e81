package org.softroce.kernel.net.internal;

import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;

/**
 * Local addresses first, then connected networks, longest prefix first.
 *
 * @mirrors net/ipv4/fib_frontend.c#fib_lookup
 */
final class Routes {

    private Routes() { }

    static Device lookup(Namespace namespace, IpAddress destination) {
        Device best = null;
        int bestPrefix = -1;
        for (Device device : namespace.members()) {
            DeviceState state = device.state();
            if (!state.up()) {
                continue;
            }
            for (InterfaceAddress address : state.addresses()) {
                if (address.address().equals(destination)) {
                    return device;
                }
                if (address.prefixLength() > bestPrefix
                        && address.address().inSameNetwork(destination, address.prefixLength())) {
                    best = device;
                    bestPrefix = address.prefixLength();
                }
            }
        }
        return best;
    }
}
