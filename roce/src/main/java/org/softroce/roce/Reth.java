package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * RDMA extended transport header: where a write, read or flush goes (IBA 9.3.3).
 *
 * <pre>
 *        +---------------------------------------------------+
 *   0-7  |                 virtual address                   |
 *        +---------------------------------------------------+
 *  8-11  |                      R_Key                        |
 *        +---------------------------------------------------+
 * 12-15  |                 DMA length (bytes)                |
 *        +---------------------------------------------------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_reth
 */
public final class Reth {
    /** Header bytes. */
    public static final int SIZE = 16;
    /** Offset of the virtual address, eight bytes. */
    public static final int VA = 0;
    /** Offset of the remote key, four bytes. */
    public static final int RKEY = 8;
    /** Offset of the length of the whole message, four bytes, unsigned. */
    public static final int LENGTH = 12;

    private Reth() {
    }

    public static long va(MemorySegment s, long at) {
        return Be.u64(s, at + VA);
    }

    public static int rkey(MemorySegment s, long at) {
        return Be.u32(s, at + RKEY);
    }

    /** Length of the whole message in bytes; unsigned, Linux never sends more than 2<sup>31</sup>. */
    public static int length(MemorySegment s, long at) {
        return Be.u32(s, at + LENGTH);
    }

    /** Writes all 16 bytes. */
    public static void write(MemorySegment s, long at, long va, int rkey, int length) {
        Be.u64(s, at + VA, va);
        Be.u32(s, at + RKEY, rkey);
        Be.u32(s, at + LENGTH, length);
    }
}
