package org.softroce.tools.tcpdump.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;

/**
 * What can be captured, in the order of {@code tcpdump -D}: running devices, {@code any}, lo, the rest.
 *
 * @mirrors pcap.c of libpcap#pcap_findalldevs
 */
final class DeviceList {
    static final String ANY = "any";
    private static final String LOOPBACK = "loopback";
    private static final String VETH = "veth";

    private final List<NetDevice> devices;
    private final List<String> names;

    private DeviceList(List<NetDevice> devices) {
        this.devices = devices;
        List<NetDevice> sorted = devices.stream().sorted(Comparator.comparingInt(DeviceList::rank)).toList();
        this.names = new ArrayList<>(sorted.stream().map(NetDevice::name).toList());
        names.add((int) sorted.stream().filter(device -> rank(device) == 0).count(), ANY);
    }

    static DeviceList of(NetNamespace namespace) {
        return new DeviceList(namespace.devices());
    }

    private static int rank(NetDevice device) {
        boolean loopback = device.kind().equals(LOOPBACK);
        return (device.isRunning() ? 0 : 2) + (loopback ? 1 : 0);
    }

    /** What a capture without {@code -i} takes. */
    String first() {
        return names.getFirst();
    }

    /** The name behind a number of {@link #text()}, or {@code null}. */
    String byNumber(int number) {
        return number >= 1 && number <= names.size() ? names.get(number - 1) : null;
    }

    /** The device, or {@code null}. */
    NetDevice device(String name) {
        return devices.stream().filter(device -> device.name().equals(name)).findFirst().orElse(null);
    }

    String names() {
        return String.join(", ", names);
    }

    /** One line a device, as {@code -D} prints it. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            text.append(i + 1).append('.').append(name);
            if (name.equals(ANY)) {
                text.append(" (Pseudo-device that captures on all interfaces) [Up, Running]\n");
            } else {
                text.append(" [").append(flags(device(name))).append("]\n");
            }
        }
        return text.toString();
    }

    private static String flags(NetDevice device) {
        List<String> flags = new ArrayList<>();
        if (device.isUp()) {
            flags.add("Up");
        }
        if (device.isRunning()) {
            flags.add("Running");
        }
        if (device.kind().equals(LOOPBACK)) {
            flags.add("Loopback");
        }
        if (flags.isEmpty()) {
            flags.add("none");
        }
        if (device.kind().equals(VETH)) {
            flags.add(device.isRunning() ? "Connected" : "Disconnected");
        }
        return flags.stream().collect(Collectors.joining(", "));
    }
}
