package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Ethernet II header.
 *
 * <pre>
 *       +------------------------+------------------------+-----------+
 *  0-13 | destination (6 bytes)  |    source (6 bytes)    |   type    |
 *       +------------------------+------------------------+-----------+
 * </pre>
 *
 * <p>Addresses travel as {@code long}: the six bytes as a big-endian number in the low 48 bits.
 */
public final class EthernetHeader {
    /** Header bytes. */
    public static final int SIZE = 14;
    /** Offset of the destination address, six bytes. */
    public static final int DESTINATION = 0;
    /** Offset of the source address, six bytes. */
    public static final int SOURCE = 6;
    /** Offset of the type, two bytes. */
    public static final int TYPE = 12;
    /** Type of IPv4. */
    public static final int TYPE_IPV4 = 0x0800;
    /** Type of ARP. */
    public static final int TYPE_ARP = 0x0806;
    /** Type of a VLAN tag, which takes four bytes and ends in the real type. */
    public static final int TYPE_VLAN = 0x8100;
    /** Type of IPv6. */
    public static final int TYPE_IPV6 = 0x86dd;
    /** The address of everybody. */
    public static final long BROADCAST = 0xffff_ffff_ffffL;

    private EthernetHeader() {
    }

    /** Destination address in the low 48 bits. */
    public static long destination(MemorySegment s, long at) {
        return Be.u64(s, at + DESTINATION) >>> 16;
    }

    /** Source address in the low 48 bits. */
    public static long source(MemorySegment s, long at) {
        return Be.u64(s, at + SOURCE) >>> 16;
    }

    public static int type(MemorySegment s, long at) {
        return Be.u16(s, at + TYPE);
    }

    /** Writes all 14 bytes. */
    public static void write(MemorySegment s, long at, long destination, long source, int type) {
        Be.u64(s, at, destination << 16 | source >>> 32 & 0xffff);
        Be.u32(s, at + 8, (int) source);
        Be.u16(s, at + TYPE, type);
    }

    /** The address as people write it: {@code 02:00:00:00:00:10}. */
    public static String text(long address) {
        StringBuilder text = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            int octet = (int) (address >>> shift) & 0xff;
            text.append(Character.forDigit(octet >> 4, 16)).append(Character.forDigit(octet & 0xf, 16));
            if (shift > 0) {
                text.append(':');
            }
        }
        return text.toString();
    }
}
