package org.softroce.uapi.rdma;

/**
 * Type of a memory window.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_mw_type
 */
public enum IbMwType {
    TYPE_1(1),
    TYPE_2(2);

    private static final ByValue<IbMwType> BY_VALUE = new ByValue<>("memory window type", values(), IbMwType::value);

    private final int value;

    IbMwType(int value) {
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
    public static IbMwType of(int value) {
        return BY_VALUE.of(value);
    }
}
