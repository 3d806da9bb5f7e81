package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Invalidate extended transport header: the key a send with invalidate revokes (IBA 9.3.8).
 *
 * <pre>
 *      +---------------------------------------------------+
 * 0-3  |                      R_Key                        |
 *      +---------------------------------------------------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_ieth
 */
public final class Ieth {
    /** Header bytes. */
    public static final int SIZE = 4;

    private Ieth() {
    }

    public static int rkey(MemorySegment s, long at) {
        return Be.u32(s, at);
    }

    public static void rkey(MemorySegment s, long at, int value) {
        Be.u32(s, at, value);
    }
}
