package org.softroce.uverbs.internal.std;

import java.lang.foreign.MemorySegment;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpAttr.AhAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.kernel.net.IpAddress;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbUserVerbs.ModifyQp;
import org.softroce.uapi.rdma.IbUserVerbs.QpDest;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQpResp;

/** Attributes of queue pairs as bytes. */
final class QpAttrCodec {
    private QpAttrCodec() { }

    /**
     * The attributes that a mask names.
     *
     * @throws org.softroce.uapi.ErrnoException EINVAL for a state or path MTU that does not exist
     * @mirrors drivers/infiniband/core/uverbs_cmd.c#modify_qp
     */
    static IbQpAttr decode(MemorySegment in, int mask) {
        IbQpAttr attr = new IbQpAttr();
        if ((mask & IbQpAttrMask.STATE) != 0) {
            attr.qpState = IbQpState.of(u8(in, ModifyQp.QP_STATE));
        }
        if ((mask & IbQpAttrMask.CUR_STATE) != 0) {
            attr.curQpState = IbQpState.of(u8(in, ModifyQp.CUR_QP_STATE));
        }
        if ((mask & IbQpAttrMask.PATH_MTU) != 0) {
            attr.pathMtu = IbMtu.of(u8(in, ModifyQp.PATH_MTU));
        }
        if ((mask & IbQpAttrMask.AV) != 0) {
            attr.ahAttr = decodeDestination(in, ModifyQp.DEST);
        }
        decodeNumbers(in, mask, attr);
        decodeReliability(in, mask, attr);
        return attr;
    }

    private static void decodeNumbers(MemorySegment in, int mask, IbQpAttr attr) {
        attr.qkey = masked(mask, IbQpAttrMask.QKEY, u32(in, ModifyQp.QKEY));
        attr.rqPsn = masked(mask, IbQpAttrMask.RQ_PSN, u32(in, ModifyQp.RQ_PSN));
        attr.sqPsn = masked(mask, IbQpAttrMask.SQ_PSN, u32(in, ModifyQp.SQ_PSN));
        attr.destQpNum = masked(mask, IbQpAttrMask.DEST_QPN, u32(in, ModifyQp.DEST_QP_NUM));
        attr.accessFlags = masked(mask, IbQpAttrMask.ACCESS_FLAGS, u32(in, ModifyQp.QP_ACCESS_FLAGS));
        attr.pkeyIndex = masked(mask, IbQpAttrMask.PKEY_INDEX,
            Short.toUnsignedInt(in.get(AbiLayout.U16, ModifyQp.PKEY_INDEX)));
        attr.portNum = masked(mask, IbQpAttrMask.PORT, u8(in, ModifyQp.PORT_NUM));
        attr.pathMigState = masked(mask, IbQpAttrMask.PATH_MIG_STATE, u8(in, ModifyQp.PATH_MIG_STATE));
    }

    private static void decodeReliability(MemorySegment in, int mask, IbQpAttr attr) {
        attr.maxRdAtomic = masked(mask, IbQpAttrMask.MAX_QP_RD_ATOMIC, u8(in, ModifyQp.MAX_RD_ATOMIC));
        attr.maxDestRdAtomic = masked(mask, IbQpAttrMask.MAX_DEST_RD_ATOMIC, u8(in, ModifyQp.MAX_DEST_RD_ATOMIC));
        attr.minRnrTimer = masked(mask, IbQpAttrMask.MIN_RNR_TIMER, u8(in, ModifyQp.MIN_RNR_TIMER));
        attr.timeout = masked(mask, IbQpAttrMask.TIMEOUT, u8(in, ModifyQp.TIMEOUT));
        attr.retryCnt = masked(mask, IbQpAttrMask.RETRY_CNT, u8(in, ModifyQp.RETRY_CNT));
        attr.rnrRetry = masked(mask, IbQpAttrMask.RNR_RETRY, u8(in, ModifyQp.RNR_RETRY));
    }

    /** @mirrors drivers/infiniband/core/uverbs_cmd.c#copy_ah_attr_from_uverbs */
    private static AhAttr decodeDestination(MemorySegment in, long at) {
        AhAttr ah = new AhAttr();
        ah.isGlobal = u8(in, at + QpDest.IS_GLOBAL) != 0;
        if (ah.isGlobal) {
            ah.dgid = new IpAddress(in.get(AbiLayout.BE64, at + QpDest.DGID), in.get(AbiLayout.BE64,
                at + QpDest.DGID + 8));
            ah.flowLabel = u32(in, at + QpDest.FLOW_LABEL);
            ah.sgidIndex = u8(in, at + QpDest.SGID_INDEX);
            ah.hopLimit = u8(in, at + QpDest.HOP_LIMIT);
            ah.trafficClass = u8(in, at + QpDest.TRAFFIC_CLASS);
        }
        ah.dlid = Short.toUnsignedInt(in.get(AbiLayout.U16, at + QpDest.DLID));
        ah.sl = u8(in, at + QpDest.SL);
        ah.staticRate = u8(in, at + QpDest.STATIC_RATE);
        ah.portNum = u8(in, at + QpDest.PORT_NUM);
        return ah;
    }

    /** @mirrors drivers/infiniband/core/uverbs_cmd.c#ib_uverbs_query_qp */
    static MemorySegment encode(IbQpAttr attr, IbQpInitAttr initAttr) {
        MemorySegment out = MemorySegment.ofArray(new byte[QueryQpResp.SIZE]);
        encodeDestination(attr.ahAttr, out, QueryQpResp.DEST);
        out.set(AbiLayout.U32, QueryQpResp.MAX_SEND_WR, initAttr.maxSendWr);
        out.set(AbiLayout.U32, QueryQpResp.MAX_RECV_WR, initAttr.maxRecvWr);
        out.set(AbiLayout.U32, QueryQpResp.MAX_SEND_SGE, initAttr.maxSendSge);
        out.set(AbiLayout.U32, QueryQpResp.MAX_RECV_SGE, initAttr.maxRecvSge);
        out.set(AbiLayout.U32, QueryQpResp.MAX_INLINE_DATA, initAttr.maxInlineData);
        out.set(AbiLayout.U32, QueryQpResp.QKEY, attr.qkey);
        out.set(AbiLayout.U32, QueryQpResp.RQ_PSN, attr.rqPsn);
        out.set(AbiLayout.U32, QueryQpResp.SQ_PSN, attr.sqPsn);
        out.set(AbiLayout.U32, QueryQpResp.DEST_QP_NUM, attr.destQpNum);
        out.set(AbiLayout.U32, QueryQpResp.QP_ACCESS_FLAGS, attr.accessFlags);
        out.set(AbiLayout.U16, QueryQpResp.PKEY_INDEX, (short) attr.pkeyIndex);
        put8(out, QueryQpResp.QP_STATE, attr.qpState == null ? 0 : attr.qpState.value());
        put8(out, QueryQpResp.CUR_QP_STATE, attr.curQpState == null ? 0 : attr.curQpState.value());
        put8(out, QueryQpResp.PATH_MTU, attr.pathMtu == null ? 0 : attr.pathMtu.value());
        put8(out, QueryQpResp.PATH_MIG_STATE, attr.pathMigState);
        put8(out, QueryQpResp.SQ_DRAINING, attr.sqDraining ? 1 : 0);
        put8(out, QueryQpResp.MAX_RD_ATOMIC, attr.maxRdAtomic);
        put8(out, QueryQpResp.MAX_DEST_RD_ATOMIC, attr.maxDestRdAtomic);
        put8(out, QueryQpResp.MIN_RNR_TIMER, attr.minRnrTimer);
        put8(out, QueryQpResp.PORT_NUM, attr.portNum);
        put8(out, QueryQpResp.TIMEOUT, attr.timeout);
        put8(out, QueryQpResp.RETRY_CNT, attr.retryCnt);
        put8(out, QueryQpResp.RNR_RETRY, attr.rnrRetry);
        put8(out, QueryQpResp.SQ_SIG_ALL, initAttr.signalAll ? 1 : 0);
        return out;
    }

    private static void encodeDestination(AhAttr ah, MemorySegment out, long at) {
        if (ah == null) {
            return;
        }
        if (ah.isGlobal) {
            out.set(AbiLayout.BE64, at + QpDest.DGID, ah.dgid.high());
            out.set(AbiLayout.BE64, at + QpDest.DGID + 8, ah.dgid.low());
            out.set(AbiLayout.U32, at + QpDest.FLOW_LABEL, ah.flowLabel);
            put8(out, at + QpDest.SGID_INDEX, ah.sgidIndex);
            put8(out, at + QpDest.HOP_LIMIT, ah.hopLimit);
            put8(out, at + QpDest.TRAFFIC_CLASS, ah.trafficClass);
        }
        out.set(AbiLayout.U16, at + QpDest.DLID, (short) ah.dlid);
        put8(out, at + QpDest.SL, ah.sl);
        put8(out, at + QpDest.STATIC_RATE, ah.staticRate);
        put8(out, at + QpDest.IS_GLOBAL, ah.isGlobal ? 1 : 0);
        put8(out, at + QpDest.PORT_NUM, ah.portNum);
    }

    private static int masked(int mask, int bit, int value) {
        return (mask & bit) == 0 ? 0 : value;
    }

    private static int u8(MemorySegment in, long offset) {
        return Byte.toUnsignedInt(in.get(AbiLayout.U8, offset));
    }

    private static int u32(MemorySegment in, long offset) {
        return in.get(AbiLayout.U32, offset);
    }

    private static void put8(MemorySegment out, long offset, int value) {
        out.set(AbiLayout.U8, offset, (byte) value);
    }
}
