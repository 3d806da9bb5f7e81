package org.softroce.verbs;

/**
 * What a send work request does.
 *
 * @mirrors libibverbs/verbs.h#ibv_wr_opcode
 */
public enum IbvWrOpcode {
    RDMA_WRITE(0),
    RDMA_WRITE_WITH_IMM(1),
    SEND(2),
    SEND_WITH_IMM(3),
    RDMA_READ(4),
    ATOMIC_CMP_AND_SWP(5),
    ATOMIC_FETCH_AND_ADD(6),
    LOCAL_INV(7),
    BIND_MW(8),
    SEND_WITH_INV(9),
    TSO(10),
    DRIVER1(11),
    FLUSH(14),
    ATOMIC_WRITE(15);

    private final int value;

    IbvWrOpcode(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** By number. */
    public static IbvWrOpcode of(int value) {
        for (IbvWrOpcode constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_wr_opcode has no value " + value);
    }
}
