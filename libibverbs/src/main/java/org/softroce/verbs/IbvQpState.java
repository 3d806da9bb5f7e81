package org.softroce.verbs;

/**
 * State of a QP.
 *
 * @mirrors libibverbs/verbs.h#ibv_qp_state
 */
public enum IbvQpState {
    RESET(0),
    INIT(1),
    RTR(2),
    RTS(3),
    SQD(4),
    SQE(5),
    ERR(6);

    private final int value;

    IbvQpState(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** By number. */
    public static IbvQpState of(int value) {
        for (IbvQpState constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_qp_state has no value " + value);
    }
}
