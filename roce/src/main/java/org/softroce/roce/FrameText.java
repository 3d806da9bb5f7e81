package org.softroce.roce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * One line of text per frame: the packet ladder that {@code tcpdump} prints.
 *
 * <pre>
 * IP 192.168.100.10.50377 &gt; 192.168.100.11.4791: RoCEv2 RC_RDMA_WRITE_ONLY, dqpn 35, psn 1118464, ackreq,
 *     reth va 0x7fa8e46e5000 rkey 0x1479 len 100, length 100, icrc ok
 * </pre>
 *
 * <p>(on one line; with {@code -v} IPv4 takes two, as there). What is not RoCE is named in a few words. Nothing
 * throws: a frame that is cut short or wrong says so in its line. The instance keeps no state between frames but the
 * work space of {@link Icrc}; one owner at a time.
 */
public final class FrameText {
    private static final int VERSION_4 = 4;
    private static final int VERSION_6 = 6;
    private static final int PROTOCOL_ICMP = 1;
    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_ICMPV6 = 58;
    private static final int FRAGMENT_OFFSET_MASK = 0x1fff;
    private static final int ARP_BYTES = 28;
    private static final int ARP_OPERATION = 6;
    private static final int ARP_SENDER_MAC = 8;
    private static final int ARP_SENDER = 14;
    private static final int ARP_TARGET = 24;
    private static final int ARP_REQUEST = 1;

    private final Icrc icrc = new Icrc();
    private final boolean linkLevel;
    private final boolean verbose;

    /**
     * Creates a printer.
     *
     * @param linkLevel print Ethernet addresses, type and length first ({@code -e})
     * @param verbose   print IP fields, BTH flags and partition key too ({@code -v})
     */
    public FrameText(boolean linkLevel, boolean verbose) {
        this.linkLevel = linkLevel;
        this.verbose = verbose;
    }

    /** The line of a frame that starts at the first byte of an array. */
    public String line(byte[] frame) {
        return line(frame, frame.length);
    }

    /**
     * The line of a frame of which only the first bytes were captured.
     *
     * @param captured       what was captured of it, from its first byte
     * @param originalLength bytes the frame had on the wire
     */
    public String line(byte[] captured, int originalLength) {
        MemorySegment s = MemorySegment.ofArray(captured);
        StringBuilder text = new StringBuilder();
        if (captured.length < EthernetHeader.SIZE) {
            return "[|ether] " + captured.length + " bytes";
        }
        int type = EthernetHeader.type(s, 0);
        if (linkLevel) {
            text.append(EthernetHeader.text(EthernetHeader.source(s, 0))).append(" > ")
                    .append(EthernetHeader.text(EthernetHeader.destination(s, 0)))
                    .append(", ethertype ").append(typeName(type))
                    .append(String.format(" (0x%04x), length %d: ", type, originalLength));
        }
        try {
            network(text, s, type, originalLength);
        } catch (IndexOutOfBoundsException shorter) {
            text.append(" [|cut short after ").append(captured.length).append(" bytes]");
        }
        return text.toString();
    }

    private void network(StringBuilder text, MemorySegment s, int type, int length) {
        switch (type) {
            case EthernetHeader.TYPE_IPV4 -> ipv4(text, s);
            case EthernetHeader.TYPE_IPV6 -> ipv6(text, s);
            case EthernetHeader.TYPE_ARP -> arp(text, s);
            default -> text.append(linkLevel ? "" : String.format("ethertype %s (0x%04x), ", typeName(type), type))
                    .append("length ").append(length - EthernetHeader.SIZE);
        }
    }

    private static String typeName(int type) {
        return switch (type) {
            case EthernetHeader.TYPE_IPV4 -> "IPv4";
            case EthernetHeader.TYPE_IPV6 -> "IPv6";
            case EthernetHeader.TYPE_ARP -> "ARP";
            case EthernetHeader.TYPE_VLAN -> "802.1Q";
            default -> "Unknown";
        };
    }

    private void ipv4(StringBuilder text, MemorySegment s) {
        long ip = EthernetHeader.SIZE;
        if (Ipv4Header.version(s, ip) != VERSION_4) {
            text.append("IP").append(Ipv4Header.version(s, ip)).append(", not 4, in an IPv4 frame");
            return;
        }
        int total = Ipv4Header.totalLength(s, ip);
        int protocol = Ipv4Header.protocol(s, ip);
        text.append(linkLevel ? "" : "IP ");
        if (verbose) {
            int fragment = Ipv4Header.fragment(s, ip);
            text.append(String.format(
                    "(tos 0x%x, ttl %d, id %d, offset %d, flags [%s], proto %s (%d), length %d)\n    ",
                    Ipv4Header.tos(s, ip), Ipv4Header.ttl(s, ip), Ipv4Header.id(s, ip),
                    (fragment & FRAGMENT_OFFSET_MASK) * 8,
                    (fragment & Ipv4Header.DONT_FRAGMENT) != 0 ? "DF" : "none",
                    protocolName(protocol), protocol, total));
        }
        transport(text, s, Ipv4Header.text(Ipv4Header.source(s, ip)), Ipv4Header.text(Ipv4Header.destination(s, ip)),
                protocol, ip + Ipv4Header.headerLength(s, ip), ip + total);
    }

    private void ipv6(StringBuilder text, MemorySegment s) {
        long ip = EthernetHeader.SIZE;
        int payload = Ipv6Header.payloadLength(s, ip);
        int protocol = Ipv6Header.nextHeader(s, ip);
        text.append(linkLevel ? "" : "IP6 ");
        if (verbose) {
            int trafficClass = Ipv6Header.trafficClass(s, ip);
            int flowLabel = Ipv6Header.flowLabel(s, ip);
            text.append(trafficClass == 0 ? "(" : String.format("(class 0x%02x, ", trafficClass))
                    .append(flowLabel == 0 ? "" : String.format("flowlabel 0x%05x, ", flowLabel))
                    .append(String.format("hlim %d, next-header %s (%d) payload length: %d) ",
                            Ipv6Header.hopLimit(s, ip), protocolName(protocol), protocol, payload));
        }
        transport(text, s, Ipv6Header.text(Ipv6Header.sourceHigh(s, ip), Ipv6Header.sourceLow(s, ip)),
                Ipv6Header.text(Ipv6Header.destinationHigh(s, ip), Ipv6Header.destinationLow(s, ip)),
                protocol, ip + Ipv6Header.SIZE, ip + Ipv6Header.SIZE + payload);
    }

    private static String protocolName(int protocol) {
        return switch (protocol) {
            case PROTOCOL_ICMP -> "ICMP";
            case PROTOCOL_TCP -> "TCP";
            case Ipv4Header.PROTOCOL_UDP -> "UDP";
            case PROTOCOL_ICMPV6 -> "ICMP6";
            default -> "proto-" + protocol;
        };
    }

    private void transport(StringBuilder text, MemorySegment s, String from, String to, int protocol, long at,
            long end) {
        if (protocol != Ipv4Header.PROTOCOL_UDP && protocol != PROTOCOL_TCP) {
            text.append(from).append(" > ").append(to).append(": ").append(protocolName(protocol))
                    .append(", length ").append(end - at);
            return;
        }
        int port = UdpHeader.destinationPort(s, at);
        text.append(from).append('.').append(UdpHeader.sourcePort(s, at)).append(" > ").append(to).append('.')
                .append(port).append(": ");
        if (protocol == PROTOCOL_TCP) {
            TcpText.append(text, s, at, end);
        } else if (port == UdpHeader.ROCE_PORT) {
            roce(text, s, at + UdpHeader.SIZE, end);
        } else {
            text.append("UDP, length ").append(UdpHeader.length(s, at) - UdpHeader.SIZE);
        }
    }

    private void roce(StringBuilder text, MemorySegment s, long bth, long end) {
        int opcode = Bth.opcode(s, bth);
        int pad = Bth.pad(s, bth);
        long payload = end - Icrc.SIZE - pad - bth - RoceOpcode.headerLength(opcode);
        text.append("RoCEv2 ").append(RoceOpcode.name(opcode)).append(", dqpn ").append(Bth.qpn(s, bth))
                .append(", psn ").append(Bth.psn(s, bth));
        text.append(Bth.ackRequest(s, bth) ? ", ackreq" : "").append(Bth.solicited(s, bth) ? ", solicited" : "");
        if (verbose) {
            text.append(String.format(", pkey 0x%04x, migreq %d, tver %d, pad %d", Bth.pkey(s, bth),
                    Bth.migReq(s, bth) ? 1 : 0, Bth.tver(s, bth), pad));
        }
        if (!RoceOpcode.known(opcode)) {
            text.append(" [unknown opcode]");
            return;
        }
        if (payload < 0) {
            text.append(" [malformed: headers and padding are ").append(-payload).append(" bytes longer than UDP]");
            return;
        }
        for (RoceHeader header : RoceOpcode.headers(opcode)) {
            extension(text, s, bth + RoceOpcode.offset(opcode, header), header);
        }
        text.append(", length ").append(payload);
        if ((opcode & RoceOpcode.SERVICE_MASK) == RoceOpcode.UD && Bth.qpn(s, bth) == Qpn.GSI) {
            MadText.append(text, s, bth + RoceOpcode.headerLength(opcode), payload);
        }
        icrc(text, s, end);
    }

    private void icrc(StringBuilder text, MemorySegment s, long end) {
        ByteBuffer view = s.asByteBuffer();
        text.append(switch (icrc.verify(s, view, EthernetHeader.SIZE, (int) end - Icrc.SIZE)) {
            case RIGHT -> ", icrc ok";
            case LINUX_FLUSH -> ", icrc ok (flush form of Linux)";
            case WRONG -> String.format(", icrc bad 0x%08x (should be 0x%08x)",
                    Icrc.stored(s, (int) end - Icrc.SIZE),
                    icrc.compute(s, view, EthernetHeader.SIZE, (int) end - Icrc.SIZE));
        });
    }

    private static void extension(StringBuilder text, MemorySegment s, long at, RoceHeader header) {
        text.append(switch (header) {
            case RETH -> String.format(", reth va 0x%x rkey 0x%x len %s", Reth.va(s, at), Reth.rkey(s, at),
                    Integer.toUnsignedString(Reth.length(s, at)));
            case AETH -> ", aeth " + AethSyndrome.text(Aeth.syndrome(s, at)) + " msn " + Aeth.msn(s, at);
            case ATMETH -> String.format(", atomic va 0x%x rkey 0x%x swap/add 0x%x compare 0x%x",
                    AtomicEth.va(s, at), AtomicEth.rkey(s, at), AtomicEth.swapAdd(s, at), AtomicEth.compare(s, at));
            case ATMACK -> String.format(", original 0x%x", AtomicAckEth.original(s, at));
            case IMMDT -> String.format(", imm 0x%08x", ImmDt.imm(s, at));
            case IETH -> String.format(", invalidate rkey 0x%x", Ieth.rkey(s, at));
            case DETH -> String.format(", deth qkey 0x%08x sqpn %d", Deth.qkey(s, at), Deth.sourceQpn(s, at));
            case FETH -> ", flush" + ((Feth.placement(s, at) & Feth.GLOBAL) != 0 ? " global" : "")
                    + ((Feth.placement(s, at) & Feth.PERSISTENT) != 0 ? " persistent" : "")
                    + (Feth.selectivity(s, at) == Feth.REGION ? " region" : " range");
            case BTH -> "";
        });
    }

    private void arp(StringBuilder text, MemorySegment s) {
        long at = EthernetHeader.SIZE;
        text.append(linkLevel ? "" : "ARP, ");
        String sender = Ipv4Header.text(Be.u32(s, at + ARP_SENDER));
        String target = Ipv4Header.text(Be.u32(s, at + ARP_TARGET));
        if (Be.u16(s, at + ARP_OPERATION) == ARP_REQUEST) {
            text.append("Request who-has ").append(target).append(" tell ").append(sender);
        } else {
            text.append("Reply ").append(sender).append(" is-at ")
                    .append(EthernetHeader.text(Be.u64(s, at + ARP_SENDER_MAC) >>> 16));
        }
        text.append(", length ").append(ARP_BYTES);
    }
}
