package org.softroce.roce;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The CRC register after the masked IP and UDP headers, remembered for the last flow seen.
 *
 * <p>Within a flow (same addresses, ports, fragment word) only the lengths and the IPv4 identification change. The
 * register for zeros in those places is kept; their effects are added by table.
 */
final class IcrcFlow {
    private static final ValueLayout.OfInt LE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The register after the eight bytes of ones that stand for the local route header. */
    private static final int AFTER_LRH = 0xdebb20e3;

    private static final int PREFIX4 = Ipv4Header.SIZE + UdpHeader.SIZE;
    private static final int PREFIX6 = Ipv6Header.SIZE + UdpHeader.SIZE;
    private static final int[] TOTAL_HIGH = Crc32Tables.effects(PREFIX4 - 1 - Ipv4Header.TOTAL_LENGTH);
    private static final int[] TOTAL_LOW = Crc32Tables.effects(PREFIX4 - 2 - Ipv4Header.TOTAL_LENGTH);
    private static final int[] ID_HIGH = Crc32Tables.effects(PREFIX4 - 1 - Ipv4Header.ID);
    private static final int[] ID_LOW = Crc32Tables.effects(PREFIX4 - 2 - Ipv4Header.ID);
    private static final int[] PAYLOAD_HIGH = Crc32Tables.effects(PREFIX6 - 1 - Ipv6Header.PAYLOAD_LENGTH);
    private static final int[] PAYLOAD_LOW = Crc32Tables.effects(PREFIX6 - 2 - Ipv6Header.PAYLOAD_LENGTH);
    private static final int UDP_LENGTH_HIGH_DISTANCE = 3;
    private static final int UDP_LENGTH_LOW_DISTANCE = 2;

    private static final int VERSION_4_IHL_5 = 0x45;
    private static final int CHECKSUM_ONES = 0xffff;

    private int firstByte = -1;
    private int fixed;
    private int ports;
    private long address0;
    private long address1;
    private long address2;
    private long address3;
    private int base;

    /** The register after the masked headers from the IP header to the end of the UDP header. */
    int register(MemorySegment f, long ip) {
        int first = Be.u8(f, ip);
        if (first == VERSION_4_IHL_5) {
            return register4(f, ip);
        }
        return first >> 4 == 6 ? register6(f, ip) : withOptions(f, ip);
    }

    private int register4(MemorySegment f, long ip) {
        int idAndFragment = Be.u32(f, ip + Ipv4Header.ID);
        int rest = Be.u8(f, ip + Ipv4Header.PROTOCOL) << 16 | idAndFragment & 0xffff;
        long addresses = f.get(LE64, ip + Ipv4Header.SOURCE);
        int pair = f.get(LE32, ip + Ipv4Header.SIZE);
        if (firstByte != VERSION_4_IHL_5 || rest != fixed || addresses != address0 || pair != ports) {
            firstByte = VERSION_4_IHL_5;
            fixed = rest;
            address0 = addresses;
            ports = pair;
            base = base4();
        }
        int total = Be.u16(f, ip + Ipv4Header.TOTAL_LENGTH);
        int id = idAndFragment >>> 16;
        return base ^ TOTAL_HIGH[total >>> 8] ^ TOTAL_LOW[total & 0xff] ^ ID_HIGH[id >>> 8] ^ ID_LOW[id & 0xff]
                ^ udpLength(Be.u16(f, ip + Ipv4Header.SIZE + UdpHeader.LENGTH));
    }

    /** Type of service, time to live and checksums as ones; lengths and identification as zeros. */
    private int base4() {
        int register = Crc32Tables.update32(AFTER_LRH, 0xff00 | VERSION_4_IHL_5);
        register = Crc32Tables.update32(register, Integer.reverseBytes(fixed & 0xffff));
        register = Crc32Tables.update32(register, CHECKSUM_ONES << 16 | (fixed >>> 16) << 8 | 0xff);
        register = Crc32Tables.update64(register, address0);
        return udp(register);
    }

    private int register6(MemorySegment f, long ip) {
        int rest = Be.u8(f, ip + Ipv6Header.NEXT_HEADER);
        int first = Be.u8(f, ip);
        long a0 = f.get(LE64, ip + Ipv6Header.SOURCE);
        long a1 = f.get(LE64, ip + Ipv6Header.SOURCE + 8);
        long a2 = f.get(LE64, ip + Ipv6Header.DESTINATION);
        long a3 = f.get(LE64, ip + Ipv6Header.DESTINATION + 8);
        int pair = f.get(LE32, ip + Ipv6Header.SIZE);
        boolean same = firstByte >> 4 == first >> 4 && rest == fixed && pair == ports
                && a0 == address0 && a1 == address1 && a2 == address2 && a3 == address3;
        if (!same) {
            firstByte = first;
            fixed = rest;
            ports = pair;
            address0 = a0;
            address1 = a1;
            address2 = a2;
            address3 = a3;
            base = base6();
        }
        int length = Be.u16(f, ip + Ipv6Header.PAYLOAD_LENGTH);
        return base ^ PAYLOAD_HIGH[length >>> 8] ^ PAYLOAD_LOW[length & 0xff]
                ^ udpLength(Be.u16(f, ip + Ipv6Header.SIZE + UdpHeader.LENGTH));
    }

    /** Traffic class, flow label, hop limit and checksum as ones; lengths as zeros. */
    private int base6() {
        int register = Crc32Tables.update32(AFTER_LRH, 0xffffff6f);
        register = Crc32Tables.update32(register, 0xff << 24 | fixed << 16);
        register = Crc32Tables.update64(register, address0);
        register = Crc32Tables.update64(register, address1);
        register = Crc32Tables.update64(register, address2);
        register = Crc32Tables.update64(register, address3);
        return udp(register);
    }

    private int udp(int register) {
        return Crc32Tables.update32(Crc32Tables.update32(register, ports), CHECKSUM_ONES << 16);
    }

    private static int udpLength(int length) {
        return Crc32Tables.effect(UDP_LENGTH_HIGH_DISTANCE, length >>> 8)
                ^ Crc32Tables.effect(UDP_LENGTH_LOW_DISTANCE, length & 0xff);
    }

    /** IPv4 with options, which nobody sends: byte by byte, the options covered as they are. */
    private static int withOptions(MemorySegment f, long ip) {
        int header = Ipv4Header.headerLength(f, ip);
        int register = AFTER_LRH;
        for (int i = 0; i < header + UdpHeader.SIZE; i++) {
            boolean masked = i == Ipv4Header.TOS || i == Ipv4Header.TTL || i == Ipv4Header.CHECKSUM
                    || i == Ipv4Header.CHECKSUM + 1 || i >= header + UdpHeader.CHECKSUM;
            register = Crc32Tables.update8(register, masked ? 0xff : Be.u8(f, ip + i));
        }
        return register;
    }
}
