package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Datagram extended transport header (IBA 9.3.2).
 *
 * <pre>
 *      31          24 23                                    0
 *     +------------------------------------------------------+
 * 0-3 |                        Q_Key                         |
 *     +--------------+---------------------------------------+
 * 4-7 |   reserved   |               source QP               |
 *     +--------------+---------------------------------------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_deth
 */
public final class Deth {
    /** Header bytes. */
    public static final int SIZE = 8;
    /** Offset of the queue key, four bytes. */
    public static final int QKEY = 0;
    /** Offset of the word with the source QP in its low 24 bits. */
    public static final int SOURCE_QPN = 4;

    private Deth() {
    }

    public static int qkey(MemorySegment s, long at) {
        return Be.u32(s, at + QKEY);
    }

    public static int sourceQpn(MemorySegment s, long at) {
        return Be.u24(s, at + SOURCE_QPN);
    }

    /** Writes all 8 bytes. */
    public static void write(MemorySegment s, long at, int qkey, int sourceQpn) {
        Be.u32(s, at + QKEY, qkey);
        Be.u32(s, at + SOURCE_QPN, sourceQpn & Qpn.MASK);
    }
}
