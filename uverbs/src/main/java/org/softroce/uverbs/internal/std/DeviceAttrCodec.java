package org.softroce.uverbs.internal.std;

import java.lang.foreign.MemorySegment;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbPortAttr;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.IbUserIoctlVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryPortResp;

/** Attributes of devices and ports as bytes. */
final class DeviceAttrCodec {
    private static final int PORTS_MAX = 255;

    private DeviceAttrCodec() { }

    /** @mirrors drivers/infiniband/core/uverbs_cmd.c#copy_query_dev_fields */
    static void encode(IbDevice device, MemorySegment out) {
        IbDeviceAttr attr = device.attr();
        u64(out, QueryDeviceResp.FW_VER, attr.fwVer);
        out.set(AbiLayout.BE64, QueryDeviceResp.NODE_GUID, device.nodeGuid());
        out.set(AbiLayout.BE64, QueryDeviceResp.SYS_IMAGE_GUID, device.sysImageGuid());
        u64(out, QueryDeviceResp.MAX_MR_SIZE, attr.maxMrSize);
        u64(out, QueryDeviceResp.PAGE_SIZE_CAP, attr.pageSizeCap);
        u32(out, QueryDeviceResp.VENDOR_ID, attr.vendorId);
        u32(out, QueryDeviceResp.VENDOR_PART_ID, attr.vendorPartId);
        u32(out, QueryDeviceResp.HW_VER, attr.hwVer);
        u32(out, QueryDeviceResp.DEVICE_CAP_FLAGS, (int) attr.deviceCapFlags);
        u32(out, QueryDeviceResp.ATOMIC_CAP, attr.atomicCap);
        out.set(AbiLayout.U16, QueryDeviceResp.MAX_PKEYS, (short) attr.maxPkeys);
        out.set(AbiLayout.U8, QueryDeviceResp.LOCAL_CA_ACK_DELAY, (byte) attr.localCaAckDelay);
        out.set(AbiLayout.U8, QueryDeviceResp.PHYS_PORT_CNT, (byte) Math.min(device.portCount(), PORTS_MAX));
        encodeQueues(attr, out);
        encodeReliableDatagram(attr, out);
        encodeMulticast(attr, out);
    }

    private static void encodeQueues(IbDeviceAttr attr, MemorySegment out) {
        u32(out, QueryDeviceResp.MAX_QP, attr.maxQp);
        u32(out, QueryDeviceResp.MAX_QP_WR, attr.maxQpWr);
        u32(out, QueryDeviceResp.MAX_SGE, Math.min(attr.maxSendSge, attr.maxRecvSge));
        u32(out, QueryDeviceResp.MAX_SGE_RD, attr.maxSgeRd);
        u32(out, QueryDeviceResp.MAX_CQ, attr.maxCq);
        u32(out, QueryDeviceResp.MAX_CQE, attr.maxCqe);
        u32(out, QueryDeviceResp.MAX_MR, attr.maxMr);
        u32(out, QueryDeviceResp.MAX_PD, attr.maxPd);
        u32(out, QueryDeviceResp.MAX_MW, attr.maxMw);
        u32(out, QueryDeviceResp.MAX_AH, attr.maxAh);
        u32(out, QueryDeviceResp.MAX_SRQ, attr.maxSrq);
        u32(out, QueryDeviceResp.MAX_SRQ_WR, attr.maxSrqWr);
        u32(out, QueryDeviceResp.MAX_SRQ_SGE, attr.maxSrqSge);
        u32(out, QueryDeviceResp.MAX_QP_RD_ATOM, attr.maxQpRdAtom);
        u32(out, QueryDeviceResp.MAX_RES_RD_ATOM, attr.maxResRdAtom);
        u32(out, QueryDeviceResp.MAX_QP_INIT_RD_ATOM, attr.maxQpInitRdAtom);
    }

    private static void encodeReliableDatagram(IbDeviceAttr attr, MemorySegment out) {
        u32(out, QueryDeviceResp.MAX_EE_RD_ATOM, attr.maxEeRdAtom);
        u32(out, QueryDeviceResp.MAX_EE_INIT_RD_ATOM, attr.maxEeInitRdAtom);
        u32(out, QueryDeviceResp.MAX_EE, attr.maxEe);
        u32(out, QueryDeviceResp.MAX_RDD, attr.maxRdd);
    }

    private static void encodeMulticast(IbDeviceAttr attr, MemorySegment out) {
        u32(out, QueryDeviceResp.MAX_RAW_IPV6_QP, attr.maxRawIpv6Qp);
        u32(out, QueryDeviceResp.MAX_RAW_ETHY_QP, attr.maxRawEthyQp);
        u32(out, QueryDeviceResp.MAX_MCAST_GRP, attr.maxMcastGrp);
        u32(out, QueryDeviceResp.MAX_MCAST_QP_ATTACH, attr.maxMcastQpAttach);
        u32(out, QueryDeviceResp.MAX_TOTAL_MCAST_QP_ATTACH, attr.maxTotalMcastQpAttach);
    }

    /**
     * The extended answer; what it tells beyond the plain one, rxe has none of.
     *
     * @mirrors drivers/infiniband/core/uverbs_cmd.c#ib_uverbs_ex_query_device
     */
    static void encodeExtended(IbDevice device, int responseLength, MemorySegment out) {
        encode(device, out);
        u32(out, ExQueryDeviceResp.RESPONSE_LENGTH, responseLength);
        u64(out, ExQueryDeviceResp.DEVICE_CAP_FLAGS_EX, device.attr().deviceCapFlags);
    }

    /** @mirrors drivers/infiniband/core/uverbs_std_types_device.c#copy_port_attr_to_resp */
    static void encode(IbPortAttr attr, MemorySegment out) {
        u32(out, QueryPortResp.PORT_CAP_FLAGS, attr.portCapFlags());
        u32(out, QueryPortResp.MAX_MSG_SZ, (int) Math.min(attr.maxMessageBytes(), 0xffff_ffffL));
        u32(out, QueryPortResp.BAD_PKEY_CNTR, attr.badPkeyCounter());
        u32(out, QueryPortResp.QKEY_VIOL_CNTR, attr.qkeyViolationCounter());
        u32(out, QueryPortResp.GID_TBL_LEN, attr.gidTableLength());
        out.set(AbiLayout.U16, QueryPortResp.PKEY_TBL_LEN, (short) attr.pkeyTableLength());
        out.set(AbiLayout.U16, QueryPortResp.LID, (short) attr.lid());
        out.set(AbiLayout.U16, QueryPortResp.SM_LID, (short) attr.smLid());
        u8(out, QueryPortResp.STATE, attr.state().value());
        u8(out, QueryPortResp.MAX_MTU, attr.maxMtu().value());
        u8(out, QueryPortResp.ACTIVE_MTU, attr.activeMtu().value());
        u8(out, QueryPortResp.LMC, attr.lmc());
        u8(out, QueryPortResp.MAX_VL_NUM, attr.maxVlNum());
        u8(out, QueryPortResp.SM_SL, attr.smSl());
        u8(out, QueryPortResp.SUBNET_TIMEOUT, attr.subnetTimeout());
        u8(out, QueryPortResp.INIT_TYPE_REPLY, attr.initTypeReply());
        u8(out, QueryPortResp.ACTIVE_WIDTH, attr.width());
        u8(out, QueryPortResp.ACTIVE_SPEED, attr.speed());
        u8(out, QueryPortResp.PHYS_STATE, attr.physState().value());
        u8(out, QueryPortResp.LINK_LAYER, attr.linkLayer());
        u8(out, QueryPortResp.FLAGS, attr.grhRequired() ? IbUserIoctlVerbs.IB_UVERBS_QPF_GRH_REQUIRED : 0);
    }

    private static void u8(MemorySegment out, int offset, int value) {
        out.set(AbiLayout.U8, offset, (byte) value);
    }

    private static void u32(MemorySegment out, int offset, int value) {
        out.set(AbiLayout.U32, offset, value);
    }

    private static void u64(MemorySegment out, int offset, long value) {
        out.set(AbiLayout.U64, offset, value);
    }
}
