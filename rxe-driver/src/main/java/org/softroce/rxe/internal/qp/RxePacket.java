package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Bth;
import org.softroce.roce.Icrc;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.UdpHeader;
import org.softroce.rxe.internal.stat.DropReason;

/**
 * What is known of a received packet, kept in {@link SkBuff#cb}.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#rxe_pkt_info
 */
public final class RxePacket {
    /** Offset of the BTH. */
    public static final int BTH = 0;
    /** Opcode. */
    public static final int OPCODE = 1;
    /** Sequence number. */
    public static final int PSN = 2;
    /** {@link RoceOpcode} mask. */
    public static final int MASK = 3;
    /** Offset of the payload. */
    public static final int PAYLOAD = 4;
    /** Bytes of payload without pad. */
    public static final int LENGTH = 5;
    /** Bytes of pad. */
    public static final int PAD = 6;
    /** Offset of the ICRC. */
    public static final int ICRC = 7;
    /** Destination queue pair. */
    public static final int QPN = 8;
    /** Partition key. */
    public static final int PKEY = 9;

    private RxePacket() { }

    /**
     * Reads lengths and base header.
     *
     * @return {@code null} or why the packet is to be dropped
     */
    public static DropReason parse(SkBuff skb) {
        MemorySegment data = skb.data();
        int udp = skb.transport();
        int bth = udp + UdpHeader.SIZE;
        int icrc = udp + UdpHeader.length(data, udp) - Icrc.SIZE;
        if (icrc < bth + Bth.SIZE || icrc + Icrc.SIZE > skb.end()) {
            return DropReason.SHORT;
        }
        int opcode = Bth.opcode(data, bth);
        int mask = RoceOpcode.mask(opcode);
        if (mask == 0) {
            return DropReason.BAD_OPCODE;
        }
        int flags = Bth.flags(data, bth);
        int payload = bth + RoceOpcode.headerLength(opcode);
        int pad = (flags & Bth.PAD_MASK) >> 4;
        int length = icrc - payload - pad;
        if (length < 0) {
            return DropReason.SHORT_HEADER;
        }
        if ((flags & Bth.TVER_MASK) != Bth.TVER) {
            return DropReason.BAD_TVER;
        }
        int[] cb = skb.cb;
        cb[BTH] = bth;
        cb[OPCODE] = opcode;
        cb[PSN] = Bth.psn(data, bth);
        cb[MASK] = mask;
        cb[PAYLOAD] = payload;
        cb[LENGTH] = length;
        cb[PAD] = pad;
        cb[ICRC] = icrc;
        cb[QPN] = Bth.qpn(data, bth);
        cb[PKEY] = Bth.pkey(data, bth);
        return null;
    }
}
