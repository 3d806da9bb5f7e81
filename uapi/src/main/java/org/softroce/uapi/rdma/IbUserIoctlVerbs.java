package org.softroce.uapi.rdma;

/**
 * Values and structures of the attributes of {@code ioctl(RDMA_VERBS_IOCTL)}; access rights are in {@link
 * IbAccess}, port capabilities in {@link IbPortCap}, driver ids in {@link RdmaDriverId}.
 *
 * @mirrors include/uapi/rdma/ib_user_ioctl_verbs.h
 */
public final class IbUserIoctlVerbs {
    // UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT
    public static final int IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS = 1;
    public static final int IB_UVERBS_CORE_SUPPORT_ROBUST_UDATA = 2;

    // UVERBS_ATTR_CREATE_SRQ_TYPE
    public static final int IB_UVERBS_SRQT_BASIC = 0;
    public static final int IB_UVERBS_SRQT_XRC = 1;
    public static final int IB_UVERBS_SRQT_TM = 2;

    // UVERBS_ATTR_CREATE_QP_TYPE
    public static final int IB_UVERBS_QPT_RC = 2;
    public static final int IB_UVERBS_QPT_UC = 3;
    public static final int IB_UVERBS_QPT_UD = 4;
    public static final int IB_UVERBS_QPT_RAW_PACKET = 8;
    public static final int IB_UVERBS_QPT_XRC_INI = 9;
    public static final int IB_UVERBS_QPT_XRC_TGT = 10;
    public static final int IB_UVERBS_QPT_DRIVER = 255;

    // UVERBS_ATTR_CREATE_QP_FLAGS
    public static final int IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK = 2;
    public static final int IB_UVERBS_QP_CREATE_SCATTER_FCS = 256;
    public static final int IB_UVERBS_QP_CREATE_CVLAN_STRIPPING = 512;
    public static final int IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING = 2048;
    public static final int IB_UVERBS_QP_CREATE_SQ_SIG_ALL = 4096;

    // Flags of a port
    public static final int IB_UVERBS_QPF_GRH_REQUIRED = 1;

    // UVERBS_ATTR_ADVISE_MR_ADVICE
    public static final int IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH = 0;
    public static final int IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_WRITE = 1;
    public static final int IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT = 2;

    // UVERBS_ATTR_ADVISE_MR_FLAGS
    public static final int IB_UVERBS_ADVISE_MR_FLAG_FLUSH = 1;

    // Type of a GID
    public static final int IB_UVERBS_GID_TYPE_IB = 0;
    public static final int IB_UVERBS_GID_TYPE_ROCE_V1 = 1;
    public static final int IB_UVERBS_GID_TYPE_ROCE_V2 = 2;

    /** Answer of {@code UVERBS_METHOD_QUERY_PORT}: {@link IbUserVerbs.QueryPortResp} and what came later. */
    public static final class QueryPortRespEx {
        public static final int SIZE = 48, LEGACY_RESP = 0, PORT_CAP_FLAGS2 = 40, RESERVED = 42, ACTIVE_SPEED_EX = 44;
        private QueryPortRespEx() { }
    }

    /** Layout of {@code struct ib_uverbs_qp_cap}: offsets and size in bytes. */
    public static final class QpCap {
        public static final int SIZE = 20, MAX_SEND_WR = 0, MAX_RECV_WR = 4, MAX_SEND_SGE = 8, MAX_RECV_SGE = 12,
                MAX_INLINE_DATA = 16;
        private QpCap() { }
    }

    /** Layout of {@code struct ib_uverbs_gid_entry}: offsets and size in bytes. */
    public static final class GidEntry {
        public static final int SIZE = 32, GID = 0, GID_INDEX = 16, PORT_NUM = 20, GID_TYPE = 24, NETDEV_IFINDEX = 28;
        private GidEntry() { }
    }

    private IbUserIoctlVerbs() {
    }
}
