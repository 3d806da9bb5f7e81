package org.softroce.verbs.cmd;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.QueryPortRespEx;
import org.softroce.uapi.rdma.IbUserVerbs.CqModerationCaps;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.OdpCaps;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryPortResp;
import org.softroce.uapi.rdma.IbUserVerbs.RssCaps;
import org.softroce.uapi.rdma.IbUserVerbs.TmCaps;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvPortState;

/**
 * Answers about devices and ports, from bytes to attributes.
 *
 * @mirrors libibverbs/cmd_device.c
 */
final class DeviceCodec {
    private static final ValueLayout.OfLong BE64 =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private DeviceCodec() { }

    /** {@code length} bytes of the answer count; attributes beyond stay as they are. */
    static void readDevice(CommandBuffer b, int at, int length, IbvDeviceAttr attr) {
        readIdentity(b, at, attr);
        readLimits(b, at, attr);
        readLegacy(b, at, attr);
        attr.deviceCapFlagsEx = Integer.toUnsignedLong(attr.deviceCapFlags);
        if (length >= ExQueryDeviceResp.ODP_CAPS + OdpCaps.SIZE) {
            readExtended(b, at, length, attr);
        }
    }

    private static void readIdentity(CommandBuffer b, int at, IbvDeviceAttr attr) {
        attr.nodeGuid = b.memory().get(BE64, at + QueryDeviceResp.NODE_GUID);
        attr.sysImageGuid = b.memory().get(BE64, at + QueryDeviceResp.SYS_IMAGE_GUID);
        attr.maxMrSize = b.u64(at + QueryDeviceResp.MAX_MR_SIZE);
        attr.pageSizeCap = b.u64(at + QueryDeviceResp.PAGE_SIZE_CAP);
        attr.vendorId = b.u32(at + QueryDeviceResp.VENDOR_ID);
        attr.vendorPartId = b.u32(at + QueryDeviceResp.VENDOR_PART_ID);
        attr.hwVer = b.u32(at + QueryDeviceResp.HW_VER);
        attr.deviceCapFlags = b.u32(at + QueryDeviceResp.DEVICE_CAP_FLAGS);
        attr.atomicCap = b.u32(at + QueryDeviceResp.ATOMIC_CAP);
        attr.localCaAckDelay = b.u8(at + QueryDeviceResp.LOCAL_CA_ACK_DELAY);
        attr.physPortCnt = b.u8(at + QueryDeviceResp.PHYS_PORT_CNT);
    }

    private static void readLimits(CommandBuffer b, int at, IbvDeviceAttr attr) {
        attr.maxQp = b.u32(at + QueryDeviceResp.MAX_QP);
        attr.maxQpWr = b.u32(at + QueryDeviceResp.MAX_QP_WR);
        attr.maxSge = b.u32(at + QueryDeviceResp.MAX_SGE);
        attr.maxSgeRd = b.u32(at + QueryDeviceResp.MAX_SGE_RD);
        attr.maxCq = b.u32(at + QueryDeviceResp.MAX_CQ);
        attr.maxCqe = b.u32(at + QueryDeviceResp.MAX_CQE);
        attr.maxMr = b.u32(at + QueryDeviceResp.MAX_MR);
        attr.maxPd = b.u32(at + QueryDeviceResp.MAX_PD);
        attr.maxQpRdAtom = b.u32(at + QueryDeviceResp.MAX_QP_RD_ATOM);
        attr.maxResRdAtom = b.u32(at + QueryDeviceResp.MAX_RES_RD_ATOM);
        attr.maxQpInitRdAtom = b.u32(at + QueryDeviceResp.MAX_QP_INIT_RD_ATOM);
        attr.maxMw = b.u32(at + QueryDeviceResp.MAX_MW);
        attr.maxMcastGrp = b.u32(at + QueryDeviceResp.MAX_MCAST_GRP);
        attr.maxMcastQpAttach = b.u32(at + QueryDeviceResp.MAX_MCAST_QP_ATTACH);
        attr.maxTotalMcastQpAttach = b.u32(at + QueryDeviceResp.MAX_TOTAL_MCAST_QP_ATTACH);
        attr.maxAh = b.u32(at + QueryDeviceResp.MAX_AH);
        attr.maxSrq = b.u32(at + QueryDeviceResp.MAX_SRQ);
        attr.maxSrqWr = b.u32(at + QueryDeviceResp.MAX_SRQ_WR);
        attr.maxSrqSge = b.u32(at + QueryDeviceResp.MAX_SRQ_SGE);
        attr.maxPkeys = b.u16(at + QueryDeviceResp.MAX_PKEYS);
    }

    /** What no device of today has but every program prints. */
    private static void readLegacy(CommandBuffer b, int at, IbvDeviceAttr attr) {
        attr.maxEeRdAtom = b.u32(at + QueryDeviceResp.MAX_EE_RD_ATOM);
        attr.maxEeInitRdAtom = b.u32(at + QueryDeviceResp.MAX_EE_INIT_RD_ATOM);
        attr.maxEe = b.u32(at + QueryDeviceResp.MAX_EE);
        attr.maxRdd = b.u32(at + QueryDeviceResp.MAX_RDD);
        attr.maxRawIpv6Qp = b.u32(at + QueryDeviceResp.MAX_RAW_IPV6_QP);
        attr.maxRawEthyQp = b.u32(at + QueryDeviceResp.MAX_RAW_ETHY_QP);
        attr.maxFmr = b.u32(at + QueryDeviceResp.MAX_FMR);
        attr.maxMapPerFmr = b.u32(at + QueryDeviceResp.MAX_MAP_PER_FMR);
    }

    private static void readExtended(CommandBuffer b, int at, int length, IbvDeviceAttr attr) {
        int odp = at + ExQueryDeviceResp.ODP_CAPS;
        attr.odpGeneralCaps = b.u64(odp + OdpCaps.GENERAL_CAPS);
        attr.odpRcCaps = b.u32(odp + OdpCaps.PER_TRANSPORT_CAPS_RC_ODP_CAPS);
        attr.odpUcCaps = b.u32(odp + OdpCaps.PER_TRANSPORT_CAPS_UC_ODP_CAPS);
        attr.odpUdCaps = b.u32(odp + OdpCaps.PER_TRANSPORT_CAPS_UD_ODP_CAPS);
        if (length >= ExQueryDeviceResp.RSS_CAPS) {
            attr.completionTimestampMask = b.u64(at + ExQueryDeviceResp.TIMESTAMP_MASK);
            attr.hcaCoreClock = b.u64(at + ExQueryDeviceResp.HCA_CORE_CLOCK);
            attr.deviceCapFlagsEx = b.u64(at + ExQueryDeviceResp.DEVICE_CAP_FLAGS_EX);
        }
        if (length >= ExQueryDeviceResp.TM_CAPS) {
            int rss = at + ExQueryDeviceResp.RSS_CAPS;
            attr.rssSupportedQpts = b.u32(rss + RssCaps.SUPPORTED_QPTS);
            attr.maxRwqIndirectionTables = b.u32(rss + RssCaps.MAX_RWQ_INDIRECTION_TABLES);
            attr.maxRwqIndirectionTableSize = b.u32(rss + RssCaps.MAX_RWQ_INDIRECTION_TABLE_SIZE);
            attr.maxWqTypeRq = b.u32(at + ExQueryDeviceResp.MAX_WQ_TYPE_RQ);
            attr.rawPacketCaps = b.u32(at + ExQueryDeviceResp.RAW_PACKET_CAPS);
        }
        if (length >= ExQueryDeviceResp.SIZE) {
            int tm = at + ExQueryDeviceResp.TM_CAPS;
            attr.tmMaxRndvHdrSize = b.u32(tm + TmCaps.MAX_RNDV_HDR_SIZE);
            attr.tmMaxNumTags = b.u32(tm + TmCaps.MAX_NUM_TAGS);
            attr.tmFlags = b.u32(tm + TmCaps.FLAGS);
            attr.tmMaxOps = b.u32(tm + TmCaps.MAX_OPS);
            attr.tmMaxSge = b.u32(tm + TmCaps.MAX_SGE);
            int moderation = at + ExQueryDeviceResp.CQ_MODERATION_CAPS;
            attr.maxCqModerationCount = b.u16(moderation + CqModerationCaps.MAX_CQ_MODERATION_COUNT);
            attr.maxCqModerationPeriod = b.u16(moderation + CqModerationCaps.MAX_CQ_MODERATION_PERIOD);
            attr.maxDmSize = b.u64(at + ExQueryDeviceResp.MAX_DM_SIZE);
            attr.odpXrcCaps = b.u32(at + ExQueryDeviceResp.XRC_ODP_CAPS);
        }
    }

    /** @mirrors libibverbs/cmd_device.c#copy_query_port_resp_to_port_attr */
    static IbvPortAttr readPort(CommandBuffer b, int at) {
        return new IbvPortAttr(
                IbvPortState.of(b.u8(at + QueryPortResp.STATE)),
                IbvMtu.of(b.u8(at + QueryPortResp.MAX_MTU)),
                IbvMtu.of(b.u8(at + QueryPortResp.ACTIVE_MTU)),
                b.u32(at + QueryPortResp.GID_TBL_LEN),
                b.u32(at + QueryPortResp.PORT_CAP_FLAGS),
                Integer.toUnsignedLong(b.u32(at + QueryPortResp.MAX_MSG_SZ)),
                b.u32(at + QueryPortResp.BAD_PKEY_CNTR),
                b.u32(at + QueryPortResp.QKEY_VIOL_CNTR),
                b.u16(at + QueryPortResp.PKEY_TBL_LEN),
                b.u16(at + QueryPortResp.LID),
                b.u16(at + QueryPortResp.SM_LID),
                b.u8(at + QueryPortResp.LMC),
                b.u8(at + QueryPortResp.MAX_VL_NUM),
                b.u8(at + QueryPortResp.SM_SL),
                b.u8(at + QueryPortResp.SUBNET_TIMEOUT),
                b.u8(at + QueryPortResp.INIT_TYPE_REPLY),
                b.u8(at + QueryPortResp.ACTIVE_WIDTH),
                b.u8(at + QueryPortResp.ACTIVE_SPEED),
                b.u8(at + QueryPortResp.PHYS_STATE),
                b.u8(at + QueryPortResp.LINK_LAYER),
                b.u8(at + QueryPortResp.FLAGS),
                b.u16(at + QueryPortRespEx.PORT_CAP_FLAGS2));
    }
}
