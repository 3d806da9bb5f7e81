package org.softroce.verbs;

/**
 * What a work completion is about.
 *
 * @mirrors libibverbs/verbs.h#ibv_wc_opcode
 */
public enum IbvWcOpcode {
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
    RECV(128),
    RECV_RDMA_WITH_IMM(129);

    private static final IbvWcOpcode[] ALL = values();

    private final int value;

    IbvWcOpcode(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** By number. */
    public static IbvWcOpcode of(int value) {
        for (IbvWcOpcode constant : ALL) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_wc_opcode has no value " + value);
    }
}
