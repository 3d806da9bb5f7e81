package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Flush extended transport header (IBA annex A19).
 *
 * <pre>
 *      31                                     6 5    4 3       0
 *     +----------------------------------------+------+---------+
 * 0-3 |               reserved                 | SEL  |   PLT   |
 *     +----------------------------------------+------+---------+
 *     PLT placement type, bits: 1 globally visible, 2 persistent
 *     SEL selectivity level: 0 range of memory, 1 whole memory region
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_feth
 */
public final class Feth {
    /** Header bytes. */
    public static final int SIZE = 4;
    /** Placement: visible to everybody ({@code IB_FLUSH_GLOBAL}). */
    public static final int GLOBAL = 1;
    /** Placement: on persistent memory ({@code IB_FLUSH_PERSISTENT}). */
    public static final int PERSISTENT = 2;
    /** Selectivity: the range in the RETH ({@code IB_FLUSH_RANGE}). */
    public static final int RANGE = 0;
    /** Selectivity: the whole memory region ({@code IB_FLUSH_MR}). */
    public static final int REGION = 1;

    private static final int PLT_MASK = 0x0f;
    private static final int SEL_MASK = 0x30;
    private static final int SEL_SHIFT = 4;

    private Feth() {
    }

    /** Placement type: an or of {@link #GLOBAL} and {@link #PERSISTENT}. */
    public static int placement(MemorySegment s, long at) {
        return Be.u32(s, at) & PLT_MASK;
    }

    /** Selectivity level: {@link #RANGE} or {@link #REGION}. */
    public static int selectivity(MemorySegment s, long at) {
        return (Be.u32(s, at) & SEL_MASK) >> SEL_SHIFT;
    }

    /** The whole word. */
    public static int bits(MemorySegment s, long at) {
        return Be.u32(s, at);
    }

    /** Writes all 4 bytes. */
    public static void write(MemorySegment s, long at, int placement, int selectivity) {
        Be.u32(s, at, selectivity << SEL_SHIFT & SEL_MASK | placement & PLT_MASK);
    }
}
