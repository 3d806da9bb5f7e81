package org.softroce.kernel.net.internal;

import java.util.List;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.MacAddress;

/**
 * Everything about a device that can change, as one immutable value: frames read it once, without a lock.
 *
 * @param up IFF_UP
 * @param carrier the wire works
 * @param taps who captures here, or {@code null} if nobody
 */
record DeviceState(Namespace namespace, String name, MacAddress mac, int mtu, boolean registered, boolean up,
        boolean carrier, List<InterfaceAddress> addresses, PacketTap[] taps) {

    boolean running() {
        return up && carrier;
    }

    DeviceState withNamespace(Namespace value) {
        return new DeviceState(value, name, mac, mtu, registered, up, carrier, addresses, taps);
    }

    DeviceState withName(String value) {
        return new DeviceState(namespace, value, mac, mtu, registered, up, carrier, addresses, taps);
    }

    DeviceState withMac(MacAddress value) {
        return new DeviceState(namespace, name, value, mtu, registered, up, carrier, addresses, taps);
    }

    DeviceState withMtu(int value) {
        return new DeviceState(namespace, name, mac, value, registered, up, carrier, addresses, taps);
    }

    DeviceState withRegistered(boolean value) {
        return new DeviceState(namespace, name, mac, mtu, value, up, carrier, addresses, taps);
    }

    DeviceState withUp(boolean value) {
        return new DeviceState(namespace, name, mac, mtu, registered, value, carrier, addresses, taps);
    }

    DeviceState withCarrier(boolean value) {
        return new DeviceState(namespace, name, mac, mtu, registered, up, value, addresses, taps);
    }

    DeviceState withAddresses(List<InterfaceAddress> value) {
        return new DeviceState(namespace, name, mac, mtu, registered, up, carrier, List.copyOf(value), taps);
    }

    DeviceState withTaps(PacketTap[] value) {
        return new DeviceState(namespace, name, mac, mtu, registered, up, carrier, addresses, value);
    }
}
