package org.softroce.uapi.rdma;

/**
 * Type of a shared receive queue.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_srq_type
 */
public enum IbSrqType {
    BASIC(0),
    XRC(1),
    TM(2);

    private static final ByValue<IbSrqType> BY_VALUE = new ByValue<>("SRQ type", values(), IbSrqType::value);

    private final int value;

    IbSrqType(int value) {
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
    public static IbSrqType of(int value) {
        return BY_VALUE.of(value);
    }
}
