package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Acknowledge extended transport header (IBA 9.3.5).
 *
 * <pre>
 *      31          24 23                                    0
 *     +--------------+---------------------------------------+
 * 0-3 |   syndrome   |        message sequence number        |
 *     +--------------+---------------------------------------+
 * </pre>
 *
 * <p>The syndrome is decoded by {@link AethSyndrome}.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_aeth
 */
public final class Aeth {
    /** Header bytes. */
    public static final int SIZE = 4;
    /** Offset of the syndrome, one byte. */
    public static final int SYNDROME = 0;
    /** Offset of the word with the MSN in its low 24 bits. */
    public static final int MSN = 0;
    /** All valid bits of an MSN. */
    public static final int MSN_MASK = 0xffffff;

    private static final int SYNDROME_SHIFT = 24;

    private Aeth() {
    }

    public static int syndrome(MemorySegment s, long at) {
        return Be.u8(s, at + SYNDROME);
    }

    public static int msn(MemorySegment s, long at) {
        return Be.u24(s, at + MSN);
    }

    /** Writes all 4 bytes. */
    public static void write(MemorySegment s, long at, int syndrome, int msn) {
        Be.u32(s, at, syndrome << SYNDROME_SHIFT | msn & MSN_MASK);
    }
}
