package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Atomic extended transport header: the operands of compare-and-swap and fetch-and-add (IBA 9.3.6).
 *
 * <pre>
 *        +---------------------------------------------------+
 *   0-7  |                 virtual address                   |
 *        +---------------------------------------------------+
 *  8-11  |                      R_Key                        |
 *        +---------------------------------------------------+
 * 12-19  |              swap (or add) value                  |
 *        +---------------------------------------------------+
 * 20-27  |                  compare value                    |
 *        +---------------------------------------------------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_atmeth
 */
public final class AtomicEth {
    /** Header bytes. */
    public static final int SIZE = 28;
    /** Offset of the virtual address, eight bytes. */
    public static final int VA = 0;
    /** Offset of the remote key, four bytes. */
    public static final int RKEY = 8;
    /** Offset of the value to store (compare-and-swap) or to add (fetch-and-add), eight bytes. */
    public static final int SWAP_ADD = 12;
    /** Offset of the value to compare with, eight bytes. */
    public static final int COMPARE = 20;

    private AtomicEth() {
    }

    public static long va(MemorySegment s, long at) {
        return Be.u64(s, at + VA);
    }

    public static int rkey(MemorySegment s, long at) {
        return Be.u32(s, at + RKEY);
    }

    public static long swapAdd(MemorySegment s, long at) {
        return Be.u64(s, at + SWAP_ADD);
    }

    public static long compare(MemorySegment s, long at) {
        return Be.u64(s, at + COMPARE);
    }

    /** Writes all 28 bytes. */
    public static void write(MemorySegment s, long at, long va, int rkey, long swapAdd, long compare) {
        Be.u64(s, at + VA, va);
        Be.u32(s, at + RKEY, rkey);
        Be.u64(s, at + SWAP_ADD, swapAdd);
        Be.u64(s, at + COMPARE, compare);
    }
}
