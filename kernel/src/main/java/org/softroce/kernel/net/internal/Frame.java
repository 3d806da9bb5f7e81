package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.softroce.kernel.net.SkBuff;

/** Offsets of an Ethernet frame in a buffer, and network-order access to it. */
final class Frame {

    static final int ETHERNET_BYTES = 14;
    static final int ETHERTYPE = SkBuff.HEAD + 12;
    static final int NETWORK = SkBuff.HEAD + ETHERNET_BYTES;
    static final int ETHERTYPE_IPV4 = 0x0800;
    static final int ETHERTYPE_IPV6 = 0x86dd;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Frame() { }

    static int u8(MemorySegment data, int offset) {
        return data.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
    }

    static int u16(MemorySegment data, int offset) {
        return data.get(SHORT, offset) & 0xffff;
    }

    static int i32(MemorySegment data, int offset) {
        return data.get(INT, offset);
    }

    static long i64(MemorySegment data, int offset) {
        return data.get(LONG, offset);
    }

    /** Destination hardware address. */
    static long destination(MemorySegment data) {
        return data.get(LONG, SkBuff.HEAD) >>> 16;
    }

    /** True for multicast and broadcast hardware addresses. */
    static boolean isGroup(long mac) {
        return (mac & 0x0100_0000_0000L) != 0;
    }
}
