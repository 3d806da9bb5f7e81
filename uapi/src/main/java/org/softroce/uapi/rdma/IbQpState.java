package org.softroce.uapi.rdma;

/**
 * State of a queue pair.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_qp_state
 */
public enum IbQpState {
    RESET(0),
    INIT(1),
    RTR(2),
    RTS(3),
    SQD(4),
    SQE(5),
    ERR(6);

    private static final ByValue<IbQpState> BY_VALUE = new ByValue<>("QP state", values(), IbQpState::value);

    private final int value;

    IbQpState(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** Whether a number has a constant. */
    public static boolean isKnown(int value) {
        return BY_VALUE.find(value) != null;
    }

    /**
     * The constant of a number.
     *
     * @throws org.softroce.uapi.ErrnoException EINVAL if there is none
     */
    public static IbQpState of(int value) {
        return BY_VALUE.of(value);
    }
}
