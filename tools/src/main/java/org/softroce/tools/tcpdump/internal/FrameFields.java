package org.softroce.tools.tcpdump.internal;

import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;
import org.softroce.kernel.net.IpAddress;
import org.softroce.roce.EthernetHeader;
import org.softroce.roce.Ipv4Header;
import org.softroce.roce.Ipv6Header;
import org.softroce.roce.UdpHeader;

/**
 * What a filter looks at.
 *
 * @param type            Ethernet type
 * @param ipProtocol      -1 without IP
 * @param source          {@code null} without IP
 * @param sourcePort      -1 without TCP or UDP
 * @param destinationPort likewise
 */
record FrameFields(int type, int ipProtocol, IpAddress source, IpAddress destination, int sourcePort,
        int destinationPort, int length) {
    private static final int ICMP = 1;
    private static final int TCP = 6;
    private static final int UDP = Ipv4Header.PROTOCOL_UDP;
    private static final int ICMP6 = 58;

    static FrameFields of(Capture frame) {
        MemorySegment s = MemorySegment.ofArray(frame.data());
        int length = frame.originalLength();
        int captured = frame.data().length;
        int type = captured < EthernetHeader.SIZE ? -1 : EthernetHeader.type(s, 0);
        long ip = EthernetHeader.SIZE;
        if (type == EthernetHeader.TYPE_IPV4 && captured >= ip + Ipv4Header.SIZE) {
            return ported(s, ip + Ipv4Header.headerLength(s, ip), new FrameFields(type, Ipv4Header.protocol(s, ip),
                    IpAddress.ofIpv4(Ipv4Header.source(s, ip)), IpAddress.ofIpv4(Ipv4Header.destination(s, ip)),
                    -1, -1, length));
        }
        if (type == EthernetHeader.TYPE_IPV6 && captured >= ip + Ipv6Header.SIZE) {
            return ported(s, ip + Ipv6Header.SIZE, new FrameFields(type, Ipv6Header.nextHeader(s, ip),
                    new IpAddress(Ipv6Header.sourceHigh(s, ip), Ipv6Header.sourceLow(s, ip)),
                    new IpAddress(Ipv6Header.destinationHigh(s, ip), Ipv6Header.destinationLow(s, ip)),
                    -1, -1, length));
        }
        return new FrameFields(type, -1, null, null, -1, -1, length);
    }

    private static FrameFields ported(MemorySegment s, long at, FrameFields f) {
        boolean ports = (f.ipProtocol == UDP || f.ipProtocol == TCP) && s.byteSize() >= at + 4;
        return !ports ? f : new FrameFields(f.type, f.ipProtocol, f.source, f.destination,
                UdpHeader.sourcePort(s, at), UdpHeader.destinationPort(s, at), f.length);
    }

    /** The test of a protocol's name, {@code null} when it is none. */
    static Predicate<FrameFields> protocol(String name) {
        return switch (name) {
            case "ip" -> frame -> frame.type == EthernetHeader.TYPE_IPV4;
            case "ip6" -> frame -> frame.type == EthernetHeader.TYPE_IPV6;
            case "arp" -> frame -> frame.type == EthernetHeader.TYPE_ARP;
            case "udp" -> frame -> frame.ipProtocol == UDP;
            case "tcp" -> frame -> frame.ipProtocol == TCP;
            case "icmp" -> frame -> frame.ipProtocol == ICMP && frame.type == EthernetHeader.TYPE_IPV4;
            case "icmp6" -> frame -> frame.ipProtocol == ICMP6 && frame.type == EthernetHeader.TYPE_IPV6;
            default -> null;
        };
    }
}
