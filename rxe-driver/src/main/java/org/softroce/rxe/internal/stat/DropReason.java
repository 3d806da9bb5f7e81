package org.softroce.rxe.internal.stat;

/**
 * Why a received packet was not given to a queue pair, in the order of the checks. Linux drops all of these without
 * counting them.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_recv.c#rxe_rcv
 */
public enum DropReason {
    /** The net device has no RDMA device. */
    NO_DEVICE("drop_no_device"),
    /** Shorter than BTH and ICRC. */
    SHORT("drop_short_packet"),
    /** The destination is no GID of the device. */
    BAD_DGID("drop_bad_dgid"),
    /** RoCE has no such opcode. */
    BAD_OPCODE("drop_bad_opcode"),
    /** Shorter than the headers of its opcode. */
    SHORT_HEADER("drop_short_header"),
    /** Transport version other than 0. */
    BAD_TVER("drop_bad_tver"),
    /** No such queue pair; 0 is never served. */
    NO_QP("drop_no_qp"),
    /** For queue pair 1, whose messages nobody serves here. */
    GSI("drop_no_mad_agent"),
    /** Multicast, which has no members here. */
    MULTICAST("drop_multicast"),
    /** The opcode belongs to another type of queue pair. */
    BAD_QP_TYPE("drop_bad_qp_type"),
    /** The queue pair is not ready to receive, or not to send. */
    BAD_QP_STATE("drop_bad_qp_state"),
    /** Not from the peer of the connection, or not to its own address. */
    BAD_ADDRESS("drop_bad_address"),
    /** Another partition. */
    BAD_PKEY("drop_bad_pkey"),
    /** The ICRC is wrong. */
    BAD_ICRC("icrc_error"),
    /** The inbox of the queue pair is full. */
    INBOX_FULL("drop_inbox_full");

    /** How many there are. */
    public static final int COUNT = values().length;

    private final String label;

    DropReason(String label) {
        this.label = label;
    }

    /** The name of its counter. */
    public String label() {
        return label;
    }
}
