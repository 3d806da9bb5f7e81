package org.softroce.uapi.rdma;

/**
 * Atomicity of RDMA atomics.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_atomic_cap
 */
public enum IbAtomicCap {
    NONE(0),
    HCA(1),
    GLOB(2);

    private static final ByValue<IbAtomicCap> BY_VALUE =
        new ByValue<>("atomic capability", values(), IbAtomicCap::value);

    private final int value;

    IbAtomicCap(int value) {
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
    public static IbAtomicCap of(int value) {
        return BY_VALUE.of(value);
    }
}
