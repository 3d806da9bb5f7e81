package org.softroce.rxe.internal.qp;

/**
 * How far a posted send request is. Numbers, since they live in an array by slot.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.h#wqe_state
 */
final class WqeState {
    /** Not started, or to be sent again. */
    static final int POSTED = 0;
    /** Some packets are out. */
    static final int PROCESSING = 1;
    /** All packets are out, the answer is missing. */
    static final int PENDING = 2;
    /** Refused before a packet went out. */
    static final int ERROR = 4;

    private WqeState() { }
}
