package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Atomic acknowledge extended transport header: what the memory held before (IBA 9.3.5.3).
 *
 * <pre>
 *      +---------------------------------------------------+
 * 0-7  |              original remote value                |
 *      +---------------------------------------------------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_atmack
 */
public final class AtomicAckEth {
    /** Header bytes. */
    public static final int SIZE = 8;
    /** Offset of the original value, eight bytes. */
    public static final int ORIGINAL = 0;

    private AtomicAckEth() {
    }

    public static long original(MemorySegment s, long at) {
        return Be.u64(s, at + ORIGINAL);
    }

    public static void original(MemorySegment s, long at, long value) {
        Be.u64(s, at + ORIGINAL, value);
    }
}
