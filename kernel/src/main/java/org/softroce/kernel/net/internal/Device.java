package org.softroce.kernel.net.internal;

import java.util.List;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.net.SkBuff;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * An embedded device: a veth end, a loopback or a dummy.
 *
 * @mirrors drivers/net/veth.c#veth_xmit
 */
final class Device implements NetDevice {

    /** What the device is. */
    enum Kind {
        LOOPBACK("loopback", 65536, -1), VETH("veth", 1500, 10_000), DUMMY("dummy", 1500, -1);

        private final String text;
        private final int mtu;
        private final int speedMbps;

        Kind(String text, int mtu, int speedMbps) {
            this.text = text;
            this.mtu = mtu;
            this.speedMbps = speedMbps;
        }
    }

    /** A receiver takes frames of its own MTU plus this much (a VLAN tag), as Linux does. */
    private static final int RECEIVE_SLACK = 4;

    final DeviceStatistics statistics = new DeviceStatistics();

    private final int ifindex;
    private final Kind kind;
    private final DropCounters drops;
    private final Softnets softnets;
    private Device peer;
    private volatile DeviceState state;

    Device(int ifindex, Kind kind, Namespace namespace, String name, MacAddress mac, DropCounters drops,
            Softnets softnets) {
        this.ifindex = ifindex;
        this.kind = kind;
        this.drops = drops;
        this.softnets = softnets;
        state = new DeviceState(namespace, name, mac, kind.mtu, false, false, kind != Kind.VETH, List.of(), null);
    }

    /** Joins two veth ends; before either is registered. */
    static void pair(Device one, Device other) {
        one.peer = other;
        other.peer = one;
    }

    DeviceState state() {
        return state;
    }

    /** Under the configuration lock. */
    void update(DeviceState value) {
        state = value;
    }

    Kind type() {
        return kind;
    }

    Device otherEnd() {
        return peer;
    }

    @Override
    public int ifindex() {
        return ifindex;
    }

    @Override
    public String name() {
        return state.name();
    }

    @Override
    public String kind() {
        return kind.text;
    }

    @Override
    public NetNamespace namespace() {
        return state.namespace();
    }

    @Override
    public MacAddress address() {
        return state.mac();
    }

    @Override
    public int mtu() {
        return state.mtu();
    }

    @Override
    public boolean isUp() {
        return state.up();
    }

    @Override
    public boolean hasCarrier() {
        return state.carrier();
    }

    @Override
    public boolean isRunning() {
        return state.running();
    }

    @Override
    public NetDevice peer() {
        return peer;
    }

    @Override
    public List<InterfaceAddress> addresses() {
        return state.addresses();
    }

    @Override
    public boolean isRegistered() {
        return state.registered();
    }

    @Override
    public int speedMbps() {
        return kind.speedMbps;
    }

    @Override
    public long[] statistics() {
        return statistics.snapshot();
    }

    @Override
    public boolean xmit(SkBuff skb) {
        DeviceState now = state;
        int bytes = skb.length();
        DropReason refusal = refusal(now, bytes);
        if (refusal != null) {
            return droppedOnSend(skb, refusal);
        }
        if (now.taps() != null) {
            capture(now.taps(), skb, PacketTap.OUTGOING);
        }
        Device target = Frame.destination(skb.data()) == now.mac().value() ? this : peer;
        if (target == null && kind == Kind.LOOPBACK) {
            target = this;
        }
        if (target == null) {
            statistics.sent(bytes);
            skb.free();
            return true;
        }
        skb.setDevice(target);
        if (!softnets.current().enqueue(skb)) {
            return droppedOnSend(skb, DropReason.BACKLOG_FULL);
        }
        statistics.sent(bytes);
        return true;
    }

    private static DropReason refusal(DeviceState now, int bytes) {
        if (!now.up()) {
            return DropReason.DEVICE_DOWN;
        }
        if (!now.carrier()) {
            return DropReason.NO_CARRIER;
        }
        if (bytes < Frame.ETHERNET_BYTES) {
            return DropReason.FRAME_TOO_SHORT;
        }
        return bytes > now.mtu() + Frame.ETHERNET_BYTES ? DropReason.PKT_TOO_BIG : null;
    }

    private boolean droppedOnSend(SkBuff skb, DropReason reason) {
        drops.count(reason);
        statistics.droppedOnSend();
        skb.free();
        return false;
    }

    private void capture(PacketTap[] taps, SkBuff skb, int direction) {
        skb.completeChecksum();
        for (PacketTap tap : taps) {
            tap.capture(this, skb, direction);
        }
    }

    /** First steps of a frame that arrives: {@code null} if the device takes it. */
    DropReason accept(SkBuff skb) {
        DeviceState now = state;
        if (!now.up()) {
            return DropReason.DEVICE_DOWN;
        }
        int bytes = skb.length();
        if (bytes > now.mtu() + Frame.ETHERNET_BYTES + RECEIVE_SLACK) {
            return DropReason.PKT_TOO_BIG;
        }
        if (now.taps() != null) {
            capture(now.taps(), skb, PacketTap.INCOMING);
        }
        statistics.received(bytes);
        return null;
    }

    @Override
    public MacAddress resolve(IpAddress destination) {
        DeviceState now = state;
        if (!now.up()) {
            throw new ErrnoException(Errno.ENETDOWN, "device " + now.name() + " is down; ip link set " + now.name()
                    + " up");
        }
        if (destination.isMulticast()) {
            return multicastMac(destination);
        }
        if (now.addresses().stream().anyMatch(a -> a.address().equals(destination))) {
            return now.mac();
        }
        return switch (kind) {
            case LOOPBACK -> resolveOnLoopback(now, destination);
            case VETH -> resolveOnVeth(now, destination);
            case DUMMY -> throw unreachable(now, destination, "a dummy device leads nowhere but to its own addresses, "
                    + now.addresses());
        };
    }

    private MacAddress resolveOnLoopback(DeviceState now, IpAddress destination) {
        if (now.namespace().isLocal(destination)) {
            return now.mac();
        }
        throw unreachable(now, destination, "lo leads to the addresses of " + now.namespace().described() + " only: "
                + addressTexts(now.namespace().members()));
    }

    private MacAddress resolveOnVeth(DeviceState now, IpAddress destination) {
        DeviceState there = peer.state;
        if (!now.carrier()) {
            throw unreachable(now, destination, "no carrier: the other end, " + there.name() + " in "
                    + there.namespace().described() + ", is down");
        }
        boolean atPeer = there.addresses().stream().anyMatch(a -> a.address().equals(destination));
        if (atPeer || there.namespace().isLocal(destination)) {
            return there.mac();
        }
        throw unreachable(now, destination, "at the other end, " + there.name() + " in "
                + there.namespace().described() + ", there is " + addressTexts(there.namespace().members()));
    }

    private static ErrnoException unreachable(DeviceState now, IpAddress destination, String why) {
        return new ErrnoException(Errno.EHOSTUNREACH, destination + " is not reached through " + now.name() + "; "
                + why);
    }

    private static String addressTexts(Device[] devices) {
        StringBuilder text = new StringBuilder();
        for (Device device : devices) {
            DeviceState state = device.state;
            for (InterfaceAddress address : state.up() ? state.addresses() : List.<InterfaceAddress>of()) {
                text.append(text.isEmpty() ? "" : ", ").append(address.address()).append(" (").append(state.name())
                        .append(')');
            }
        }
        return text.isEmpty() ? "no address at all" : text.toString();
    }

    /** RFC 1112 and RFC 2464: the low bits of the group behind a fixed prefix. */
    private static MacAddress multicastMac(IpAddress group) {
        return new MacAddress(group.isIpv4() ? 0x0100_5e00_0000L | group.ipv4() & 0x7f_ffff
                : 0x3333_0000_0000L | group.low() & 0xffff_ffffL);
    }

    @Override
    public String toString() {
        return ifindex + ": " + name();
    }
}
