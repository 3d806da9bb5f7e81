package org.softroce.uapi.rdma;

/**
 * What a completion completes. {@code ibv_wc_opcode} and {@code ib_wc_opcode} agree in all values but those that
 * only the kernel uses ({@link #REG_MR} to {@link #MASKED_FETCH_ADD}); receives have bit 7 set.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_wc_opcode
 */
public enum IbWcOpcode {
    SEND(0),
    RDMA_WRITE(1),
    RDMA_READ(2),
    COMP_SWAP(3),
    FETCH_ADD(4),
    BIND_MW(5),
    LOCAL_INV(6),
    TSO(7),
    FLUSH(8),
    ATOMIC_WRITE(9),
    REG_MR(10),
    MASKED_COMP_SWAP(11),
    MASKED_FETCH_ADD(12),
    RECV(128),
    RECV_RDMA_WITH_IMM(129);

    private static final ByValue<IbWcOpcode> BY_VALUE = new ByValue<>("completion opcode", values(), IbWcOpcode::value);

    private final int value;

    IbWcOpcode(int value) {
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
    public static IbWcOpcode of(int value) {
        return BY_VALUE.of(value);
    }
}
