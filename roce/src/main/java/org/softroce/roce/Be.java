package org.softroce.roce;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Network byte order access at any alignment, the one way all header accessors read and write. */
final class Be {
    private static final ValueLayout.OfShort U16 =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Be() {
    }

    static int u8(MemorySegment s, long at) {
        return s.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    }

    static void u8(MemorySegment s, long at, int value) {
        s.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    static int u16(MemorySegment s, long at) {
        return s.get(U16, at) & 0xffff;
    }

    static void u16(MemorySegment s, long at, int value) {
        s.set(U16, at, (short) value);
    }

    static int u24(MemorySegment s, long at) {
        return s.get(U32, at) & 0xffffff;
    }

    static int u32(MemorySegment s, long at) {
        return s.get(U32, at);
    }

    static void u32(MemorySegment s, long at, int value) {
        s.set(U32, at, value);
    }

    static long u64(MemorySegment s, long at) {
        return s.get(U64, at);
    }

    static void u64(MemorySegment s, long at, long value) {
        s.set(U64, at, value);
    }
}
