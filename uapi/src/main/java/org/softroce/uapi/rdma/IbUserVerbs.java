package org.softroce.uapi.rdma;

/**
 * Commands, requests and answers of the write interface of uverbs, which {@code UVERBS_METHOD_INVOKE_WRITE}
 * carries inside the ioctl: CORE_IN holds a request without header, CORE_OUT its answer. Classes hold offsets
 * and sizes in bytes; {@code DRIVER_DATA} is where the part of the driver begins in a write, while the ioctl
 * carries it apart in UHW_IN and UHW_OUT.
 *
 * @mirrors include/uapi/rdma/ib_user_verbs.h
 */
public final class IbUserVerbs {
    public static final int IB_USER_VERBS_ABI_VERSION = 6;
    public static final int IB_USER_VERBS_CMD_THRESHOLD = 50;
    public static final int IB_USER_VERBS_CMD_COMMAND_MASK = 0xff;
    public static final int IB_USER_VERBS_CMD_FLAG_EXTENDED = 0x80000000;
    public static final int IB_DEVICE_NAME_MAX = 64;

    // Write commands
    public static final int IB_USER_VERBS_CMD_GET_CONTEXT = 0;
    public static final int IB_USER_VERBS_CMD_QUERY_DEVICE = 1;
    public static final int IB_USER_VERBS_CMD_QUERY_PORT = 2;
    public static final int IB_USER_VERBS_CMD_ALLOC_PD = 3;
    public static final int IB_USER_VERBS_CMD_DEALLOC_PD = 4;
    public static final int IB_USER_VERBS_CMD_CREATE_AH = 5;
    public static final int IB_USER_VERBS_CMD_MODIFY_AH = 6;
    public static final int IB_USER_VERBS_CMD_QUERY_AH = 7;
    public static final int IB_USER_VERBS_CMD_DESTROY_AH = 8;
    public static final int IB_USER_VERBS_CMD_REG_MR = 9;
    public static final int IB_USER_VERBS_CMD_REG_SMR = 10;
    public static final int IB_USER_VERBS_CMD_REREG_MR = 11;
    public static final int IB_USER_VERBS_CMD_QUERY_MR = 12;
    public static final int IB_USER_VERBS_CMD_DEREG_MR = 13;
    public static final int IB_USER_VERBS_CMD_ALLOC_MW = 14;
    public static final int IB_USER_VERBS_CMD_BIND_MW = 15;
    public static final int IB_USER_VERBS_CMD_DEALLOC_MW = 16;
    public static final int IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL = 17;
    public static final int IB_USER_VERBS_CMD_CREATE_CQ = 18;
    public static final int IB_USER_VERBS_CMD_RESIZE_CQ = 19;
    public static final int IB_USER_VERBS_CMD_DESTROY_CQ = 20;
    public static final int IB_USER_VERBS_CMD_POLL_CQ = 21;
    public static final int IB_USER_VERBS_CMD_PEEK_CQ = 22;
    public static final int IB_USER_VERBS_CMD_REQ_NOTIFY_CQ = 23;
    public static final int IB_USER_VERBS_CMD_CREATE_QP = 24;
    public static final int IB_USER_VERBS_CMD_QUERY_QP = 25;
    public static final int IB_USER_VERBS_CMD_MODIFY_QP = 26;
    public static final int IB_USER_VERBS_CMD_DESTROY_QP = 27;
    public static final int IB_USER_VERBS_CMD_POST_SEND = 28;
    public static final int IB_USER_VERBS_CMD_POST_RECV = 29;
    public static final int IB_USER_VERBS_CMD_ATTACH_MCAST = 30;
    public static final int IB_USER_VERBS_CMD_DETACH_MCAST = 31;
    public static final int IB_USER_VERBS_CMD_CREATE_SRQ = 32;
    public static final int IB_USER_VERBS_CMD_MODIFY_SRQ = 33;
    public static final int IB_USER_VERBS_CMD_QUERY_SRQ = 34;
    public static final int IB_USER_VERBS_CMD_DESTROY_SRQ = 35;
    public static final int IB_USER_VERBS_CMD_POST_SRQ_RECV = 36;
    public static final int IB_USER_VERBS_CMD_OPEN_XRCD = 37;
    public static final int IB_USER_VERBS_CMD_CLOSE_XRCD = 38;
    public static final int IB_USER_VERBS_CMD_CREATE_XSRQ = 39;
    public static final int IB_USER_VERBS_CMD_OPEN_QP = 40;

    // Extended write commands, to be marked with IB_USER_VERBS_CMD_FLAG_EXTENDED
    public static final int IB_USER_VERBS_EX_CMD_QUERY_DEVICE = 1;
    public static final int IB_USER_VERBS_EX_CMD_CREATE_CQ = 18;
    public static final int IB_USER_VERBS_EX_CMD_CREATE_QP = 24;
    public static final int IB_USER_VERBS_EX_CMD_MODIFY_QP = 26;
    public static final int IB_USER_VERBS_EX_CMD_CREATE_FLOW = 50;
    public static final int IB_USER_VERBS_EX_CMD_DESTROY_FLOW = 51;
    public static final int IB_USER_VERBS_EX_CMD_CREATE_WQ = 52;
    public static final int IB_USER_VERBS_EX_CMD_MODIFY_WQ = 53;
    public static final int IB_USER_VERBS_EX_CMD_DESTROY_WQ = 54;
    public static final int IB_USER_VERBS_EX_CMD_CREATE_RWQ_IND_TBL = 55;
    public static final int IB_USER_VERBS_EX_CMD_DESTROY_RWQ_IND_TBL = 56;
    public static final int IB_USER_VERBS_EX_CMD_MODIFY_CQ = 57;

    // Flags of EX_CREATE_CQ
    public static final int IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION = 1;
    public static final int IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN = 2;

    // Bits of EX_CREATE_QP
    public static final int IB_UVERBS_CREATE_QP_MASK_IND_TABLE = 1;

    // On-demand paging
    public static final int IB_UVERBS_ODP_SUPPORT = 1;
    public static final int IB_UVERBS_ODP_SUPPORT_IMPLICIT = 2;
    public static final int IB_UVERBS_ODP_SUPPORT_SEND = 1;
    public static final int IB_UVERBS_ODP_SUPPORT_RECV = 2;
    public static final int IB_UVERBS_ODP_SUPPORT_WRITE = 4;
    public static final int IB_UVERBS_ODP_SUPPORT_READ = 8;
    public static final int IB_UVERBS_ODP_SUPPORT_ATOMIC = 16;
    public static final int IB_UVERBS_ODP_SUPPORT_SRQ_RECV = 32;
    public static final int IB_UVERBS_ODP_SUPPORT_FLUSH = 64;
    public static final int IB_UVERBS_ODP_SUPPORT_ATOMIC_WRITE = 128;

    // Raw packets
    public static final int IB_UVERBS_RAW_PACKET_CAP_CVLAN_STRIPPING = 1;
    public static final int IB_UVERBS_RAW_PACKET_CAP_SCATTER_FCS = 2;
    public static final int IB_UVERBS_RAW_PACKET_CAP_IP_CSUM = 4;
    public static final int IB_UVERBS_RAW_PACKET_CAP_DELAY_DROP = 8;

    /** What a read from the asynchronous event descriptor returns ({@code struct ib_uverbs_async_event_desc}):
     * the user handle of the object, or the port number, and the {@link IbEventType}. */
    public static final class AsyncEventDesc {
        public static final int SIZE = 16, ELEMENT = 0, EVENT_TYPE = 8, RESERVED = 12;
        private AsyncEventDesc() { }
    }

    /** What a read from a completion channel returns ({@code struct ib_uverbs_comp_event_desc}): the user handle
     * of the CQ. */
    public static final class CompEventDesc {
        public static final int SIZE = 8, CQ_HANDLE = 0;
        private CompEventDesc() { }
    }

    /** Header of a write command ({@code struct ib_uverbs_cmd_hdr}); lengths are in words of 4 bytes. */
    public static final class CmdHdr {
        public static final int SIZE = 8, COMMAND = 0, IN_WORDS = 4, OUT_WORDS = 6;
        private CmdHdr() { }
    }

    /** Second header of an extended write command ({@code struct ib_uverbs_ex_cmd_hdr}); lengths are in words of
     * 8 bytes. */
    public static final class ExCmdHdr {
        public static final int SIZE = 16, RESPONSE = 0, PROVIDER_IN_WORDS = 8, PROVIDER_OUT_WORDS = 10,
                CMD_HDR_RESERVED = 12;
        private ExCmdHdr() { }
    }

    /** Layout of {@code struct ib_uverbs_get_context}: offsets and size in bytes. */
    public static final class GetContext {
        public static final int SIZE = 8, RESPONSE = 0, DRIVER_DATA = 8;
        private GetContext() { }
    }

    /** Layout of {@code struct ib_uverbs_get_context_resp}: offsets and size in bytes. */
    public static final class GetContextResp {
        public static final int SIZE = 8, ASYNC_FD = 0, NUM_COMP_VECTORS = 4, DRIVER_DATA = 8;
        private GetContextResp() { }
    }

    /** Layout of {@code struct ib_uverbs_query_device}: offsets and size in bytes. */
    public static final class QueryDevice {
        public static final int SIZE = 8, RESPONSE = 0, DRIVER_DATA = 8;
        private QueryDevice() { }
    }

    /** Layout of {@code struct ib_uverbs_query_device_resp}: offsets and size in bytes. */
    public static final class QueryDeviceResp {
        public static final int SIZE = 176, FW_VER = 0, NODE_GUID = 8, SYS_IMAGE_GUID = 16, MAX_MR_SIZE = 24,
                PAGE_SIZE_CAP = 32, VENDOR_ID = 40, VENDOR_PART_ID = 44, HW_VER = 48, MAX_QP = 52, MAX_QP_WR = 56,
                DEVICE_CAP_FLAGS = 60, MAX_SGE = 64, MAX_SGE_RD = 68, MAX_CQ = 72, MAX_CQE = 76, MAX_MR = 80,
                MAX_PD = 84, MAX_QP_RD_ATOM = 88, MAX_EE_RD_ATOM = 92, MAX_RES_RD_ATOM = 96,
                MAX_QP_INIT_RD_ATOM = 100, MAX_EE_INIT_RD_ATOM = 104, ATOMIC_CAP = 108, MAX_EE = 112, MAX_RDD = 116,
                MAX_MW = 120, MAX_RAW_IPV6_QP = 124, MAX_RAW_ETHY_QP = 128, MAX_MCAST_GRP = 132,
                MAX_MCAST_QP_ATTACH = 136, MAX_TOTAL_MCAST_QP_ATTACH = 140, MAX_AH = 144, MAX_FMR = 148,
                MAX_MAP_PER_FMR = 152, MAX_SRQ = 156, MAX_SRQ_WR = 160, MAX_SRQ_SGE = 164, MAX_PKEYS = 168,
                LOCAL_CA_ACK_DELAY = 170, PHYS_PORT_CNT = 171, RESERVED = 172;
        private QueryDeviceResp() { }
    }

    /** Layout of {@code struct ib_uverbs_ex_query_device}: offsets and size in bytes. */
    public static final class ExQueryDevice {
        public static final int SIZE = 8, COMP_MASK = 0, RESERVED = 4;
        private ExQueryDevice() { }
    }

    /** Layout of {@code struct ib_uverbs_odp_caps}: offsets and size in bytes. */
    public static final class OdpCaps {
        public static final int SIZE = 24, GENERAL_CAPS = 0, PER_TRANSPORT_CAPS = 8,
                PER_TRANSPORT_CAPS_RC_ODP_CAPS = 8, PER_TRANSPORT_CAPS_UC_ODP_CAPS = 12,
                PER_TRANSPORT_CAPS_UD_ODP_CAPS = 16, RESERVED = 20;
        private OdpCaps() { }
    }

    /** Layout of {@code struct ib_uverbs_rss_caps}: offsets and size in bytes. */
    public static final class RssCaps {
        public static final int SIZE = 16, SUPPORTED_QPTS = 0, MAX_RWQ_INDIRECTION_TABLES = 4,
                MAX_RWQ_INDIRECTION_TABLE_SIZE = 8, RESERVED = 12;
        private RssCaps() { }
    }

    /** Layout of {@code struct ib_uverbs_tm_caps}: offsets and size in bytes. */
    public static final class TmCaps {
        public static final int SIZE = 24, MAX_RNDV_HDR_SIZE = 0, MAX_NUM_TAGS = 4, FLAGS = 8, MAX_OPS = 12,
                MAX_SGE = 16, RESERVED = 20;
        private TmCaps() { }
    }

    /** Layout of {@code struct ib_uverbs_cq_moderation_caps}: offsets and size in bytes. */
    public static final class CqModerationCaps {
        public static final int SIZE = 8, MAX_CQ_MODERATION_COUNT = 0, MAX_CQ_MODERATION_PERIOD = 2, RESERVED = 4;
        private CqModerationCaps() { }
    }

    /** Layout of {@code struct ib_uverbs_ex_query_device_resp}: offsets and size in bytes. */
    public static final class ExQueryDeviceResp {
        public static final int SIZE = 304, BASE = 0, COMP_MASK = 176, RESPONSE_LENGTH = 180, ODP_CAPS = 184,
                TIMESTAMP_MASK = 208, HCA_CORE_CLOCK = 216, DEVICE_CAP_FLAGS_EX = 224, RSS_CAPS = 232,
                MAX_WQ_TYPE_RQ = 248, RAW_PACKET_CAPS = 252, TM_CAPS = 256, CQ_MODERATION_CAPS = 280,
                MAX_DM_SIZE = 288, XRC_ODP_CAPS = 296, RESERVED = 300;
        private ExQueryDeviceResp() { }
    }

    /** Layout of {@code struct ib_uverbs_query_port}: offsets and size in bytes. */
    public static final class QueryPort {
        public static final int SIZE = 16, RESPONSE = 0, PORT_NUM = 8, RESERVED = 9, DRIVER_DATA = 16;
        private QueryPort() { }
    }

    /** Layout of {@code struct ib_uverbs_query_port_resp}: offsets and size in bytes. */
    public static final class QueryPortResp {
        public static final int SIZE = 40, PORT_CAP_FLAGS = 0, MAX_MSG_SZ = 4, BAD_PKEY_CNTR = 8, QKEY_VIOL_CNTR = 12,
                GID_TBL_LEN = 16, PKEY_TBL_LEN = 20, LID = 22, SM_LID = 24, STATE = 26, MAX_MTU = 27, ACTIVE_MTU = 28,
                LMC = 29, MAX_VL_NUM = 30, SM_SL = 31, SUBNET_TIMEOUT = 32, INIT_TYPE_REPLY = 33, ACTIVE_WIDTH = 34,
                ACTIVE_SPEED = 35, PHYS_STATE = 36, LINK_LAYER = 37, FLAGS = 38, RESERVED = 39;
        private QueryPortResp() { }
    }

    /** Layout of {@code struct ib_uverbs_alloc_pd}: offsets and size in bytes. */
    public static final class AllocPd {
        public static final int SIZE = 8, RESPONSE = 0, DRIVER_DATA = 8;
        private AllocPd() { }
    }

    /** Layout of {@code struct ib_uverbs_alloc_pd_resp}: offsets and size in bytes. */
    public static final class AllocPdResp {
        public static final int SIZE = 4, PD_HANDLE = 0, DRIVER_DATA = 4;
        private AllocPdResp() { }
    }

    /** Layout of {@code struct ib_uverbs_dealloc_pd}: offsets and size in bytes. */
    public static final class DeallocPd {
        public static final int SIZE = 4, PD_HANDLE = 0;
        private DeallocPd() { }
    }

    /** Layout of {@code struct ib_uverbs_reg_mr}: offsets and size in bytes. */
    public static final class RegMr {
        public static final int SIZE = 40, RESPONSE = 0, START = 8, LENGTH = 16, HCA_VA = 24, PD_HANDLE = 32,
                ACCESS_FLAGS = 36, DRIVER_DATA = 40;
        private RegMr() { }
    }

    /** Layout of {@code struct ib_uverbs_reg_mr_resp}: offsets and size in bytes. */
    public static final class RegMrResp {
        public static final int SIZE = 12, MR_HANDLE = 0, LKEY = 4, RKEY = 8, DRIVER_DATA = 12;
        private RegMrResp() { }
    }

    /** Layout of {@code struct ib_uverbs_rereg_mr}: offsets and size in bytes. */
    public static final class ReregMr {
        public static final int SIZE = 48, RESPONSE = 0, MR_HANDLE = 8, FLAGS = 12, START = 16, LENGTH = 24,
                HCA_VA = 32, PD_HANDLE = 40, ACCESS_FLAGS = 44, DRIVER_DATA = 48;
        private ReregMr() { }
    }

    /** Layout of {@code struct ib_uverbs_rereg_mr_resp}: offsets and size in bytes. */
    public static final class ReregMrResp {
        public static final int SIZE = 8, LKEY = 0, RKEY = 4, DRIVER_DATA = 8;
        private ReregMrResp() { }
    }

    /** Layout of {@code struct ib_uverbs_dereg_mr}: offsets and size in bytes. */
    public static final class DeregMr {
        public static final int SIZE = 4, MR_HANDLE = 0;
        private DeregMr() { }
    }

    /** Layout of {@code struct ib_uverbs_alloc_mw}: offsets and size in bytes. */
    public static final class AllocMw {
        public static final int SIZE = 16, RESPONSE = 0, PD_HANDLE = 8, MW_TYPE = 12, RESERVED = 13, DRIVER_DATA = 16;
        private AllocMw() { }
    }

    /** Layout of {@code struct ib_uverbs_alloc_mw_resp}: offsets and size in bytes. */
    public static final class AllocMwResp {
        public static final int SIZE = 8, MW_HANDLE = 0, RKEY = 4, DRIVER_DATA = 8;
        private AllocMwResp() { }
    }

    /** Layout of {@code struct ib_uverbs_dealloc_mw}: offsets and size in bytes. */
    public static final class DeallocMw {
        public static final int SIZE = 4, MW_HANDLE = 0;
        private DeallocMw() { }
    }

    /** Layout of {@code struct ib_uverbs_create_comp_channel}: offsets and size in bytes. */
    public static final class CreateCompChannel {
        public static final int SIZE = 8, RESPONSE = 0;
        private CreateCompChannel() { }
    }

    /** Layout of {@code struct ib_uverbs_create_comp_channel_resp}: offsets and size in bytes. */
    public static final class CreateCompChannelResp {
        public static final int SIZE = 4, FD = 0;
        private CreateCompChannelResp() { }
    }

    /** Layout of {@code struct ib_uverbs_create_cq}: offsets and size in bytes. */
    public static final class CreateCq {
        public static final int SIZE = 32, RESPONSE = 0, USER_HANDLE = 8, CQE = 16, COMP_VECTOR = 20,
                COMP_CHANNEL = 24, RESERVED = 28, DRIVER_DATA = 32;
        private CreateCq() { }
    }

    /** Layout of {@code struct ib_uverbs_create_cq_resp}: offsets and size in bytes. */
    public static final class CreateCqResp {
        public static final int SIZE = 8, CQ_HANDLE = 0, CQE = 4, DRIVER_DATA = 8;
        private CreateCqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_resize_cq}: offsets and size in bytes. */
    public static final class ResizeCq {
        public static final int SIZE = 16, RESPONSE = 0, CQ_HANDLE = 8, CQE = 12, DRIVER_DATA = 16;
        private ResizeCq() { }
    }

    /** Layout of {@code struct ib_uverbs_resize_cq_resp}: offsets and size in bytes. */
    public static final class ResizeCqResp {
        public static final int SIZE = 8, CQE = 0, RESERVED = 4, DRIVER_DATA = 8;
        private ResizeCqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_poll_cq}: offsets and size in bytes. */
    public static final class PollCq {
        public static final int SIZE = 16, RESPONSE = 0, CQ_HANDLE = 8, NE = 12;
        private PollCq() { }
    }

    /** A completion, in the ring of a CQ and in the answer of POLL_CQ ({@code struct ib_uverbs_wc}). Immediate
     * data is big-endian. */
    public static final class Wc {
        public static final int SIZE = 48, WR_ID = 0, STATUS = 8, OPCODE = 12, VENDOR_ERR = 16, BYTE_LEN = 20,
                EX = 24, EX_IMM_DATA = 24, EX_INVALIDATE_RKEY = 24, QP_NUM = 28, SRC_QP = 32, WC_FLAGS = 36,
                PKEY_INDEX = 40, SLID = 42, SL = 44, DLID_PATH_BITS = 45, PORT_NUM = 46, RESERVED = 47;
        private Wc() { }
    }

    /** Layout of {@code struct ib_uverbs_poll_cq_resp}: offsets and size in bytes. */
    public static final class PollCqResp {
        public static final int SIZE = 8, COUNT = 0, RESERVED = 4, WC = 8;
        private PollCqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_req_notify_cq}: offsets and size in bytes. */
    public static final class ReqNotifyCq {
        public static final int SIZE = 8, CQ_HANDLE = 0, SOLICITED_ONLY = 4;
        private ReqNotifyCq() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_cq}: offsets and size in bytes. */
    public static final class DestroyCq {
        public static final int SIZE = 16, RESPONSE = 0, CQ_HANDLE = 8, RESERVED = 12;
        private DestroyCq() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_cq_resp}: offsets and size in bytes. */
    public static final class DestroyCqResp {
        public static final int SIZE = 8, COMP_EVENTS_REPORTED = 0, ASYNC_EVENTS_REPORTED = 4;
        private DestroyCqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_global_route}: offsets and size in bytes. */
    public static final class GlobalRoute {
        public static final int SIZE = 24, DGID = 0, FLOW_LABEL = 16, SGID_INDEX = 20, HOP_LIMIT = 21,
                TRAFFIC_CLASS = 22, RESERVED = 23;
        private GlobalRoute() { }
    }

    /** Layout of {@code struct ib_uverbs_ah_attr}: offsets and size in bytes. */
    public static final class AhAttr {
        public static final int SIZE = 32, GRH = 0, DLID = 24, SL = 26, SRC_PATH_BITS = 27, STATIC_RATE = 28,
                IS_GLOBAL = 29, PORT_NUM = 30, RESERVED = 31;
        private AhAttr() { }
    }

    /** Layout of {@code struct ib_uverbs_qp_attr}: offsets and size in bytes. */
    public static final class QpAttr {
        public static final int SIZE = 144, QP_ATTR_MASK = 0, QP_STATE = 4, CUR_QP_STATE = 8, PATH_MTU = 12,
                PATH_MIG_STATE = 16, QKEY = 20, RQ_PSN = 24, SQ_PSN = 28, DEST_QP_NUM = 32, QP_ACCESS_FLAGS = 36,
                AH_ATTR = 40, ALT_AH_ATTR = 72, MAX_SEND_WR = 104, MAX_RECV_WR = 108, MAX_SEND_SGE = 112,
                MAX_RECV_SGE = 116, MAX_INLINE_DATA = 120, PKEY_INDEX = 124, ALT_PKEY_INDEX = 126,
                EN_SQD_ASYNC_NOTIFY = 128, SQ_DRAINING = 129, MAX_RD_ATOMIC = 130, MAX_DEST_RD_ATOMIC = 131,
                MIN_RNR_TIMER = 132, PORT_NUM = 133, TIMEOUT = 134, RETRY_CNT = 135, RNR_RETRY = 136,
                ALT_PORT_NUM = 137, ALT_TIMEOUT = 138, RESERVED = 139;
        private QpAttr() { }
    }

    /** Layout of {@code struct ib_uverbs_create_qp}: offsets and size in bytes. */
    public static final class CreateQp {
        public static final int SIZE = 56, RESPONSE = 0, USER_HANDLE = 8, PD_HANDLE = 16, SEND_CQ_HANDLE = 20,
                RECV_CQ_HANDLE = 24, SRQ_HANDLE = 28, MAX_SEND_WR = 32, MAX_RECV_WR = 36, MAX_SEND_SGE = 40,
                MAX_RECV_SGE = 44, MAX_INLINE_DATA = 48, SQ_SIG_ALL = 52, QP_TYPE = 53, IS_SRQ = 54, RESERVED = 55,
                DRIVER_DATA = 56;
        private CreateQp() { }
    }

    /** Layout of {@code struct ib_uverbs_create_qp_resp}: offsets and size in bytes. */
    public static final class CreateQpResp {
        public static final int SIZE = 32, QP_HANDLE = 0, QPN = 4, MAX_SEND_WR = 8, MAX_RECV_WR = 12,
                MAX_SEND_SGE = 16, MAX_RECV_SGE = 20, MAX_INLINE_DATA = 24, RESERVED = 28, DRIVER_DATA = 32;
        private CreateQpResp() { }
    }

    /** Layout of {@code struct ib_uverbs_qp_dest}: offsets and size in bytes. */
    public static final class QpDest {
        public static final int SIZE = 32, DGID = 0, FLOW_LABEL = 16, DLID = 20, RESERVED = 22, SGID_INDEX = 24,
                HOP_LIMIT = 25, TRAFFIC_CLASS = 26, SL = 27, SRC_PATH_BITS = 28, STATIC_RATE = 29, IS_GLOBAL = 30,
                PORT_NUM = 31;
        private QpDest() { }
    }

    /** Layout of {@code struct ib_uverbs_query_qp}: offsets and size in bytes. */
    public static final class QueryQp {
        public static final int SIZE = 16, RESPONSE = 0, QP_HANDLE = 8, ATTR_MASK = 12, DRIVER_DATA = 16;
        private QueryQp() { }
    }

    /** Layout of {@code struct ib_uverbs_query_qp_resp}: offsets and size in bytes. */
    public static final class QueryQpResp {
        public static final int SIZE = 128, DEST = 0, ALT_DEST = 32, MAX_SEND_WR = 64, MAX_RECV_WR = 68,
                MAX_SEND_SGE = 72, MAX_RECV_SGE = 76, MAX_INLINE_DATA = 80, QKEY = 84, RQ_PSN = 88, SQ_PSN = 92,
                DEST_QP_NUM = 96, QP_ACCESS_FLAGS = 100, PKEY_INDEX = 104, ALT_PKEY_INDEX = 106, QP_STATE = 108,
                CUR_QP_STATE = 109, PATH_MTU = 110, PATH_MIG_STATE = 111, SQ_DRAINING = 112, MAX_RD_ATOMIC = 113,
                MAX_DEST_RD_ATOMIC = 114, MIN_RNR_TIMER = 115, PORT_NUM = 116, TIMEOUT = 117, RETRY_CNT = 118,
                RNR_RETRY = 119, ALT_PORT_NUM = 120, ALT_TIMEOUT = 121, SQ_SIG_ALL = 122, RESERVED = 123,
                DRIVER_DATA = 128;
        private QueryQpResp() { }
    }

    /** Layout of {@code struct ib_uverbs_modify_qp}: offsets and size in bytes. */
    public static final class ModifyQp {
        public static final int SIZE = 112, DEST = 0, ALT_DEST = 32, QP_HANDLE = 64, ATTR_MASK = 68, QKEY = 72,
                RQ_PSN = 76, SQ_PSN = 80, DEST_QP_NUM = 84, QP_ACCESS_FLAGS = 88, PKEY_INDEX = 92,
                ALT_PKEY_INDEX = 94, QP_STATE = 96, CUR_QP_STATE = 97, PATH_MTU = 98, PATH_MIG_STATE = 99,
                EN_SQD_ASYNC_NOTIFY = 100, MAX_RD_ATOMIC = 101, MAX_DEST_RD_ATOMIC = 102, MIN_RNR_TIMER = 103,
                PORT_NUM = 104, TIMEOUT = 105, RETRY_CNT = 106, RNR_RETRY = 107, ALT_PORT_NUM = 108,
                ALT_TIMEOUT = 109, RESERVED = 110, DRIVER_DATA = 112;
        private ModifyQp() { }
    }

    /** Layout of {@code struct ib_uverbs_ex_modify_qp}: offsets and size in bytes. */
    public static final class ExModifyQp {
        public static final int SIZE = 120, BASE = 0, RATE_LIMIT = 112, RESERVED = 116;
        private ExModifyQp() { }
    }

    /** Layout of {@code struct ib_uverbs_ex_modify_qp_resp}: offsets and size in bytes. */
    public static final class ExModifyQpResp {
        public static final int SIZE = 8, COMP_MASK = 0, RESPONSE_LENGTH = 4;
        private ExModifyQpResp() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_qp}: offsets and size in bytes. */
    public static final class DestroyQp {
        public static final int SIZE = 16, RESPONSE = 0, QP_HANDLE = 8, RESERVED = 12;
        private DestroyQp() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_qp_resp}: offsets and size in bytes. */
    public static final class DestroyQpResp {
        public static final int SIZE = 4, EVENTS_REPORTED = 0;
        private DestroyQpResp() { }
    }

    /** Layout of {@code struct ib_uverbs_sge}: offsets and size in bytes. */
    public static final class Sge {
        public static final int SIZE = 16, ADDR = 0, LENGTH = 8, LKEY = 12;
        private Sge() { }
    }

    /** Layout of {@code struct ib_uverbs_send_wr}: offsets and size in bytes. */
    public static final class SendWr {
        public static final int SIZE = 56, WR_ID = 0, NUM_SGE = 8, OPCODE = 12, SEND_FLAGS = 16, EX = 20,
                EX_IMM_DATA = 20, EX_INVALIDATE_RKEY = 20, WR = 24, WR_RDMA = 24, WR_RDMA_REMOTE_ADDR = 24,
                WR_RDMA_RKEY = 32, WR_RDMA_RESERVED = 36, WR_ATOMIC = 24, WR_ATOMIC_REMOTE_ADDR = 24,
                WR_ATOMIC_COMPARE_ADD = 32, WR_ATOMIC_SWAP = 40, WR_ATOMIC_RKEY = 48, WR_ATOMIC_RESERVED = 52,
                WR_UD = 24, WR_UD_AH = 24, WR_UD_REMOTE_QPN = 28, WR_UD_REMOTE_QKEY = 32, WR_UD_RESERVED = 36;
        private SendWr() { }
    }

    /** The doorbell ({@code struct ib_uverbs_post_send}) without the header that precedes it, {@link CmdHdr}: 32
     * bytes together, all counts 0. */
    public static final class PostSend {
        public static final int SIZE = 24, RESPONSE = 0, QP_HANDLE = 8, WR_COUNT = 12, SGE_COUNT = 16, WQE_SIZE = 20,
                SEND_WR = 24;
        private PostSend() { }
    }

    /** Layout of {@code struct ib_uverbs_post_send_resp}: offsets and size in bytes. */
    public static final class PostSendResp {
        public static final int SIZE = 4, BAD_WR = 0;
        private PostSendResp() { }
    }

    /** Layout of {@code struct ib_uverbs_recv_wr}: offsets and size in bytes. */
    public static final class RecvWr {
        public static final int SIZE = 16, WR_ID = 0, NUM_SGE = 8, RESERVED = 12;
        private RecvWr() { }
    }

    /** Layout of {@code struct ib_uverbs_post_recv}: offsets and size in bytes. */
    public static final class PostRecv {
        public static final int SIZE = 24, RESPONSE = 0, QP_HANDLE = 8, WR_COUNT = 12, SGE_COUNT = 16, WQE_SIZE = 20,
                RECV_WR = 24;
        private PostRecv() { }
    }

    /** Layout of {@code struct ib_uverbs_post_recv_resp}: offsets and size in bytes. */
    public static final class PostRecvResp {
        public static final int SIZE = 4, BAD_WR = 0;
        private PostRecvResp() { }
    }

    /** Layout of {@code struct ib_uverbs_create_ah}: offsets and size in bytes. */
    public static final class CreateAh {
        public static final int SIZE = 56, RESPONSE = 0, USER_HANDLE = 8, PD_HANDLE = 16, RESERVED = 20, ATTR = 24,
                DRIVER_DATA = 56;
        private CreateAh() { }
    }

    /** Layout of {@code struct ib_uverbs_create_ah_resp}: offsets and size in bytes. */
    public static final class CreateAhResp {
        public static final int SIZE = 4, AH_HANDLE = 0, DRIVER_DATA = 4;
        private CreateAhResp() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_ah}: offsets and size in bytes. */
    public static final class DestroyAh {
        public static final int SIZE = 4, AH_HANDLE = 0;
        private DestroyAh() { }
    }

    /** Layout of {@code struct ib_uverbs_attach_mcast}: offsets and size in bytes. */
    public static final class AttachMcast {
        public static final int SIZE = 24, GID = 0, QP_HANDLE = 16, MLID = 20, RESERVED = 22, DRIVER_DATA = 24;
        private AttachMcast() { }
    }

    /** Layout of {@code struct ib_uverbs_detach_mcast}: offsets and size in bytes. */
    public static final class DetachMcast {
        public static final int SIZE = 24, GID = 0, QP_HANDLE = 16, MLID = 20, RESERVED = 22, DRIVER_DATA = 24;
        private DetachMcast() { }
    }

    /** Layout of {@code struct ib_uverbs_create_srq}: offsets and size in bytes. */
    public static final class CreateSrq {
        public static final int SIZE = 32, RESPONSE = 0, USER_HANDLE = 8, PD_HANDLE = 16, MAX_WR = 20, MAX_SGE = 24,
                SRQ_LIMIT = 28, DRIVER_DATA = 32;
        private CreateSrq() { }
    }

    /** Layout of {@code struct ib_uverbs_create_srq_resp}: offsets and size in bytes. */
    public static final class CreateSrqResp {
        public static final int SIZE = 16, SRQ_HANDLE = 0, MAX_WR = 4, MAX_SGE = 8, SRQN = 12, DRIVER_DATA = 16;
        private CreateSrqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_modify_srq}: offsets and size in bytes. */
    public static final class ModifySrq {
        public static final int SIZE = 16, SRQ_HANDLE = 0, ATTR_MASK = 4, MAX_WR = 8, SRQ_LIMIT = 12,
                DRIVER_DATA = 16;
        private ModifySrq() { }
    }

    /** Layout of {@code struct ib_uverbs_query_srq}: offsets and size in bytes. */
    public static final class QuerySrq {
        public static final int SIZE = 16, RESPONSE = 0, SRQ_HANDLE = 8, RESERVED = 12, DRIVER_DATA = 16;
        private QuerySrq() { }
    }

    /** Layout of {@code struct ib_uverbs_query_srq_resp}: offsets and size in bytes. */
    public static final class QuerySrqResp {
        public static final int SIZE = 16, MAX_WR = 0, MAX_SGE = 4, SRQ_LIMIT = 8, RESERVED = 12;
        private QuerySrqResp() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_srq}: offsets and size in bytes. */
    public static final class DestroySrq {
        public static final int SIZE = 16, RESPONSE = 0, SRQ_HANDLE = 8, RESERVED = 12;
        private DestroySrq() { }
    }

    /** Layout of {@code struct ib_uverbs_destroy_srq_resp}: offsets and size in bytes. */
    public static final class DestroySrqResp {
        public static final int SIZE = 4, EVENTS_REPORTED = 0;
        private DestroySrqResp() { }
    }

    private IbUserVerbs() {
    }
}
