package org.softroce.ib;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;

/**
 * Checks a change of a queue pair and finds the way to its peer, before the driver sees it.
 *
 * @mirrors drivers/infiniband/core/verbs.c#_ib_modify_qp
 */
final class QpModify {

    private static final String[] NAMES = {"STATE", "CUR_STATE", "EN_SQD_ASYNC_NOTIFY", "ACCESS_FLAGS", "PKEY_INDEX",
        "PORT", "QKEY", "AV", "PATH_MTU", "TIMEOUT", "RETRY_CNT", "RNR_RETRY", "RQ_PSN", "MAX_QP_RD_ATOMIC",
        "ALT_PATH", "MIN_RNR_TIMER", "SQ_PSN", "MAX_DEST_RD_ATOMIC", "PATH_MIG_STATE", "CAP", "DEST_QPN"};
    private static final EnumSet<IbQpState> ASSERTABLE =
            EnumSet.of(IbQpState.RTR, IbQpState.RTS, IbQpState.SQD, IbQpState.SQE);

    private QpModify() { }

    /** EINVAL naming what is wrong; EHOSTUNREACH if nobody has the destination address. */
    static void check(IbQp qp, IbQpAttr attr, int mask) {
        transition(qp, attr, mask);
        int port = (mask & IbQpAttrMask.PORT) != 0 ? attr.portNum
                : (mask & IbQpAttrMask.AV) != 0 ? attr.ahAttr.portNum : 1;
        if (port < 1 || port > qp.device().portCount()) {
            throw invalid("port_num " + port + " is none of 1.." + qp.device().portCount());
        }
        if ((mask & IbQpAttrMask.PKEY_INDEX) != 0) {
            int length = qp.device().queryPort(port).pkeyTableLength();
            if (attr.pkeyIndex < 0 || attr.pkeyIndex >= length) {
                throw invalid("pkey_index " + attr.pkeyIndex + " is beyond the table of " + length + "; use 0");
            }
        }
        if ((mask & IbQpAttrMask.AV) != 0) {
            resolve(qp.device(), attr.ahAttr);
        }
    }

    /** @mirrors drivers/infiniband/core/verbs.c#ib_modify_qp_is_ok */
    private static void transition(IbQp qp, IbQpAttr attr, int mask) {
        IbQpState from = (mask & IbQpAttrMask.CUR_STATE) != 0 ? attr.curQpState : qp.state();
        IbQpState to = (mask & IbQpAttrMask.STATE) != 0 ? attr.qpState : from;
        String what = qp.type() + " queue pair " + qp.qpNum() + " from " + from + " to " + to;
        if ((mask & IbQpAttrMask.CUR_STATE) != 0 && !ASSERTABLE.contains(from)) {
            throw invalid("cur_qp_state " + from + " cannot be asserted; it may be one of " + ASSERTABLE);
        }
        QpStateTable.Transition transition = QpStateTable.find(from, to, qp.type());
        if (transition == null) {
            throw invalid(what + " is no legal transition (RESET, INIT, RTR, RTS in this order; RESET and ERR from"
                    + " any)");
        }
        int missing = transition.required() & ~mask;
        if (missing != 0) {
            throw invalid(what + " also needs the attributes " + names(missing));
        }
        int superfluous = mask & ~(transition.required() | transition.optional() | IbQpAttrMask.STATE);
        if (superfluous != 0) {
            throw invalid(what + " does not take the attributes " + names(superfluous));
        }
    }

    private static List<String> names(int mask) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < 32; bit++) {
            if ((mask >>> bit & 1) != 0) {
                names.add(bit < NAMES.length ? "IB_QP_" + NAMES[bit] : "bit " + bit);
            }
        }
        return names;
    }

    /**
     * Source GID entry and hardware address of the destination.
     *
     * @mirrors drivers/infiniband/core/verbs.c#rdma_fill_sgid_attr
     */
    static void resolve(IbDevice device, IbQpAttr.AhAttr ah) {
        int port = ah.portNum;
        if (port < 1 || port > device.portCount()) {
            throw invalid("ah_attr.port_num " + port + " is none of 1.." + device.portCount());
        }
        if (!ah.isGlobal) {
            if (device.queryPort(port).grhRequired()) {
                throw invalid("GRH required on RoCE: ah_attr.is_global is 0; set it to 1 with grh.dgid, grh.sgid_index"
                        + " and grh.hop_limit (tools: give a GID index, -g or -x)");
            }
            return;
        }
        GidTable table = device.gidTable(port);
        if (ah.sgidIndex < 0 || ah.sgidIndex >= table.length()) {
            throw invalid("sgid_index " + ah.sgidIndex + " is beyond the GID table of " + table.length()
                    + "; valid indices: " + table.validIndices());
        }
        ah.sgid = table.get(ah.sgidIndex);
        if (ah.sgid == null) {
            throw invalid("sgid_index " + ah.sgidIndex + " is empty; valid indices: " + table.validIndices());
        }
        if (ah.dgid.isAny()) {
            throw invalid("dgid is all zero; the peer has to tell the GID it uses");
        }
        NetDevice netdev = ah.sgid.netdev();
        ah.dmac = netdev.resolve(ah.dgid).value();
    }

    private static ErrnoException invalid(String text) {
        return new ErrnoException(Errno.EINVAL, text);
    }
}
