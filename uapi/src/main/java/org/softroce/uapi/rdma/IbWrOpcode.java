package org.softroce.uapi.rdma;

/**
 * What a send work request asks for, with the text of {@code ibv_wr_opcode_str}.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_wr_opcode
 */
public enum IbWrOpcode {
    RDMA_WRITE(0, "rdma-write"),
    RDMA_WRITE_WITH_IMM(1, "rdma-write-with-imm"),
    SEND(2, "send"),
    SEND_WITH_IMM(3, "send-with-imm"),
    RDMA_READ(4, "rdma-read"),
    ATOMIC_CMP_AND_SWP(5, "atomic-cmp-and-swp"),
    ATOMIC_FETCH_AND_ADD(6, "atomic-fetch-and-add"),
    LOCAL_INV(7, "local-inv"),
    BIND_MW(8, "bind-mw"),
    SEND_WITH_INV(9, "send-with-inv"),
    TSO(10, "tso"),
    RDMA_READ_WITH_INV(11, "rdma-read-with-inv"),
    MASKED_ATOMIC_CMP_AND_SWP(12, "masked-atomic-cmp-and-swp"),
    MASKED_ATOMIC_FETCH_AND_ADD(13, "masked-atomic-fetch-and-add"),
    FLUSH(14, "flush"),
    ATOMIC_WRITE(15, "atomic-write"),
    REG_MR(32, "reg-mr");

    private static final ByValue<IbWrOpcode> BY_VALUE =
        new ByValue<>("work request opcode", values(), IbWrOpcode::value);

    private final int value;
    private final String text;

    IbWrOpcode(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** What {@code ibv_wr_opcode_str} says. */
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
    public static IbWrOpcode of(int value) {
        return BY_VALUE.of(value);
    }
}
