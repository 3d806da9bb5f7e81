package org.softroce.verbs.cmd;

import org.softroce.uapi.rdma.IbUserIoctlVerbs.QpCap;
import org.softroce.uapi.rdma.IbUserVerbs.ModifyQp;
import org.softroce.uapi.rdma.IbUserVerbs.QpDest;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQpResp;
import org.softroce.verbs.IbvAhAttr;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;

/**
 * Attributes of queue pairs, to and from bytes.
 *
 * @mirrors libibverbs/cmd.c#copy_modify_qp_fields
 */
final class QpCodec {
    private static final int GID_BYTES = 16;

    private QpCodec() { }

    static void writeCap(CommandBuffer b, int at, IbvQpInitAttr.Cap cap) {
        b.u32(at + QpCap.MAX_SEND_WR, cap.maxSendWr);
        b.u32(at + QpCap.MAX_RECV_WR, cap.maxRecvWr);
        b.u32(at + QpCap.MAX_SEND_SGE, cap.maxSendSge);
        b.u32(at + QpCap.MAX_RECV_SGE, cap.maxRecvSge);
        b.u32(at + QpCap.MAX_INLINE_DATA, cap.maxInlineData);
    }

    static void readCap(CommandBuffer b, int at, IbvQpInitAttr.Cap cap) {
        cap.maxSendWr = b.u32(at + QpCap.MAX_SEND_WR);
        cap.maxRecvWr = b.u32(at + QpCap.MAX_RECV_WR);
        cap.maxSendSge = b.u32(at + QpCap.MAX_SEND_SGE);
        cap.maxRecvSge = b.u32(at + QpCap.MAX_RECV_SGE);
        cap.maxInlineData = b.u32(at + QpCap.MAX_INLINE_DATA);
    }

    /** Only what the mask names is written, the rest stays zero. */
    static void writeModify(CommandBuffer b, int at, int handle, IbvQpAttr attr, int mask) {
        b.u32(at + ModifyQp.QP_HANDLE, handle);
        b.u32(at + ModifyQp.ATTR_MASK, mask);
        writeStates(b, at, attr, mask);
        writePath(b, at, attr, mask);
        writeLimits(b, at, attr, mask);
    }

    private static void writeStates(CommandBuffer b, int at, IbvQpAttr attr, int mask) {
        if (has(mask, IbvQpAttrMask.STATE)) {
            b.u8(at + ModifyQp.QP_STATE, attr.qpState.value());
        }
        if (has(mask, IbvQpAttrMask.CUR_STATE)) {
            b.u8(at + ModifyQp.CUR_QP_STATE, attr.curQpState.value());
        }
        if (has(mask, IbvQpAttrMask.EN_SQD_ASYNC_NOTIFY)) {
            b.u8(at + ModifyQp.EN_SQD_ASYNC_NOTIFY, attr.enSqdAsyncNotify ? 1 : 0);
        }
        if (has(mask, IbvQpAttrMask.PATH_MIG_STATE)) {
            b.u8(at + ModifyQp.PATH_MIG_STATE, attr.pathMigState);
        }
        if (has(mask, IbvQpAttrMask.ACCESS_FLAGS)) {
            b.u32(at + ModifyQp.QP_ACCESS_FLAGS, attr.qpAccessFlags);
        }
        if (has(mask, IbvQpAttrMask.QKEY)) {
            b.u32(at + ModifyQp.QKEY, attr.qkey);
        }
        if (has(mask, IbvQpAttrMask.RQ_PSN)) {
            b.u32(at + ModifyQp.RQ_PSN, attr.rqPsn);
        }
        if (has(mask, IbvQpAttrMask.SQ_PSN)) {
            b.u32(at + ModifyQp.SQ_PSN, attr.sqPsn);
        }
    }

    private static void writePath(CommandBuffer b, int at, IbvQpAttr attr, int mask) {
        if (has(mask, IbvQpAttrMask.PKEY_INDEX)) {
            b.u16(at + ModifyQp.PKEY_INDEX, attr.pkeyIndex);
        }
        if (has(mask, IbvQpAttrMask.PORT)) {
            b.u8(at + ModifyQp.PORT_NUM, attr.portNum);
        }
        if (has(mask, IbvQpAttrMask.AV)) {
            writeDest(b, at + ModifyQp.DEST, attr.ahAttr);
        }
        if (has(mask, IbvQpAttrMask.PATH_MTU)) {
            b.u8(at + ModifyQp.PATH_MTU, attr.pathMtu.value());
        }
        if (has(mask, IbvQpAttrMask.DEST_QPN)) {
            b.u32(at + ModifyQp.DEST_QP_NUM, attr.destQpNum);
        }
        if (has(mask, IbvQpAttrMask.ALT_PATH)) {
            b.u16(at + ModifyQp.ALT_PKEY_INDEX, attr.altPkeyIndex);
            b.u8(at + ModifyQp.ALT_PORT_NUM, attr.altPortNum);
            b.u8(at + ModifyQp.ALT_TIMEOUT, attr.altTimeout);
            writeDest(b, at + ModifyQp.ALT_DEST, attr.altAhAttr);
        }
    }

    private static void writeLimits(CommandBuffer b, int at, IbvQpAttr attr, int mask) {
        if (has(mask, IbvQpAttrMask.TIMEOUT)) {
            b.u8(at + ModifyQp.TIMEOUT, attr.timeout);
        }
        if (has(mask, IbvQpAttrMask.RETRY_CNT)) {
            b.u8(at + ModifyQp.RETRY_CNT, attr.retryCnt);
        }
        if (has(mask, IbvQpAttrMask.RNR_RETRY)) {
            b.u8(at + ModifyQp.RNR_RETRY, attr.rnrRetry);
        }
        if (has(mask, IbvQpAttrMask.MAX_QP_RD_ATOMIC)) {
            b.u8(at + ModifyQp.MAX_RD_ATOMIC, attr.maxRdAtomic);
        }
        if (has(mask, IbvQpAttrMask.MAX_DEST_RD_ATOMIC)) {
            b.u8(at + ModifyQp.MAX_DEST_RD_ATOMIC, attr.maxDestRdAtomic);
        }
        if (has(mask, IbvQpAttrMask.MIN_RNR_TIMER)) {
            b.u8(at + ModifyQp.MIN_RNR_TIMER, attr.minRnrTimer);
        }
    }

    private static void writeDest(CommandBuffer b, int at, IbvAhAttr ah) {
        b.bytes(at + QpDest.DGID, ah.dgid.toBytes());
        b.u32(at + QpDest.FLOW_LABEL, ah.flowLabel);
        b.u16(at + QpDest.DLID, ah.dlid);
        b.u8(at + QpDest.SGID_INDEX, ah.sgidIndex);
        b.u8(at + QpDest.HOP_LIMIT, ah.hopLimit);
        b.u8(at + QpDest.TRAFFIC_CLASS, ah.trafficClass);
        b.u8(at + QpDest.SL, ah.sl);
        b.u8(at + QpDest.SRC_PATH_BITS, ah.srcPathBits);
        b.u8(at + QpDest.STATIC_RATE, ah.staticRate);
        b.u8(at + QpDest.IS_GLOBAL, ah.isGlobal ? 1 : 0);
        b.u8(at + QpDest.PORT_NUM, ah.portNum);
    }

    private static void readDest(CommandBuffer b, int at, IbvAhAttr ah) {
        ah.dgid = IbvGid.ofBytes(b.bytes(at + QpDest.DGID, GID_BYTES));
        ah.flowLabel = b.u32(at + QpDest.FLOW_LABEL);
        ah.dlid = b.u16(at + QpDest.DLID);
        ah.sgidIndex = b.u8(at + QpDest.SGID_INDEX);
        ah.hopLimit = b.u8(at + QpDest.HOP_LIMIT);
        ah.trafficClass = b.u8(at + QpDest.TRAFFIC_CLASS);
        ah.sl = b.u8(at + QpDest.SL);
        ah.srcPathBits = b.u8(at + QpDest.SRC_PATH_BITS);
        ah.staticRate = b.u8(at + QpDest.STATIC_RATE);
        ah.isGlobal = b.u8(at + QpDest.IS_GLOBAL) != 0;
        ah.portNum = b.u8(at + QpDest.PORT_NUM);
    }

    static void readQuery(CommandBuffer b, int at, IbvQpAttr attr, IbvQpInitAttr initAttr) {
        attr.qkey = b.u32(at + QueryQpResp.QKEY);
        attr.rqPsn = b.u32(at + QueryQpResp.RQ_PSN);
        attr.sqPsn = b.u32(at + QueryQpResp.SQ_PSN);
        attr.destQpNum = b.u32(at + QueryQpResp.DEST_QP_NUM);
        attr.qpAccessFlags = b.u32(at + QueryQpResp.QP_ACCESS_FLAGS);
        attr.pkeyIndex = b.u16(at + QueryQpResp.PKEY_INDEX);
        attr.altPkeyIndex = b.u16(at + QueryQpResp.ALT_PKEY_INDEX);
        attr.qpState = IbvQpState.of(b.u8(at + QueryQpResp.QP_STATE));
        attr.curQpState = IbvQpState.of(b.u8(at + QueryQpResp.CUR_QP_STATE));
        int pathMtu = b.u8(at + QueryQpResp.PATH_MTU);
        if (pathMtu != 0) {
            attr.pathMtu = IbvMtu.of(pathMtu);
        }
        attr.pathMigState = b.u8(at + QueryQpResp.PATH_MIG_STATE);
        attr.sqDraining = b.u8(at + QueryQpResp.SQ_DRAINING) != 0;
        attr.maxRdAtomic = b.u8(at + QueryQpResp.MAX_RD_ATOMIC);
        attr.maxDestRdAtomic = b.u8(at + QueryQpResp.MAX_DEST_RD_ATOMIC);
        attr.minRnrTimer = b.u8(at + QueryQpResp.MIN_RNR_TIMER);
        attr.portNum = b.u8(at + QueryQpResp.PORT_NUM);
        attr.timeout = b.u8(at + QueryQpResp.TIMEOUT);
        attr.retryCnt = b.u8(at + QueryQpResp.RETRY_CNT);
        attr.rnrRetry = b.u8(at + QueryQpResp.RNR_RETRY);
        attr.altPortNum = b.u8(at + QueryQpResp.ALT_PORT_NUM);
        attr.altTimeout = b.u8(at + QueryQpResp.ALT_TIMEOUT);
        readDest(b, at + QueryQpResp.DEST, attr.ahAttr);
        readDest(b, at + QueryQpResp.ALT_DEST, attr.altAhAttr);
        readCap(b, at + QueryQpResp.MAX_SEND_WR, attr.cap);
        if (initAttr != null) {
            readCap(b, at + QueryQpResp.MAX_SEND_WR, initAttr.cap);
            initAttr.sqSigAll = b.u8(at + QueryQpResp.SQ_SIG_ALL) != 0;
        }
    }

    private static boolean has(int mask, int bit) {
        return (mask & bit) != 0;
    }
}
