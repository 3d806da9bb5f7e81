package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Base transport header: the first 12 bytes of every RoCE packet after UDP (IBA 9.2).
 *
 * <pre>
 *       31            24 23 22 21  20 19    16 15                             0
 *      +---------------+--+--+------+--------+--------------------------------+
 *  0-3 |    opcode     |SE|M | pad  |  TVer  |             P_Key              |
 *      +---+---+-------+--+--+------+--------+--------------------------------+
 *  4-7 | F | B | resv6 |                 destination QP                       |
 *      +---+---+-------+------------------------------------------------------+
 * 8-11 | A |   resv7   |                       PSN                            |
 *      +---+-----------+------------------------------------------------------+
 *      SE solicited event   M MigReq   F FECN   B BECN   A acknowledge request
 * </pre>
 *
 * <p>{@code resv6} with F and B (byte 4) counts as all ones in the ICRC, so routers may change it.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_bth
 */
public final class Bth {
    /** Header bytes. */
    public static final int SIZE = 12;
    /** Offset of the opcode, one byte. */
    public static final int OPCODE = 0;
    /** Offset of the flags byte: SE, MigReq, pad count, version. */
    public static final int FLAGS = 1;
    /** Offset of the partition key, two bytes. */
    public static final int PKEY = 2;
    /** Offset of the byte that the ICRC does not cover: FECN, BECN, reserved. */
    public static final int RESV8A = 4;
    /** Offset of the word with the destination QP in its low 24 bits. */
    public static final int QPN = 4;
    /** Offset of the word with the PSN in its low 24 bits and the acknowledge request in its top bit. */
    public static final int APSN = 8;

    /** Solicited event, in the flags byte. */
    public static final int SE_MASK = 0x80;
    /** Migration request, in the flags byte. */
    public static final int MIG_MASK = 0x40;
    /** Pad count, in the flags byte. */
    public static final int PAD_MASK = 0x30;
    /** Transport version, in the flags byte. */
    public static final int TVER_MASK = 0x0f;
    /** Acknowledge request, in the word at {@link #APSN}. */
    public static final int ACK_MASK = 0x80000000;
    /** Forward congestion, in the word at {@link #QPN}. */
    public static final int FECN_MASK = 0x80000000;
    /** Backward congestion, in the word at {@link #QPN}. */
    public static final int BECN_MASK = 0x40000000;
    /** The only transport version there is. */
    public static final int TVER = 0;
    /** Default partition key, full member. */
    public static final int DEFAULT_PKEY = 0xffff;

    private static final int PAD_SHIFT = 4;
    private static final int OPCODE_SHIFT = 24;
    private static final int FLAGS_SHIFT = 16;

    private Bth() {
    }

    /** Opcode, 0 to 255; the top three bits are the service (RC, UC, RD, UD). */
    public static int opcode(MemorySegment s, long at) {
        return Be.u8(s, at + OPCODE);
    }

    public static void opcode(MemorySegment s, long at, int opcode) {
        Be.u8(s, at + OPCODE, opcode);
    }

    /** The whole flags byte. */
    public static int flags(MemorySegment s, long at) {
        return Be.u8(s, at + FLAGS);
    }

    public static void flags(MemorySegment s, long at, int flags) {
        Be.u8(s, at + FLAGS, flags);
    }

    public static boolean solicited(MemorySegment s, long at) {
        return (flags(s, at) & SE_MASK) != 0;
    }

    public static boolean migReq(MemorySegment s, long at) {
        return (flags(s, at) & MIG_MASK) != 0;
    }

    /** Bytes of padding after the payload: 0 to 3. */
    public static int pad(MemorySegment s, long at) {
        return (flags(s, at) & PAD_MASK) >> PAD_SHIFT;
    }

    public static void pad(MemorySegment s, long at, int pad) {
        flags(s, at, flags(s, at) & ~PAD_MASK | (pad << PAD_SHIFT) & PAD_MASK);
    }

    public static int tver(MemorySegment s, long at) {
        return flags(s, at) & TVER_MASK;
    }

    public static int pkey(MemorySegment s, long at) {
        return Be.u16(s, at + PKEY);
    }

    public static void pkey(MemorySegment s, long at, int pkey) {
        Be.u16(s, at + PKEY, pkey);
    }

    /** Destination queue pair, 24 bits. */
    public static int qpn(MemorySegment s, long at) {
        return Be.u24(s, at + QPN);
    }

    /** Sets the destination queue pair and keeps FECN and BECN. */
    public static void qpn(MemorySegment s, long at, int qpn) {
        Be.u32(s, at + QPN, Be.u32(s, at + QPN) & ~Qpn.MASK | qpn & Qpn.MASK);
    }

    public static boolean fecn(MemorySegment s, long at) {
        return (Be.u32(s, at + QPN) & FECN_MASK) != 0;
    }

    public static boolean becn(MemorySegment s, long at) {
        return (Be.u32(s, at + QPN) & BECN_MASK) != 0;
    }

    /** Byte 4, which the ICRC leaves out. */
    public static int resv8a(MemorySegment s, long at) {
        return Be.u8(s, at + RESV8A);
    }

    public static void resv8a(MemorySegment s, long at, int value) {
        Be.u8(s, at + RESV8A, value);
    }

    public static boolean ackRequest(MemorySegment s, long at) {
        return (Be.u32(s, at + APSN) & ACK_MASK) != 0;
    }

    /** Sets or clears the acknowledge request and keeps the PSN. */
    public static void ackRequest(MemorySegment s, long at, boolean ack) {
        int apsn = Be.u32(s, at + APSN);
        Be.u32(s, at + APSN, ack ? apsn | ACK_MASK : apsn & ~ACK_MASK);
    }

    /** Packet sequence number, 24 bits. */
    public static int psn(MemorySegment s, long at) {
        return Be.u24(s, at + APSN);
    }

    /** Sets the PSN and keeps the acknowledge request. */
    public static void psn(MemorySegment s, long at, int psn) {
        Be.u32(s, at + APSN, Be.u32(s, at + APSN) & ~Psn.MASK | psn & Psn.MASK);
    }

    /** The whole last word: acknowledge request, seven reserved bits, PSN. */
    public static int apsn(MemorySegment s, long at) {
        return Be.u32(s, at + APSN);
    }

    public static void apsn(MemorySegment s, long at, int apsn) {
        Be.u32(s, at + APSN, apsn);
    }

    /** A flags byte for {@link #write}; Linux sends MigReq 0 and version 0. */
    public static int flags(boolean solicited, boolean migReq, int pad) {
        return (solicited ? SE_MASK : 0) | (migReq ? MIG_MASK : 0) | (pad << PAD_SHIFT) & PAD_MASK;
    }

    /**
     * Writes all 12 bytes.
     *
     * @param flags see {@link #flags(boolean, boolean, int)}
     * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#bth_init
     */
    public static void write(MemorySegment s, long at, int opcode, int flags, int pkey, int qpn, boolean ackRequest,
            int psn) {
        Be.u32(s, at, opcode << OPCODE_SHIFT | flags << FLAGS_SHIFT | pkey & 0xffff);
        Be.u32(s, at + QPN, qpn & Qpn.MASK);
        Be.u32(s, at + APSN, ackRequest ? psn & Psn.MASK | ACK_MASK : psn & Psn.MASK);
    }
}
