package org.softroce.roce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * One RoCEv2 frame as records, for tests and tools: everything the bytes say, and back to the same bytes.
 *
 * <p>Nothing is normalised: reserved bits, checksums and the ICRC are kept as found, and {@link #encode()} writes them
 * as kept. Use {@link #withIcrc()} to get the right checksums after a change.
 *
 * @param ethernet   addresses
 * @param ip         IPv4 or IPv6
 * @param udp        ports, length, checksum
 * @param bth        base transport header
 * @param extensions the headers after it, in their order
 * @param payload    payload without padding
 * @param padding    zero to three bytes
 * @param icrc       the invariant CRC, as {@link Icrc#compute} gives it
 * @param trailer    bytes behind the IP packet, such as Ethernet padding
 */
public record RoceFrame(Ethernet ethernet, Ip ip, Udp udp, BaseTransport bth, List<Extension> extensions,
        byte[] payload, byte[] padding, int icrc, byte[] trailer) {

    /** Ethernet addresses, each in the low 48 bits. */
    public record Ethernet(long destination, long source) {
    }

    /** The network layer. */
    public sealed interface Ip {
    }

    /** IPv4 without options. */
    public record Ip4(int tos, int totalLength, int id, int fragment, int ttl, int checksum, int source,
            int destination) implements Ip {
    }

    /** IPv6; an address is two big-endian halves. */
    public record Ip6(int trafficClass, int flowLabel, int payloadLength, int hopLimit, long sourceHigh,
            long sourceLow, long destinationHigh, long destinationLow) implements Ip {
    }

    /** UDP header. */
    public record Udp(int sourcePort, int destinationPort, int length, int checksum) {
    }

    /**
     * Base transport header.
     *
     * @param flags  see {@link Bth#flags(boolean, boolean, int)}
     * @param resv8a byte 4: FECN, BECN and six reserved bits
     * @param resv7  the seven reserved bits before the PSN
     */
    public record BaseTransport(int opcode, int flags, int pkey, int resv8a, int qpn, boolean ackRequest, int resv7,
            int psn) {
    }

    /** A header between the BTH and the payload. */
    public sealed interface Extension {
    }

    /** See {@link org.softroce.roce.Reth}. */
    public record RdmaHeader(long va, int rkey, int length) implements Extension {
    }

    /** See {@link org.softroce.roce.Aeth}. */
    public record AckHeader(int syndrome, int msn) implements Extension {
    }

    /** See {@link org.softroce.roce.AtomicEth}. */
    public record AtomicHeader(long va, int rkey, long swapAdd, long compare) implements Extension {
    }

    /** See {@link org.softroce.roce.AtomicAckEth}. */
    public record AtomicAckHeader(long original) implements Extension {
    }

    /** See {@link org.softroce.roce.ImmDt}. */
    public record Immediate(int value) implements Extension {
    }

    /** See {@link org.softroce.roce.Ieth}. */
    public record Invalidate(int rkey) implements Extension {
    }

    /** See {@link org.softroce.roce.Deth}; the source word has eight reserved bits on top. */
    public record Datagram(int qkey, int sourceWord) implements Extension {
        /** Source queue pair, 24 bits. */
        public int sourceQpn() {
            return sourceWord & Qpn.MASK;
        }
    }

    /** See {@link org.softroce.roce.Feth}. */
    public record Flush(int bits) implements Extension {
    }

    private static final int VERSION_4_IHL_5 = 0x45;
    private static final int VERSION_6 = 6;
    private static final int RESV7_MASK = 0x7f;

    /** Whether the bytes are an Ethernet frame with UDP to port 4791 over IPv4 without options, or IPv6. */
    public static boolean isRoce(MemorySegment s, long at, long length) {
        if (length < EthernetHeader.SIZE + Ipv4Header.SIZE + UdpHeader.SIZE) {
            return false;
        }
        long ip = at + EthernetHeader.SIZE;
        int type = EthernetHeader.type(s, at);
        if (type == EthernetHeader.TYPE_IPV4) {
            return Be.u8(s, ip) == VERSION_4_IHL_5 && Ipv4Header.protocol(s, ip) == Ipv4Header.PROTOCOL_UDP
                    && UdpHeader.destinationPort(s, ip + Ipv4Header.SIZE) == UdpHeader.ROCE_PORT;
        }
        return type == EthernetHeader.TYPE_IPV6 && Ipv6Header.version(s, ip) == VERSION_6
                && length >= EthernetHeader.SIZE + Ipv6Header.SIZE + UdpHeader.SIZE
                && Ipv6Header.nextHeader(s, ip) == Ipv4Header.PROTOCOL_UDP
                && UdpHeader.destinationPort(s, ip + Ipv6Header.SIZE) == UdpHeader.ROCE_PORT;
    }

    /**
     * Takes a frame apart.
     *
     * @throws IllegalArgumentException when it is not RoCEv2, is cut short, or its opcode is unknown; the text says
     *                                  which value is wrong
     */
    public static RoceFrame decode(MemorySegment s, long at, long length) {
        if (!isRoce(s, at, length)) {
            throw new IllegalArgumentException("not RoCEv2: no UDP packet to port " + UdpHeader.ROCE_PORT);
        }
        long ipAt = at + EthernetHeader.SIZE;
        Ip ip = decodeIp(s, ipAt);
        long udpAt = ipAt + (ip instanceof Ip4 ? Ipv4Header.SIZE : Ipv6Header.SIZE);
        long end = ip instanceof Ip4 v4 ? ipAt + v4.totalLength : udpAt + ((Ip6) ip).payloadLength;
        if (end > at + length) {
            throw new IllegalArgumentException("cut short: IP packet ends at byte " + (end - at)
                    + " of a frame of " + length);
        }
        Udp udp = new Udp(UdpHeader.sourcePort(s, udpAt), UdpHeader.destinationPort(s, udpAt),
                UdpHeader.length(s, udpAt), UdpHeader.checksum(s, udpAt));
        long bthAt = udpAt + UdpHeader.SIZE;
        if (bthAt + Bth.SIZE + Icrc.SIZE > end) {
            throw new IllegalArgumentException("UDP payload of " + (end - bthAt)
                    + " bytes is shorter than BTH and ICRC");
        }
        BaseTransport bth = decodeBth(s, bthAt);
        long payloadAt = bthAt + RoceOpcode.headerLength(bth.opcode);
        long paddingAt = end - Icrc.SIZE - Bth.pad(s, bthAt);
        if (!RoceOpcode.known(bth.opcode)) {
            throw new IllegalArgumentException("unknown opcode " + RoceOpcode.name(bth.opcode));
        }
        if (payloadAt > paddingAt) {
            throw new IllegalArgumentException("headers of " + RoceOpcode.name(bth.opcode) + " end at byte "
                    + (payloadAt - at) + ", padding starts at byte " + (paddingAt - at));
        }
        return new RoceFrame(
                new Ethernet(EthernetHeader.destination(s, at), EthernetHeader.source(s, at)), ip, udp, bth,
                decodeExtensions(s, bthAt, bth.opcode), bytes(s, payloadAt, paddingAt),
                bytes(s, paddingAt, end - Icrc.SIZE), Icrc.stored(s, (int) end - Icrc.SIZE),
                bytes(s, end, at + length));
    }

    /** Takes a frame apart that starts at the first byte of an array. */
    public static RoceFrame decode(byte[] frame) {
        return decode(MemorySegment.ofArray(frame), 0, frame.length);
    }

    private static Ip decodeIp(MemorySegment s, long at) {
        if (Ipv4Header.version(s, at) == VERSION_6) {
            return new Ip6(Ipv6Header.trafficClass(s, at), Ipv6Header.flowLabel(s, at),
                    Ipv6Header.payloadLength(s, at), Ipv6Header.hopLimit(s, at), Ipv6Header.sourceHigh(s, at),
                    Ipv6Header.sourceLow(s, at), Ipv6Header.destinationHigh(s, at), Ipv6Header.destinationLow(s, at));
        }
        return new Ip4(Ipv4Header.tos(s, at), Ipv4Header.totalLength(s, at), Ipv4Header.id(s, at),
                Ipv4Header.fragment(s, at), Ipv4Header.ttl(s, at), Ipv4Header.headerChecksum(s, at),
                Ipv4Header.source(s, at), Ipv4Header.destination(s, at));
    }

    private static BaseTransport decodeBth(MemorySegment s, long at) {
        return new BaseTransport(Bth.opcode(s, at), Bth.flags(s, at), Bth.pkey(s, at), Bth.resv8a(s, at),
                Bth.qpn(s, at), Bth.ackRequest(s, at), Bth.apsn(s, at) >>> Psn.BITS & RESV7_MASK, Bth.psn(s, at));
    }

    private static List<Extension> decodeExtensions(MemorySegment s, long bthAt, int opcode) {
        return RoceOpcode.headers(opcode).stream()
                .map(header -> decodeExtension(s, bthAt + RoceOpcode.offset(opcode, header), header))
                .toList();
    }

    private static Extension decodeExtension(MemorySegment s, long at, RoceHeader header) {
        return switch (header) {
            case RETH -> new RdmaHeader(Reth.va(s, at), Reth.rkey(s, at), Reth.length(s, at));
            case AETH -> new AckHeader(Aeth.syndrome(s, at), Aeth.msn(s, at));
            case ATMETH -> new AtomicHeader(AtomicEth.va(s, at), AtomicEth.rkey(s, at), AtomicEth.swapAdd(s, at),
                    AtomicEth.compare(s, at));
            case ATMACK -> new AtomicAckHeader(AtomicAckEth.original(s, at));
            case IMMDT -> new Immediate(ImmDt.imm(s, at));
            case IETH -> new Invalidate(Ieth.rkey(s, at));
            case DETH -> new Datagram(Deth.qkey(s, at), Be.u32(s, at + Deth.SOURCE_QPN));
            case FETH -> new Flush(Feth.bits(s, at));
            case BTH -> throw new IllegalArgumentException("the BTH is no extension");
        };
    }

    /** The extension of a kind, or null when the frame has none. */
    public <T extends Extension> T extension(Class<T> kind) {
        return extensions.stream().filter(kind::isInstance).map(kind::cast).findFirst().orElse(null);
    }

    /** Bytes of the whole frame. */
    public int length() {
        int ipBytes = ip instanceof Ip4 ? Ipv4Header.SIZE : Ipv6Header.SIZE;
        return EthernetHeader.SIZE + ipBytes + UdpHeader.SIZE + RoceOpcode.headerLength(bth.opcode)
                + payload.length + padding.length + Icrc.SIZE + trailer.length;
    }

    /** The bytes of the frame, every field as it stands here. */
    public byte[] encode() {
        byte[] frame = new byte[length()];
        MemorySegment s = MemorySegment.ofArray(frame);
        EthernetHeader.write(s, 0, ethernet.destination, ethernet.source,
                ip instanceof Ip4 ? EthernetHeader.TYPE_IPV4 : EthernetHeader.TYPE_IPV6);
        int at = encodeIp(s, EthernetHeader.SIZE);
        UdpHeader.write(s, at, udp.sourcePort, udp.destinationPort, udp.length);
        UdpHeader.checksum(s, at, udp.checksum);
        at += UdpHeader.SIZE;
        Bth.write(s, at, bth.opcode, bth.flags, bth.pkey, bth.qpn, bth.ackRequest, bth.psn);
        Bth.resv8a(s, at, bth.resv8a);
        Bth.apsn(s, at, Bth.apsn(s, at) | bth.resv7 << Psn.BITS);
        encodeExtensions(s, at);
        ByteBuffer.wrap(frame).position(at + RoceOpcode.headerLength(bth.opcode)).put(payload).put(padding)
                .putInt(Integer.reverseBytes(icrc)).put(trailer);
        return frame;
    }

    private int encodeIp(MemorySegment s, int at) {
        if (ip instanceof Ip4 v4) {
            Ipv4Header.write(s, at, v4.tos, v4.totalLength, v4.id, v4.fragment, v4.ttl, v4.source, v4.destination);
            Be.u16(s, at + Ipv4Header.CHECKSUM, v4.checksum);
            return at + Ipv4Header.SIZE;
        }
        Ip6 v6 = (Ip6) ip;
        Ipv6Header.write(s, at, v6.trafficClass, v6.flowLabel, v6.payloadLength, v6.hopLimit);
        Ipv6Header.writeAddresses(s, at, v6.sourceHigh, v6.sourceLow, v6.destinationHigh, v6.destinationLow);
        return at + Ipv6Header.SIZE;
    }

    private void encodeExtensions(MemorySegment s, long bthAt) {
        int i = 0;
        for (RoceHeader header : RoceOpcode.headers(bth.opcode)) {
            long at = bthAt + RoceOpcode.offset(bth.opcode, header);
            switch (extensions.get(i++)) {
                case RdmaHeader h -> Reth.write(s, at, h.va, h.rkey, h.length);
                case AckHeader h -> Aeth.write(s, at, h.syndrome, h.msn);
                case AtomicHeader h -> AtomicEth.write(s, at, h.va, h.rkey, h.swapAdd, h.compare);
                case AtomicAckHeader h -> AtomicAckEth.original(s, at, h.original);
                case Immediate h -> ImmDt.imm(s, at, h.value);
                case Invalidate h -> Ieth.rkey(s, at, h.rkey);
                case Datagram h -> {
                    Be.u32(s, at + Deth.QKEY, h.qkey);
                    Be.u32(s, at + Deth.SOURCE_QPN, h.sourceWord);
                }
                case Flush h -> Be.u32(s, at, h.bits);
            }
        }
    }

    /** This frame with the ICRC that the specification asks for. */
    public RoceFrame withIcrc() {
        byte[] frame = encode();
        int icrcAt = frame.length - trailer.length - Icrc.SIZE;
        int right = new Icrc().compute(MemorySegment.ofArray(frame), ByteBuffer.wrap(frame), EthernetHeader.SIZE,
                icrcAt);
        return new RoceFrame(ethernet, ip, udp, bth, extensions, payload, padding, right, trailer);
    }

    /** Whether the ICRC is right. */
    public Icrc.Verdict verdict() {
        byte[] frame = encode();
        return new Icrc().verify(MemorySegment.ofArray(frame), ByteBuffer.wrap(frame), EthernetHeader.SIZE,
                frame.length - trailer.length - Icrc.SIZE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RoceFrame that && Arrays.equals(encode(), that.encode());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode());
    }

    private static byte[] bytes(MemorySegment s, long from, long to) {
        byte[] bytes = new byte[(int) (to - from)];
        MemorySegment.copy(s, from, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }
}
