package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/** The few words {@code tcpdump} prints about a TCP segment: what perftest exchanges before its RDMA begins. */
final class TcpText {
    private static final int SEQUENCE = 4;
    private static final int ACKNOWLEDGEMENT = 8;
    private static final int DATA_OFFSET = 12;
    private static final int FLAGS = 13;
    private static final int WINDOW = 14;
    private static final int ACK = 0x10;
    private static final int[] FLAG_BITS = {0x02, 0x01, 0x04, 0x08, 0x20, ACK};
    private static final char[] FLAG_LETTERS = {'S', 'F', 'R', 'P', 'U', '.'};

    private TcpText() {
    }

    static void append(StringBuilder text, MemorySegment s, long at, long end) {
        int flags = Be.u8(s, at + FLAGS);
        text.append("Flags [");
        for (int i = 0; i < FLAG_BITS.length; i++) {
            if ((flags & FLAG_BITS[i]) != 0) {
                text.append(FLAG_LETTERS[i]);
            }
        }
        text.append("], seq ").append(Integer.toUnsignedString(Be.u32(s, at + SEQUENCE)));
        if ((flags & ACK) != 0) {
            text.append(", ack ").append(Integer.toUnsignedString(Be.u32(s, at + ACKNOWLEDGEMENT)));
        }
        int header = (Be.u8(s, at + DATA_OFFSET) >> 4) * 4;
        text.append(", win ").append(Be.u16(s, at + WINDOW)).append(", length ").append(end - at - header);
    }
}
