package org.softroce.iproute2.ip.internal;

import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.NetDevice;

/**
 * What Linux says about a device of each kind.
 *
 * @mirrors net/core/rtnetlink.c#rtnl_fill_ifinfo
 */
final class LinkFacts {

    static final int QUEUE_LENGTH = 1000;
    static final int GSO_MAX_SIZE = 65536;
    static final int GSO_MAX_SEGS = 65535;

    private final NetDevice device;
    private final NetDevice peer;

    LinkFacts(NetDevice device) {
        this.device = device;
        this.peer = device.peer();
    }

    boolean isLoopback() {
        return device.kind().equals("loopback");
    }

    boolean isVeth() {
        return peer != null;
    }

    /** The other end is to be found in another namespace. */
    boolean isPeerElsewhere() {
        return peer != null && peer.namespace() != device.namespace();
    }

    /** {@code veth0}, {@code veth0@veth1} or {@code veth0@if7}. */
    String nameAndLink() {
        if (peer == null) {
            return device.name();
        }
        return device.name() + "@" + (isPeerElsewhere() ? "if" + peer.ifindex() : peer.name());
    }

    List<String> flags() {
        List<String> flags = new ArrayList<>();
        if (device.isUp() && !device.hasCarrier()) {
            flags.add("NO-CARRIER");
        }
        flags.add(isLoopback() ? "LOOPBACK" : "BROADCAST");
        if (isVeth()) {
            flags.add("MULTICAST");
        } else if (!isLoopback()) {
            flags.add("NOARP");
        }
        if (device.isUp()) {
            flags.add("UP");
        }
        if (device.isRunning()) {
            flags.add("LOWER_UP");
        }
        if (peer != null && !isPeerElsewhere() && !peer.isUp()) {
            flags.add("M-DOWN");
        }
        return flags;
    }

    String operationalState() {
        if (!device.isUp()) {
            return "DOWN";
        }
        if (!isVeth()) {
            return "UNKNOWN";
        }
        return device.hasCarrier() ? "UP" : "LOWERLAYERDOWN";
    }

    String qdisc() {
        return device.isUp() ? "noqueue" : "noop";
    }

    String type() {
        return isLoopback() ? "loopback" : "ether";
    }

    String broadcast() {
        return isLoopback() ? "00:00:00:00:00:00" : "ff:ff:ff:ff:ff:ff";
    }

    int minMtu() {
        return isVeth() ? 68 : 0;
    }

    int maxMtu() {
        return isVeth() ? 65535 : 0;
    }

    int queues() {
        return isVeth() ? 2 : 1;
    }

    int tsoMaxSize() {
        return isVeth() || isLoopback() ? 524280 : 65536;
    }

    /** IPv4 first; primaries before secondaries; of IPv6 the wider scope, and of one scope the younger, first. */
    List<InterfaceAddress> addressesInOrder() {
        List<InterfaceAddress> ordered = new ArrayList<>();
        List<InterfaceAddress> secondaries = new ArrayList<>();
        List<InterfaceAddress> links = new ArrayList<>();
        List<InterfaceAddress> globals = new ArrayList<>();
        for (InterfaceAddress address : device.addresses()) {
            if (address.address().isIpv4()) {
                (isSecondary(address) ? secondaries : ordered).add(address);
            } else {
                (address.scope().equals("global") ? globals : links).add(0, address);
            }
        }
        ordered.addAll(secondaries);
        ordered.addAll(globals);
        ordered.addAll(links);
        return ordered;
    }

    /** An earlier address has the same network. */
    boolean isSecondary(InterfaceAddress address) {
        if (!address.address().isIpv4()) {
            return false;
        }
        for (InterfaceAddress earlier : device.addresses()) {
            if (earlier.equals(address)) {
                return false;
            }
            if (earlier.prefixLength() == address.prefixLength()
                    && earlier.address().inSameNetwork(address.address(), address.prefixLength())) {
                return true;
            }
        }
        return false;
    }

    /** {@code kernel_lo} and {@code kernel_ll} for addresses that came of themselves, else {@code null}. */
    String protocol(InterfaceAddress address) {
        if (address.address().isIpv4()) {
            return null;
        }
        if (address.address().isLoopback()) {
            return "kernel_lo";
        }
        boolean fromMac = address.address().isLinkLocal() && (address.address().low() >>> 24 & 0xffff) == 0xfffe;
        return fromMac ? "kernel_ll" : null;
    }
}
