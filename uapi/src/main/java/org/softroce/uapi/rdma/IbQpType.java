package org.softroce.uapi.rdma;

/**
 * Type of a queue pair.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_qp_type
 */
public enum IbQpType {
    SMI(0),
    GSI(1),
    RC(2),
    UC(3),
    UD(4),
    RAW_IPV6(5),
    RAW_ETHERTYPE(6),
    RAW_PACKET(8),
    XRC_INI(9),
    XRC_TGT(10),
    DRIVER(255);

    private static final ByValue<IbQpType> BY_VALUE = new ByValue<>("QP type", values(), IbQpType::value);

    private final int value;

    IbQpType(int value) {
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
    public static IbQpType of(int value) {
        return BY_VALUE.of(value);
    }
}
