package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * UDP header, and the two port numbers of RoCEv2 (RFC 768; IBA annex A17.3).
 *
 * <pre>
 *      31                          16 15                           0
 *     +------------------------------+------------------------------+
 * 0-3 |         source port          |    destination port (4791)   |
 *     +------------------------------+------------------------------+
 * 4-7 |   length with this header    |    checksum (RoCE sends 0)   |
 *     +------------------------------+------------------------------+
 * </pre>
 */
public final class UdpHeader {
    /** Header bytes. */
    public static final int SIZE = 8;
    /** Offset of the source port, two bytes. */
    public static final int SOURCE_PORT = 0;
    /** Offset of the destination port, two bytes. */
    public static final int DESTINATION_PORT = 2;
    /** Offset of the length of header and data, two bytes. */
    public static final int LENGTH = 4;
    /** Offset of the checksum, two bytes. */
    public static final int CHECKSUM = 6;
    /** The destination port of every RoCEv2 packet ({@code ROCE_V2_UDP_DPORT}). */
    public static final int ROCE_PORT = 4791;
    /** The least source port of a RoCEv2 packet ({@code IB_ROCE_UDP_ENCAP_VALID_PORT_MIN}). */
    public static final int ROCE_SOURCE_PORT_MIN = 0xc000;

    private static final int FLOW_LABEL_MASK = 0xfffff;
    private static final int FLOW_LABEL_BITS = 20;
    private static final int SOURCE_PORT_BITS = 14;
    private static final int SOURCE_PORT_MASK = 0x3fff;
    private static final int GOLDEN_RATIO_32 = 0x61c88647;

    private UdpHeader() {
    }

    public static int sourcePort(MemorySegment s, long at) {
        return Be.u16(s, at + SOURCE_PORT);
    }

    public static int destinationPort(MemorySegment s, long at) {
        return Be.u16(s, at + DESTINATION_PORT);
    }

    /** Bytes of header and data. */
    public static int length(MemorySegment s, long at) {
        return Be.u16(s, at + LENGTH);
    }

    public static int checksum(MemorySegment s, long at) {
        return Be.u16(s, at + CHECKSUM);
    }

    public static void checksum(MemorySegment s, long at, int value) {
        Be.u16(s, at + CHECKSUM, value);
    }

    /** Writes all 8 bytes, the checksum as 0. */
    public static void write(MemorySegment s, long at, int sourcePort, int destinationPort, int length) {
        Be.u32(s, at, sourcePort << 16 | destinationPort & 0xffff);
        Be.u32(s, at + LENGTH, length << 16);
    }

    /**
     * The source port of a connection: from the flow label when there is one, else from both queue pair numbers, so
     * that both ends come to the same port.
     *
     * @mirrors include/rdma/ib_verbs.h#rdma_get_udp_sport
     */
    public static int roceSourcePort(int flowLabel, int localQpn, int remoteQpn) {
        int label = flowLabel & FLOW_LABEL_MASK;
        return sourcePortOfFlowLabel(label != 0 ? label : flowLabel(localQpn, remoteQpn));
    }

    /**
     * A flow label that both ends compute alike.
     *
     * @mirrors include/rdma/ib_verbs.h#rdma_calc_flow_label
     */
    public static int flowLabel(int localQpn, int remoteQpn) {
        long fold = (long) localQpn * remoteQpn;
        fold ^= fold >>> FLOW_LABEL_BITS;
        fold ^= fold >>> 2 * FLOW_LABEL_BITS;
        return (int) fold & FLOW_LABEL_MASK;
    }

    /**
     * Folds a 20-bit flow label into 0xc000 to 0xffff.
     *
     * @mirrors include/rdma/ib_verbs.h#rdma_flow_label_to_udp_sport
     */
    public static int sourcePortOfFlowLabel(int flowLabel) {
        int folded = flowLabel & SOURCE_PORT_MASK ^ (flowLabel & FLOW_LABEL_MASK) >>> SOURCE_PORT_BITS;
        return folded | ROCE_SOURCE_PORT_MIN;
    }

    /**
     * The source port a queue pair has before it knows its peer (and a datagram queue pair always).
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#rxe_qp_init_req
     */
    public static int sourcePortOfQpn(int qpn) {
        return ROCE_SOURCE_PORT_MIN + (qpn * GOLDEN_RATIO_32 >>> 32 - SOURCE_PORT_BITS);
    }
}
