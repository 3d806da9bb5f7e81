package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * IPv6 header (RFC 8200); RoCE sends it without extension headers.
 *
 * <pre>
 *        31   28 27           20 19                                    0
 *       +-------+---------------+---------------------------------------+
 *   0-3 | ver 6 | traffic class |              flow label               |
 *       +-------+---------------+-------+---------------+---------------+
 *   4-7 |        payload length         |  next header  |   hop limit   |
 *       +-------------------------------+---------------+---------------+
 *  8-23 |                source address (16 bytes)                      |
 *       +---------------------------------------------------------------+
 * 24-39 |              destination address (16 bytes)                   |
 *       +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Traffic class, flow label and hop limit count as all ones in the ICRC.
 */
public final class Ipv6Header {
    /** Header bytes. */
    public static final int SIZE = 40;
    /** Offset of version, traffic class and flow label, four bytes. */
    public static final int VERSION_CLASS_FLOW = 0;
    /** Offset of the payload length, two bytes. */
    public static final int PAYLOAD_LENGTH = 4;
    /** Offset of the next header, one byte. */
    public static final int NEXT_HEADER = 6;
    /** Offset of the hop limit, one byte. */
    public static final int HOP_LIMIT = 7;
    /** Offset of the source address, sixteen bytes. */
    public static final int SOURCE = 8;
    /** Offset of the destination address, sixteen bytes. */
    public static final int DESTINATION = 24;

    private static final int VERSION_6 = 6;
    private static final int FLOW_LABEL_MASK = 0xfffff;

    private Ipv6Header() {
    }

    public static int version(MemorySegment s, long at) {
        return Be.u8(s, at) >> 4;
    }

    public static int trafficClass(MemorySegment s, long at) {
        return Be.u32(s, at) >>> 20 & 0xff;
    }

    public static int flowLabel(MemorySegment s, long at) {
        return Be.u32(s, at) & FLOW_LABEL_MASK;
    }

    /** Bytes after this header. */
    public static int payloadLength(MemorySegment s, long at) {
        return Be.u16(s, at + PAYLOAD_LENGTH);
    }

    public static int nextHeader(MemorySegment s, long at) {
        return Be.u8(s, at + NEXT_HEADER);
    }

    public static int hopLimit(MemorySegment s, long at) {
        return Be.u8(s, at + HOP_LIMIT);
    }

    /** First eight bytes of the source address. */
    public static long sourceHigh(MemorySegment s, long at) {
        return Be.u64(s, at + SOURCE);
    }

    /** Last eight bytes of the source address. */
    public static long sourceLow(MemorySegment s, long at) {
        return Be.u64(s, at + SOURCE + 8);
    }

    /** First eight bytes of the destination address. */
    public static long destinationHigh(MemorySegment s, long at) {
        return Be.u64(s, at + DESTINATION);
    }

    /** Last eight bytes of the destination address. */
    public static long destinationLow(MemorySegment s, long at) {
        return Be.u64(s, at + DESTINATION + 8);
    }

    /** Writes the first 8 bytes of a UDP packet's header; the addresses follow by {@link #writeAddresses}. */
    public static void write(MemorySegment s, long at, int trafficClass, int flowLabel, int payloadLength,
            int hopLimit) {
        Be.u32(s, at, VERSION_6 << 28 | (trafficClass & 0xff) << 20 | flowLabel & FLOW_LABEL_MASK);
        Be.u32(s, at + PAYLOAD_LENGTH, payloadLength << 16 | Ipv4Header.PROTOCOL_UDP << 8 | hopLimit & 0xff);
    }

    /** Writes both addresses, each as two big-endian halves. */
    public static void writeAddresses(MemorySegment s, long at, long sourceHigh, long sourceLow,
            long destinationHigh, long destinationLow) {
        Be.u64(s, at + SOURCE, sourceHigh);
        Be.u64(s, at + SOURCE + 8, sourceLow);
        Be.u64(s, at + DESTINATION, destinationHigh);
        Be.u64(s, at + DESTINATION + 8, destinationLow);
    }

    /** The address as people write it, the longest run of zero groups left out (RFC 5952). */
    public static String text(long high, long low) {
        int[] groups = new int[8];
        for (int i = 0; i < 4; i++) {
            groups[i] = (int) (high >>> 48 - 16 * i) & 0xffff;
            groups[i + 4] = (int) (low >>> 48 - 16 * i) & 0xffff;
        }
        int gapStart = -1;
        int gapLength = 1;
        for (int i = 0; i < 8; i++) {
            int run = 0;
            while (i + run < 8 && groups[i + run] == 0) {
                run++;
            }
            if (run > gapLength) {
                gapStart = i;
                gapLength = run;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == gapStart) {
                text.append("::");
                i += gapLength - 1;
            } else {
                text.append(i == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":");
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
