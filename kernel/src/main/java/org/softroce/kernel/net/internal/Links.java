package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceEvent.Type;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * What the configuration calls do to devices, with the events each step causes; always under the RTNL.
 *
 * @mirrors net/core/dev.c
 */
final class Links {

    static final int MIN_MTU = 68;
    static final int MAX_MTU = 65535;
    private static final InterfaceAddress LOOPBACK_IPV4 = new InterfaceAddress(IpAddress.ofIpv4(0x7f00_0001), 8);
    private static final InterfaceAddress LOOPBACK_IPV6 = new InterfaceAddress(new IpAddress(0, 1), 128);
    private static final int LINK_LOCAL_PREFIX = 64;

    private final ReentrantLock rtnl;
    private final NetNotifier notifier;
    private final Function<Device, PacketTap[]> taps;
    private final Consumer<String> synchronize;

    /**
     * The operations on the devices of one machine.
     *
     * @param taps who captures from a device
     * @param synchronize waits until no thread uses a frame it received before; told what goes away
     */
    Links(ReentrantLock rtnl, NetNotifier notifier, Function<Device, PacketTap[]> taps,
            Consumer<String> synchronize) {
        this.rtnl = rtnl;
        this.notifier = notifier;
        this.taps = taps;
        this.synchronize = synchronize;
    }

    /** The device if it is still there. ENODEV. */
    Device known(NetDevice netDevice) {
        Device device = (Device) netDevice;
        if (device == null || !device.isRegistered()) {
            throw new ErrnoException(Errno.ENODEV, device == null ? "no such device"
                    : "device " + device.name() + " was deleted");
        }
        return device;
    }

    /** Enters the device into a namespace, down and without addresses. */
    void register(Device device, Namespace namespace) {
        assert rtnl.isHeldByCurrentThread();
        device.update(device.state().withNamespace(namespace).withRegistered(true));
        device.update(device.state().withTaps(taps.apply(device)));
        namespace.add(device);
        notifier.tell(Type.REGISTER, device);
    }

    /** Takes it out of its namespace: down, the last frame delivered, addresses gone, then UNREGISTER. */
    void unregister(Device device) {
        assert rtnl.isHeldByCurrentThread();
        if (device.isUp()) {
            setUp(device, false);
            synchronize.accept(device.name());
        }
        for (InterfaceAddress address : device.addresses()) {
            removeAddress(device, address);
        }
        PacketTap[] watching = taps.apply(device);
        device.update(device.state().withRegistered(false).withTaps(null));
        for (PacketTap tap : watching == null ? new PacketTap[0] : watching) {
            tap.unregistered(device);
        }
        device.state().namespace().remove(device);
        notifier.tell(Type.UNREGISTER, device);
    }

    void setUp(Device device, boolean up) {
        assert rtnl.isHeldByCurrentThread();
        if (device.isUp() == up) {
            return;
        }
        device.update(device.state().withUp(up));
        device.state().namespace().addressesChanged();
        Device peer = device.otherEnd();
        boolean carrier = peer == null || up && peer.isUp();
        boolean carrierChanged = peer != null && device.hasCarrier() != carrier;
        if (carrierChanged) {
            device.update(device.state().withCarrier(carrier));
            peer.update(peer.state().withCarrier(carrier));
        }
        notifier.tell(up ? Type.UP : Type.DOWN, device);
        if (up) {
            linkReady(device);
        } else {
            loseIpv6(device);
        }
        if (carrierChanged) {
            if (up) {
                notifier.tell(Type.CHANGE, device);
            }
            notifier.tell(Type.CHANGE, peer);
            linkReady(peer);
        }
    }

    /** What comes of itself when frames can flow: 127.0.0.1 and ::1 of lo, else the link-local address. */
    private void linkReady(Device device) {
        if (!device.isRunning()) {
            return;
        }
        if (device.type() == Device.Kind.LOOPBACK) {
            addMissing(device, LOOPBACK_IPV4);
            addMissing(device, LOOPBACK_IPV6);
            return;
        }
        boolean none = device.addresses().stream().noneMatch(a -> a.address().isLinkLocal());
        if (none) {
            addMissing(device, new InterfaceAddress(device.address().toLinkLocal(), LINK_LOCAL_PREFIX));
        }
    }

    private void addMissing(Device device, InterfaceAddress address) {
        if (!device.addresses().contains(address)) {
            insertAddress(device, address);
        }
    }

    private void loseIpv6(Device device) {
        for (InterfaceAddress address : device.addresses()) {
            if (!address.address().isIpv4()) {
                removeAddress(device, address);
            }
        }
    }

    void setMtu(Device device, int mtu) {
        boolean ethernet = device.type() == Device.Kind.VETH;
        int least = ethernet ? MIN_MTU : 0;
        int most = ethernet ? MAX_MTU : Integer.MAX_VALUE;
        if (mtu < least || mtu > most) {
            throw new ErrnoException(Errno.EINVAL, "mtu " + mtu + " of " + device.name() + " is outside " + least
                    + ".." + most);
        }
        int previous = device.mtu();
        if (previous != mtu) {
            device.update(device.state().withMtu(mtu));
            notifier.tellChange(Type.CHANGE_MTU, device, previous);
        }
    }

    /** The link-local IPv6 address stays what it was, as on Linux. */
    void setMac(Device device, MacAddress mac) {
        requireUnicast(mac);
        MacAddress previous = device.address();
        if (!previous.equals(mac)) {
            device.update(device.state().withMac(mac));
            notifier.tellChange(Type.CHANGE_ADDR, device, previous);
        }
    }

    static MacAddress requireUnicast(MacAddress mac) {
        if (mac.isZero() || Frame.isGroup(mac.value())) {
            throw new ErrnoException(Errno.EADDRNOTAVAIL, "hardware address " + mac
                    + " is zero or a multicast one; take one such as 02:00:00:00:00:10");
        }
        return mac;
    }

    void rename(Device device, String wanted) {
        String previous = device.name();
        if (previous.equals(wanted)) {
            return;
        }
        String name = DeviceNames.choose(device.state().namespace(), wanted, null);
        device.update(device.state().withName(name));
        notifier.tellChange(Type.CHANGE_NAME, device, previous);
    }

    void addAddress(Device device, InterfaceAddress address) {
        IpAddress ip = address.address();
        int bits = ip.isIpv4() ? 32 : 128;
        if (address.prefixLength() < 0 || address.prefixLength() > bits) {
            throw new ErrnoException(Errno.EINVAL, "prefix length " + address.prefixLength() + " of " + ip
                    + " is outside 0.." + bits);
        }
        if (ip.isMulticast() || ip.isAny()) {
            throw new ErrnoException(ip.isIpv4() ? Errno.EINVAL : Errno.EADDRNOTAVAIL, ip
                    + " cannot be the address of a device: it stands for " + (ip.isAny() ? "none" : "a group"));
        }
        for (InterfaceAddress there : device.addresses()) {
            boolean same = there.address().equals(ip);
            if (same && (!ip.isIpv4() || there.prefixLength() == address.prefixLength())) {
                throw new ErrnoException(Errno.EEXIST, device.name() + " has the address " + ip + "/"
                        + there.prefixLength() + " already");
            }
        }
        insertAddress(device, address);
    }

    void deleteAddress(Device device, InterfaceAddress address) {
        if (!device.addresses().contains(address)) {
            throw new ErrnoException(Errno.EADDRNOTAVAIL, device.name() + " has no address " + address.address() + "/"
                    + address.prefixLength() + "; it has " + texts(device.addresses()));
        }
        removeAddress(device, address);
    }

    private static String texts(List<InterfaceAddress> addresses) {
        List<String> texts = new ArrayList<>();
        addresses.forEach(a -> texts.add(a.address() + "/" + a.prefixLength()));
        return texts.isEmpty() ? "none" : String.join(", ", texts);
    }

    private void insertAddress(Device device, InterfaceAddress address) {
        List<InterfaceAddress> more = new ArrayList<>(device.addresses());
        more.add(address);
        device.update(device.state().withAddresses(more));
        device.state().namespace().addressesChanged();
        notifier.tell(Type.ADDRESS_ADDED, device, address);
    }

    private void removeAddress(Device device, InterfaceAddress address) {
        List<InterfaceAddress> fewer = new ArrayList<>(device.addresses());
        fewer.remove(address);
        device.update(device.state().withAddresses(fewer));
        device.state().namespace().addressesChanged();
        notifier.tell(Type.ADDRESS_REMOVED, device, address);
    }
}
