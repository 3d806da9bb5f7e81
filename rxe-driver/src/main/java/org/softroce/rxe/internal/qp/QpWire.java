package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Bth;
import org.softroce.roce.EthernetHeader;
import org.softroce.roce.Ipv4Header;
import org.softroce.roce.Ipv6Header;
import org.softroce.roce.Reth;
import org.softroce.roce.UdpHeader;

/**
 * The path of a connection: its Ethernet, IP and UDP headers as an image that is copied in front of each packet, and
 * the addresses that packets of the peer must have.
 *
 * <p>IPv4 identification is 0 with "do not fragment" set, as a UDP socket with path MTU discovery sends it; the UDP
 * checksum is 0.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_net.c#rxe_prepare
 */
public final class QpWire {
    /** Hop limit of every path: what Linux finds for a destination without a route of its own. */
    public static final int HOP_LIMIT = 64;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfShort BE16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt BE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong BE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int IP = SkBuff.HEAD + EthernetHeader.SIZE;

    private final MemorySegment image;
    private final boolean four;
    private final int udp;
    private final int bth;
    private final int checksumBase;
    private final IpAddress source;
    private final IpAddress destination;

    /**
     * @param sourceMac address of the own device as a number
     * @param destinationMac likewise, of the next hop
     * @param source own GID
     * @param destination GID of the peer
     */
    public QpWire(long sourceMac, long destinationMac, IpAddress source, IpAddress destination, int trafficClass,
            int sourcePort) {
        this.source = source;
        this.destination = destination;
        this.four = destination.isIpv4();
        this.udp = IP + (four ? Ipv4Header.SIZE : Ipv6Header.SIZE);
        this.bth = udp + UdpHeader.SIZE;
        this.image = MemorySegment.ofArray(new long[(bth + 7) / 8]);
        EthernetHeader.write(image, SkBuff.HEAD, destinationMac, sourceMac,
                four ? EthernetHeader.TYPE_IPV4 : EthernetHeader.TYPE_IPV6);
        if (four) {
            Ipv4Header.write(image, IP, trafficClass, 0, 0, Ipv4Header.DONT_FRAGMENT, HOP_LIMIT, source.ipv4(),
                    destination.ipv4());
        } else {
            writeIpv6(trafficClass);
        }
        UdpHeader.write(image, udp, sourcePort, UdpHeader.ROCE_PORT, 0);
        this.checksumBase = four ? ~Ipv4Header.headerChecksum(image, IP) & 0xffff : 0;
    }

    private void writeIpv6(int trafficClass) {
        image.set(BE32, IP, 6 << 28 | (trafficClass & 0xff) << 20);
        image.set(BE32, IP + Ipv6Header.PAYLOAD_LENGTH, Ipv4Header.PROTOCOL_UDP << 8 | HOP_LIMIT);
        image.set(BE64, IP + Ipv6Header.SOURCE, source.high());
        image.set(BE64, IP + Ipv6Header.SOURCE + 8L, source.low());
        image.set(BE64, IP + Ipv6Header.DESTINATION, destination.high());
        image.set(BE64, IP + Ipv6Header.DESTINATION + 8L, destination.low());
    }

    /** Offset of the BTH in every frame of this path. */
    public int bth() {
        return bth;
    }

    /** Offset of the IP header. */
    public int ip() {
        return IP;
    }

    /**
     * Writes the headers in front of the BTH.
     *
     * @param bytes from BTH to ICRC, both included
     */
    void begin(SkBuff skb, int bytes) {
        MemorySegment to = skb.data();
        int udpLength = bytes + UdpHeader.SIZE;
        if (four) {
            begin4(to, udpLength);
        } else {
            MemorySegment.copy(image, 0, to, 0, bth);
            to.set(BE16, IP + Ipv6Header.PAYLOAD_LENGTH, (short) udpLength);
            to.set(BE16, udp + UdpHeader.LENGTH, (short) udpLength);
        }
        skb.setNetwork(IP);
        skb.setTransport(udp);
        skb.setEnd(bth + bytes);
    }

    /**
     * Whole words with the lengths already in them, cut where the ICRC reads them again, so that each read finds its
     * bytes in one store.
     */
    private void begin4(MemorySegment to, int udpLength) {
        int total = udpLength + Ipv4Header.SIZE;
        int sum = checksumBase + total;
        int checksum = ~((sum >>> 16) + sum) & 0xffff;
        MemorySegment from = image;
        to.set(LONG, 0, from.get(LONG, 0));
        to.set(LONG, 8, from.get(LONG, 8));
        to.set(BE64, 16, from.get(BE64, 16) | (long) total << 32);
        to.set(BE32, 24, from.get(BE32, 24) & 0xffff_0000 | checksum);
        to.set(LONG, 28, from.get(LONG, 28));
        to.set(INT, 36, from.get(INT, 36));
        to.set(BE32, 40, udpLength << 16);
    }

    /** {@link Bth#write} in two stores. */
    static void bth(MemorySegment to, long at, int opcode, int flags, int qpn, boolean ackRequest, int psn) {
        to.set(BE64, at, (long) (opcode << 24 | flags << 16 | Bth.DEFAULT_PKEY) << 32 | qpn & 0xff_ffffL);
        to.set(BE32, at + Bth.APSN, ackRequest ? psn | Bth.ACK_MASK : psn);
    }

    /** {@link Reth#write} in two stores. */
    static void reth(MemorySegment to, long at, long va, int rkey, int length) {
        to.set(BE64, at, va);
        to.set(BE64, at + Reth.RKEY, (long) rkey << 32 | length & 0xffff_ffffL);
    }

    /** Whether a packet comes from the peer to the own address. */
    boolean matches(SkBuff skb) {
        MemorySegment data = skb.data();
        int ip = skb.network();
        if (skb.transport() - ip == Ipv6Header.SIZE && !four) {
            return data.get(BE64, ip + Ipv6Header.SOURCE) == destination.high()
                    && data.get(BE64, ip + Ipv6Header.SOURCE + 8L) == destination.low()
                    && data.get(BE64, ip + Ipv6Header.DESTINATION) == source.high()
                    && data.get(BE64, ip + Ipv6Header.DESTINATION + 8L) == source.low();
        }
        return four && Ipv4Header.version(data, ip) == 4 && data.get(BE32, ip + Ipv4Header.SOURCE) == destination.ipv4()
                && data.get(BE32, ip + Ipv4Header.DESTINATION) == source.ipv4();
    }

    /** GID of the peer, for texts. */
    public IpAddress destination() {
        return destination;
    }
}
