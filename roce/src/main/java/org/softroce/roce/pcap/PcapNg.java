package org.softroce.roce.pcap;

/** Numbers of the pcapng format. */
final class PcapNg {
    static final int SECTION_HEADER = 0x0a0d0d0a;
    static final int INTERFACE_DESCRIPTION = 1;
    static final int SIMPLE_PACKET = 3;
    static final int ENHANCED_PACKET = 6;
    static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    static final int VERSION_MAJOR = 1;

    /** Type and total length before a block's body. */
    static final int BLOCK_HEAD = 8;
    /** Total length again, after a block's body. */
    static final int BLOCK_TAIL = 4;
    static final int BLOCK_MIN = BLOCK_HEAD + BLOCK_TAIL;
    /** Body of an interface description before its options. */
    static final int INTERFACE_BODY = 8;
    /** Body of an enhanced packet before its data. */
    static final int PACKET_BODY = 20;

    static final int OPTION_END = 0;
    static final int OPTION_HEAD = 4;
    static final int SECTION_APPLICATION = 4;
    static final int INTERFACE_NAME = 2;
    static final int INTERFACE_RESOLUTION = 9;
    /** Resolution 10^-9 s. */
    static final int NANOSECONDS = 9;
    /** Resolution when none is given: 10^-6 s. */
    static final int MICROSECONDS = 6;

    /** Longest block that is read: more than any frame with its options has. */
    static final int BLOCK_MAX = 1 << 24;

    private PcapNg() {
    }

    static int padded(int length) {
        return (length + 3) & ~3;
    }
}
