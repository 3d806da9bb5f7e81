package org.softroce.roce;

/**
 * What each work request opcode may do on each kind of queue pair, and which packet opcode comes next.
 *
 * <p>The numbers are {@code enum ib_wr_opcode} and {@code enum ib_qp_type}. Look-ups take any int and answer 0 for
 * combinations that do not exist.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_opcode.c#rxe_wr_opcode_info
 */
public final class WrOpcode {
    public static final int RDMA_WRITE = 0;
    public static final int RDMA_WRITE_WITH_IMM = 1;
    public static final int SEND = 2;
    public static final int SEND_WITH_IMM = 3;
    public static final int RDMA_READ = 4;
    public static final int ATOMIC_CMP_AND_SWP = 5;
    public static final int ATOMIC_FETCH_AND_ADD = 6;
    public static final int LOCAL_INV = 7;
    public static final int BIND_MW = 8;
    public static final int SEND_WITH_INV = 9;
    public static final int LSO = 10;
    public static final int RDMA_READ_WITH_INV = 11;
    public static final int FLUSH = 14;
    public static final int ATOMIC_WRITE = 15;
    public static final int REG_MR = 32;

    public static final int QPT_SMI = 0;
    public static final int QPT_GSI = 1;
    public static final int QPT_RC = 2;
    public static final int QPT_UC = 3;
    public static final int QPT_UD = 4;

    /** Data may travel in the work request itself. */
    public static final int INLINE_MASK = 1;
    public static final int ATOMIC_MASK = 1 << 1;
    public static final int SEND_MASK = 1 << 2;
    public static final int READ_MASK = 1 << 3;
    public static final int WRITE_MASK = 1 << 4;
    /** Done in the driver, no packet: bind, invalidate, register. */
    public static final int LOCAL_OP_MASK = 1 << 5;
    public static final int FLUSH_MASK = 1 << 6;
    public static final int ATOMIC_WRITE_MASK = 1 << 7;

    private static final int OPCODES = 33;
    private static final int QP_TYPES = 8;
    private static final byte[] MASK = new byte[OPCODES * QP_TYPES];
    private static final String[] NAME = new String[OPCODES];

    static {
        row(RDMA_WRITE, "RDMA_WRITE", INLINE_MASK | WRITE_MASK, QPT_RC, QPT_UC);
        row(RDMA_WRITE_WITH_IMM, "RDMA_WRITE_WITH_IMM", INLINE_MASK | WRITE_MASK, QPT_RC, QPT_UC);
        row(SEND, "SEND", INLINE_MASK | SEND_MASK, QPT_SMI, QPT_GSI, QPT_RC, QPT_UC, QPT_UD);
        row(SEND_WITH_IMM, "SEND_WITH_IMM", INLINE_MASK | SEND_MASK, QPT_SMI, QPT_GSI, QPT_RC, QPT_UC, QPT_UD);
        row(RDMA_READ, "RDMA_READ", READ_MASK, QPT_RC);
        row(ATOMIC_CMP_AND_SWP, "ATOMIC_CMP_AND_SWP", ATOMIC_MASK, QPT_RC);
        row(ATOMIC_FETCH_AND_ADD, "ATOMIC_FETCH_AND_ADD", ATOMIC_MASK, QPT_RC);
        row(LSO, "LSO", 0);
        row(SEND_WITH_INV, "SEND_WITH_INV", INLINE_MASK | SEND_MASK, QPT_RC, QPT_UC, QPT_UD);
        row(RDMA_READ_WITH_INV, "RDMA_READ_WITH_INV", READ_MASK, QPT_RC);
        row(LOCAL_INV, "LOCAL_INV", LOCAL_OP_MASK, QPT_RC);
        row(REG_MR, "REG_MR", LOCAL_OP_MASK, QPT_RC);
        row(BIND_MW, "BIND_MW", LOCAL_OP_MASK, QPT_RC, QPT_UC);
        row(FLUSH, "FLUSH", FLUSH_MASK, QPT_RC);
        row(ATOMIC_WRITE, "ATOMIC_WRITE", ATOMIC_WRITE_MASK, QPT_RC);
    }

    private WrOpcode() {
    }

    private static void row(int opcode, String name, int mask, int... qpTypes) {
        NAME[opcode] = name;
        for (int qpType : qpTypes) {
            MASK[opcode * QP_TYPES + qpType] = (byte) mask;
        }
    }

    /** {@code *_MASK} bits of a work request on a kind of queue pair; 0 when it is not allowed there. */
    public static int mask(int opcode, int qpType) {
        boolean known = opcode >= 0 && opcode < OPCODES && qpType >= 0 && qpType < QP_TYPES;
        return known ? MASK[opcode * QP_TYPES + qpType] & 0xff : 0;
    }

    /** Name such as {@code RDMA_WRITE}; {@code WR} and the number when unknown. */
    public static String name(int opcode) {
        return opcode >= 0 && opcode < OPCODES && NAME[opcode] != null ? NAME[opcode] : "WR " + opcode;
    }

    /**
     * The opcode of the next packet of a work request; {@link RoceOpcode#NONE} when the request has no packet form on
     * that kind of queue pair.
     *
     * @param previous opcode of the queue pair's previous packet, {@link RoceOpcode#NONE} before the first
     * @param fits     whether what is left fits this packet
     * @mirrors drivers/infiniband/sw/rxe/rxe_req.c#next_opcode
     */
    public static int nextOpcode(int qpType, int opcode, int previous, boolean fits) {
        return switch (qpType) {
            case QPT_RC -> nextReliable(opcode, previous, fits);
            case QPT_UC -> nextStreamed(RoceOpcode.UC, opcode, previous, fits);
            case QPT_UD, QPT_GSI -> nextDatagram(opcode);
            default -> RoceOpcode.NONE;
        };
    }

    private static int nextReliable(int opcode, int previous, boolean fits) {
        return switch (opcode) {
            case RDMA_READ, RDMA_READ_WITH_INV -> RoceOpcode.RC_RDMA_READ_REQUEST;
            case ATOMIC_CMP_AND_SWP -> RoceOpcode.RC_COMPARE_SWAP;
            case ATOMIC_FETCH_AND_ADD -> RoceOpcode.RC_FETCH_ADD;
            case FLUSH -> RoceOpcode.RC_FLUSH;
            case ATOMIC_WRITE -> RoceOpcode.RC_ATOMIC_WRITE;
            case SEND_WITH_INV -> sendOrWrite(RoceOpcode.RC, opcode, previous, fits);
            default -> nextStreamed(RoceOpcode.RC, opcode, previous, fits);
        };
    }

    private static int nextStreamed(int service, int opcode, int previous, boolean fits) {
        return switch (opcode) {
            case SEND, SEND_WITH_IMM, RDMA_WRITE, RDMA_WRITE_WITH_IMM ->
                    sendOrWrite(service, opcode, previous, fits);
            default -> RoceOpcode.NONE;
        };
    }

    private static int nextDatagram(int opcode) {
        return switch (opcode) {
            case SEND -> RoceOpcode.UD_SEND_ONLY;
            case SEND_WITH_IMM -> RoceOpcode.UD_SEND_ONLY_WITH_IMMEDIATE;
            default -> RoceOpcode.NONE;
        };
    }

    /** First, middle, last or only, by whether the previous packet left a message open. */
    private static int sendOrWrite(int service, int opcode, int previous, boolean fits) {
        boolean write = opcode == RDMA_WRITE || opcode == RDMA_WRITE_WITH_IMM;
        int first = service | (write ? RoceOpcode.RC_RDMA_WRITE_FIRST : RoceOpcode.RC_SEND_FIRST);
        boolean open = previous == first || previous == first + 1;
        if (!fits) {
            return open ? first + 1 : first;
        }
        int last = switch (opcode) {
            case SEND -> RoceOpcode.RC_SEND_LAST;
            case SEND_WITH_IMM -> RoceOpcode.RC_SEND_LAST_WITH_IMMEDIATE;
            case SEND_WITH_INV -> RoceOpcode.RC_SEND_LAST_WITH_INVALIDATE;
            case RDMA_WRITE -> RoceOpcode.RC_RDMA_WRITE_LAST;
            default -> RoceOpcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE;
        };
        int lastToOnly = opcode == SEND_WITH_INV ? 1 : 2;
        return service | (open ? last : last + lastToOnly);
    }
}
