package org.softroce.uapi.rdma;

/**
 * Type of a GID as user space sees it.
 *
 * @mirrors include/uapi/rdma/ib_user_ioctl_verbs.h#enum ib_uverbs_gid_type
 */
public enum IbGidType {
    IB(0, "IB/RoCE v1"),
    ROCE_V1(1, "IB/RoCE v1"),
    ROCE_V2(2, "RoCE v2");

    private static final ByValue<IbGidType> BY_VALUE = new ByValue<>("GID type", values(), IbGidType::value);

    private final int value;
    private final String text;

    IbGidType(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** The text in {@code gid_attrs/types}. */
    public String text() {
        return text;
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
    public static IbGidType of(int value) {
        return BY_VALUE.of(value);
    }
}
