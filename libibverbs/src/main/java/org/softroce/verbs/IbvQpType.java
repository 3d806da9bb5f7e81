package org.softroce.verbs;

/**
 * Transport of a QP.
 *
 * @mirrors libibverbs/verbs.h#ibv_qp_type
 */
public enum IbvQpType {
    RC(2),
    UC(3),
    UD(4),
    RAW_PACKET(8),
    XRC_SEND(9),
    XRC_RECV(10),
    DRIVER(255);

    private final int value;

    IbvQpType(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** By number. */
    public static IbvQpType of(int value) {
        for (IbvQpType constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_qp_type has no value " + value);
    }
}
