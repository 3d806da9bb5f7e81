package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.UdpTunnelHandler;

/**
 * The receive path: from the Ethernet header of a frame to the handler of its UDP port.
 *
 * <p>Header checksums of embedded devices are not verified (nothing can damage them on the way); lengths are.
 *
 * @mirrors net/ipv4/ip_input.c#ip_rcv
 */
final class Receiving {

    private static final Logger LOG = LoggerFactory.getLogger(Receiving.class);
    private static final int IPPROTO_UDP = 17;
    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int UDP_BYTES = 8;
    /** Bits of flags and offset that make a packet a fragment. */
    private static final int FRAGMENT = 0x3fff;

    private final DropCounters drops;
    private final UdpTunnels tunnels;
    private volatile boolean failureLogged;

    Receiving(DropCounters drops, UdpTunnels tunnels) {
        this.drops = drops;
        this.tunnels = tunnels;
    }

    /** Delivers a frame at its {@link SkBuff#device()}, or drops and counts it. */
    void receive(SkBuff skb) {
        Device device = (Device) skb.device();
        DropReason reason = device.accept(skb);
        if (reason == null) {
            reason = network(device, device.state(), skb);
        }
        if (reason == null) {
            deliver(device, skb);
            return;
        }
        drops.count(reason);
        device.statistics.droppedOnReceive();
        skb.free();
    }

    private void deliver(Device device, SkBuff skb) {
        UdpTunnelHandler handler = tunnels.handler(Frame.u16(skb.data(), skb.transport() + 2));
        if (handler == null) {
            drops.count(DropReason.NO_SOCKET);
            device.statistics.droppedOnReceive();
            skb.free();
            return;
        }
        try {
            handler.receive(device, skb);
        } catch (RuntimeException e) {
            failed(device, e);
        }
    }

    private void failed(Device device, RuntimeException e) {
        drops.count(DropReason.RECEIVER_FAILED);
        device.statistics.droppedOnReceive();
        if (!failureLogged) {
            failureLogged = true;
            LOG.error("a receiver of datagrams failed at {}; later failures are only counted", device.name(), e);
        }
    }

    private DropReason network(Device device, DeviceState state, SkBuff skb) {
        MemorySegment data = skb.data();
        long destination = Frame.destination(data);
        if (destination != state.mac().value() && !Frame.isGroup(destination)) {
            return DropReason.OTHERHOST;
        }
        skb.setNetwork(Frame.NETWORK);
        return switch (Frame.u16(data, Frame.ETHERTYPE)) {
            case Frame.ETHERTYPE_IPV4 -> ipv4(state, skb, data);
            case Frame.ETHERTYPE_IPV6 -> ipv6(state, skb, data);
            default -> DropReason.UNHANDLED_ETHERTYPE;
        };
    }

    private DropReason ipv4(DeviceState state, SkBuff skb, MemorySegment data) {
        int at = Frame.NETWORK;
        int available = skb.end() - at;
        if (available < IPV4_BYTES) {
            return DropReason.IP_INHDR;
        }
        long start = Frame.i64(data, at);
        int header = (int) (start >>> 56 & 15) * 4;
        int total = (int) (start >>> 32) & 0xffff;
        if (start >>> 60 != 4 || header < IPV4_BYTES || total < header || total > available) {
            return DropReason.IP_INHDR;
        }
        if ((start & FRAGMENT) != 0) {
            return DropReason.IP_FRAGMENT;
        }
        int destination = Frame.i32(data, at + 16);
        if (!state.namespace().local().containsIpv4(destination) && destination >>> 28 != 0xe) {
            return DropReason.IP_NOT_LOCAL;
        }
        return Frame.u8(data, at + 9) != IPPROTO_UDP ? DropReason.UNHANDLED_PROTOCOL
                : udp(skb, data, at + header, at + total);
    }

    private DropReason ipv6(DeviceState state, SkBuff skb, MemorySegment data) {
        int at = Frame.NETWORK;
        int available = skb.end() - at;
        if (available < IPV6_BYTES) {
            return DropReason.IP_INHDR;
        }
        long start = Frame.i64(data, at);
        int payload = (int) (start >>> 16) & 0xffff;
        if (start >>> 60 != 6 || payload > available - IPV6_BYTES) {
            return DropReason.IP_INHDR;
        }
        long high = Frame.i64(data, at + 24);
        if (!state.namespace().local().contains(high, Frame.i64(data, at + 32)) && high >>> 56 != 0xff) {
            return DropReason.IP_NOT_LOCAL;
        }
        return (start >>> 8 & 0xff) != IPPROTO_UDP ? DropReason.UNHANDLED_PROTOCOL
                : udp(skb, data, at + IPV6_BYTES, at + IPV6_BYTES + payload);
    }

    /** Bytes behind the datagram (padding of short frames) are cut off. */
    private static DropReason udp(SkBuff skb, MemorySegment data, int at, int end) {
        if (end - at < UDP_BYTES) {
            return DropReason.UDP_HDR;
        }
        int length = Frame.u16(data, at + 4);
        if (length < UDP_BYTES || length > end - at) {
            return DropReason.UDP_HDR;
        }
        skb.setTransport(at);
        skb.setEnd(at + length);
        return null;
    }
}
