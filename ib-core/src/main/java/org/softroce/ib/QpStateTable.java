package org.softroce.ib;

import static org.softroce.uapi.rdma.IbQpAttrMask.ACCESS_FLAGS;
import static org.softroce.uapi.rdma.IbQpAttrMask.ALT_PATH;
import static org.softroce.uapi.rdma.IbQpAttrMask.AV;
import static org.softroce.uapi.rdma.IbQpAttrMask.CUR_STATE;
import static org.softroce.uapi.rdma.IbQpAttrMask.DEST_QPN;
import static org.softroce.uapi.rdma.IbQpAttrMask.EN_SQD_ASYNC_NOTIFY;
import static org.softroce.uapi.rdma.IbQpAttrMask.MAX_DEST_RD_ATOMIC;
import static org.softroce.uapi.rdma.IbQpAttrMask.MAX_QP_RD_ATOMIC;
import static org.softroce.uapi.rdma.IbQpAttrMask.MIN_RNR_TIMER;
import static org.softroce.uapi.rdma.IbQpAttrMask.PATH_MIG_STATE;
import static org.softroce.uapi.rdma.IbQpAttrMask.PATH_MTU;
import static org.softroce.uapi.rdma.IbQpAttrMask.PKEY_INDEX;
import static org.softroce.uapi.rdma.IbQpAttrMask.PORT;
import static org.softroce.uapi.rdma.IbQpAttrMask.QKEY;
import static org.softroce.uapi.rdma.IbQpAttrMask.RETRY_CNT;
import static org.softroce.uapi.rdma.IbQpAttrMask.RNR_RETRY;
import static org.softroce.uapi.rdma.IbQpAttrMask.RQ_PSN;
import static org.softroce.uapi.rdma.IbQpAttrMask.SQ_PSN;
import static org.softroce.uapi.rdma.IbQpAttrMask.TIMEOUT;
import static org.softroce.uapi.rdma.IbQpState.ERR;
import static org.softroce.uapi.rdma.IbQpState.INIT;
import static org.softroce.uapi.rdma.IbQpState.RESET;
import static org.softroce.uapi.rdma.IbQpState.RTR;
import static org.softroce.uapi.rdma.IbQpState.RTS;
import static org.softroce.uapi.rdma.IbQpState.SQD;
import static org.softroce.uapi.rdma.IbQpState.SQE;
import static org.softroce.uapi.rdma.IbQpType.GSI;
import static org.softroce.uapi.rdma.IbQpType.RC;
import static org.softroce.uapi.rdma.IbQpType.UC;
import static org.softroce.uapi.rdma.IbQpType.UD;

import java.util.EnumMap;
import java.util.Map;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/**
 * Which state a queue pair may go to, and which attributes that needs and admits: IBA 10.3.1 and 11.2.5.2 as data.
 *
 * @mirrors drivers/infiniband/core/verbs.c#qp_state_table
 */
public final class QpStateTable {

    /**
     * A legal transition of one QP type.
     *
     * @param required attribute bits that must be given
     * @param optional attribute bits that may be given besides
     */
    public record Transition(int required, int optional) { }

    private static final Transition PLAIN = new Transition(0, 0);
    private static final int CONNECTED_INIT = PKEY_INDEX | PORT | ACCESS_FLAGS;
    private static final int UC_RTR = AV | PATH_MTU | DEST_QPN | RQ_PSN;
    private static final int RC_RTR = UC_RTR | MAX_DEST_RD_ATOMIC | MIN_RNR_TIMER;
    private static final int RC_RTS = TIMEOUT | RETRY_CNT | RNR_RETRY | SQ_PSN | MAX_QP_RD_ATOMIC;
    private static final int UC_LIVE = CUR_STATE | ALT_PATH | ACCESS_FLAGS | PATH_MIG_STATE;
    private static final int RC_LIVE = UC_LIVE | MIN_RNR_TIMER;
    private static final int DATAGRAM_LIVE = CUR_STATE | QKEY;

    private static final Map<IbQpState, Map<IbQpState, Map<IbQpType, Transition>>> TABLE =
            new EnumMap<>(IbQpState.class);

    static {
        for (IbQpState from : IbQpState.values()) {
            all(from, RESET, 0);
            if (from != RESET) {
                all(from, ERR, 0);
            }
        }
        put(RESET, INIT, PKEY_INDEX | PORT | QKEY, 0, UD);
        put(RESET, INIT, CONNECTED_INIT, 0, UC, RC);
        put(RESET, INIT, PKEY_INDEX | QKEY, 0, GSI);
        put(INIT, INIT, 0, PKEY_INDEX | PORT | QKEY, UD);
        put(INIT, INIT, 0, CONNECTED_INIT, UC, RC);
        put(INIT, INIT, 0, PKEY_INDEX | QKEY, GSI);
        put(INIT, RTR, 0, PKEY_INDEX | QKEY, UD, GSI);
        put(INIT, RTR, UC_RTR, ALT_PATH | ACCESS_FLAGS | PKEY_INDEX, UC);
        put(INIT, RTR, RC_RTR, ALT_PATH | ACCESS_FLAGS | PKEY_INDEX, RC);
        put(RTR, RTS, SQ_PSN, DATAGRAM_LIVE, UD, GSI);
        put(RTR, RTS, SQ_PSN, UC_LIVE, UC);
        put(RTR, RTS, RC_RTS, RC_LIVE, RC);
        put(RTS, RTS, 0, DATAGRAM_LIVE, UD, GSI);
        put(RTS, RTS, 0, UC_LIVE, UC);
        put(RTS, RTS, 0, RC_LIVE, RC);
        all(RTS, SQD, EN_SQD_ASYNC_NOTIFY);
        put(SQD, RTS, 0, DATAGRAM_LIVE, UD, GSI);
        put(SQD, RTS, 0, UC_LIVE, UC);
        put(SQD, RTS, 0, RC_LIVE, RC);
        put(SQD, SQD, 0, PKEY_INDEX | QKEY, UD, GSI);
        put(SQD, SQD, 0, AV | ALT_PATH | ACCESS_FLAGS | PKEY_INDEX | PATH_MIG_STATE, UC);
        put(SQD, SQD, 0, PORT | AV | TIMEOUT | RETRY_CNT | RNR_RETRY | MAX_QP_RD_ATOMIC | MAX_DEST_RD_ATOMIC
                | ALT_PATH | ACCESS_FLAGS | PKEY_INDEX | MIN_RNR_TIMER | PATH_MIG_STATE, RC);
        put(SQE, RTS, 0, DATAGRAM_LIVE, UD, GSI);
        put(SQE, RTS, 0, CUR_STATE | ACCESS_FLAGS, UC);
    }

    private QpStateTable() { }

    private static void all(IbQpState from, IbQpState to, int optional) {
        put(from, to, 0, optional, RC, UC, UD, GSI);
    }

    private static void put(IbQpState from, IbQpState to, int required, int optional, IbQpType... types) {
        Map<IbQpType, Transition> row = TABLE.computeIfAbsent(from, f -> new EnumMap<>(IbQpState.class))
                .computeIfAbsent(to, t -> new EnumMap<>(IbQpType.class));
        for (IbQpType type : types) {
            row.put(type, required == 0 && optional == 0 ? PLAIN : new Transition(required, optional));
        }
    }

    /** The transition, or {@code null} if it is none. */
    public static Transition find(IbQpState from, IbQpState to, IbQpType type) {
        return TABLE.get(from).getOrDefault(to, Map.of()).get(type);
    }
}
