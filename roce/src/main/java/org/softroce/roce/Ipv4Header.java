package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * IPv4 header (RFC 791); RoCE sends it without options.
 *
 * <pre>
 *        31   28 27  24 23          16 15                              0
 *       +-------+------+--------------+---------------------------------+
 *   0-3 | ver 4 | IHL  |     TOS      |          total length           |
 *       +-------+------+--------------+-------+-------------------------+
 *   4-7 |       identification        | flags |     fragment offset     |
 *       +--------------+--------------+-------+-------------------------+
 *  8-11 |     TTL      |   protocol   |         header checksum         |
 *       +--------------+--------------+---------------------------------+
 * 12-15 |                       source address                          |
 *       +---------------------------------------------------------------+
 * 16-19 |                    destination address                        |
 *       +---------------------------------------------------------------+
 * </pre>
 *
 * <p>TOS, TTL and checksum count as all ones in the ICRC; identification, flags and everything else are covered.
 */
public final class Ipv4Header {
    /** Header bytes without options. */
    public static final int SIZE = 20;
    /** Offset of version and header length, one byte. */
    public static final int VERSION_IHL = 0;
    /** Offset of the type of service, one byte. */
    public static final int TOS = 1;
    /** Offset of the total length, two bytes. */
    public static final int TOTAL_LENGTH = 2;
    /** Offset of the identification, two bytes. */
    public static final int ID = 4;
    /** Offset of flags and fragment offset, two bytes. */
    public static final int FRAGMENT = 6;
    /** Offset of the time to live, one byte. */
    public static final int TTL = 8;
    /** Offset of the protocol, one byte. */
    public static final int PROTOCOL = 9;
    /** Offset of the header checksum, two bytes. */
    public static final int CHECKSUM = 10;
    /** Offset of the source address, four bytes. */
    public static final int SOURCE = 12;
    /** Offset of the destination address, four bytes. */
    public static final int DESTINATION = 16;
    /** Do not fragment, in the word at {@link #FRAGMENT}. */
    public static final int DONT_FRAGMENT = 0x4000;
    /** Protocol number of UDP. */
    public static final int PROTOCOL_UDP = 17;
    /** Time to live that Linux gives an address without one. */
    public static final int DEFAULT_TTL = 64;

    private static final int VERSION_4_IHL_5 = 0x45;

    private Ipv4Header() {
    }

    public static int version(MemorySegment s, long at) {
        return Be.u8(s, at) >> 4;
    }

    /** Header bytes as the header says, options included: 20 to 60. */
    public static int headerLength(MemorySegment s, long at) {
        return (Be.u8(s, at) & 0xf) << 2;
    }

    public static int tos(MemorySegment s, long at) {
        return Be.u8(s, at + TOS);
    }

    /** Bytes of header and data. */
    public static int totalLength(MemorySegment s, long at) {
        return Be.u16(s, at + TOTAL_LENGTH);
    }

    public static int id(MemorySegment s, long at) {
        return Be.u16(s, at + ID);
    }

    /** Flags and fragment offset. */
    public static int fragment(MemorySegment s, long at) {
        return Be.u16(s, at + FRAGMENT);
    }

    public static int ttl(MemorySegment s, long at) {
        return Be.u8(s, at + TTL);
    }

    public static int protocol(MemorySegment s, long at) {
        return Be.u8(s, at + PROTOCOL);
    }

    public static int headerChecksum(MemorySegment s, long at) {
        return Be.u16(s, at + CHECKSUM);
    }

    public static int source(MemorySegment s, long at) {
        return Be.u32(s, at + SOURCE);
    }

    public static int destination(MemorySegment s, long at) {
        return Be.u32(s, at + DESTINATION);
    }

    /**
     * Writes the 20 bytes of a UDP packet's header and its checksum.
     *
     * @param totalLength bytes of this header and all that follows it
     * @param fragment    flags and fragment offset, {@link #DONT_FRAGMENT} in RoCE
     */
    public static void write(MemorySegment s, long at, int tos, int totalLength, int id, int fragment, int ttl,
            int source, int destination) {
        int w0 = VERSION_4_IHL_5 << 24 | (tos & 0xff) << 16 | totalLength & 0xffff;
        int w1 = id << 16 | fragment & 0xffff;
        int w2 = ttl << 24 | PROTOCOL_UDP << 16;
        int checksum = ~fold(halves(w0) + halves(w1) + halves(w2) + halves(source) + halves(destination)) & 0xffff;
        Be.u32(s, at, w0);
        Be.u32(s, at + ID, w1);
        Be.u32(s, at + TTL, w2 | checksum);
        Be.u32(s, at + SOURCE, source);
        Be.u32(s, at + DESTINATION, destination);
    }

    /** Whether the header checksum is right; any header length. */
    public static boolean checksumRight(MemorySegment s, long at) {
        int sum = 0;
        int length = headerLength(s, at);
        for (int i = 0; i < length; i += 4) {
            sum += halves(Be.u32(s, at + i));
        }
        return fold(sum) == 0xffff;
    }

    private static int halves(int word) {
        return (word >>> 16) + (word & 0xffff);
    }

    private static int fold(int sum) {
        int once = (sum >>> 16) + (sum & 0xffff);
        return (once >>> 16) + (once & 0xffff);
    }

    /** The address as people write it: {@code 192.168.100.10}. */
    public static String text(int address) {
        return (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "."
                + (address & 0xff);
    }
}
