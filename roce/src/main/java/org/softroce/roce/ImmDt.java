package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Immediate data (IBA 9.3.7).
 *
 * <pre>
 *      +---------------------------------------------------+
 * 0-3  |        immediate data, network byte order         |
 *      +---------------------------------------------------+
 * </pre>
 *
 * <p>The value here is the number as a big-endian reader sees it. {@code imm_data} of verbs is a {@code __be32}: its
 * bytes in memory are these bytes, unchanged.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_immdt
 */
public final class ImmDt {
    /** Header bytes. */
    public static final int SIZE = 4;

    private ImmDt() {
    }

    public static int imm(MemorySegment s, long at) {
        return Be.u32(s, at);
    }

    public static void imm(MemorySegment s, long at, int value) {
        Be.u32(s, at, value);
    }
}
