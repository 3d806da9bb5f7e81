package org.softroce.uapi.rdma;

/**
 * Commands and attributes of the netlink protocol NETLINK_RDMA. The type of a message is {@link #type(int, int)}
 * of a client and a command.
 *
 * @mirrors include/uapi/rdma/rdma_netlink.h
 */
public final class RdmaNetlink {
    // Clients of NETLINK_RDMA
    public static final int RDMA_NL_IWCM = 2;
    public static final int RDMA_NL_RSVD = 3;
    public static final int RDMA_NL_LS = 4;
    public static final int RDMA_NL_NLDEV = 5;
    public static final int RDMA_NL_NUM_CLIENTS = 6;

    // Multicast groups
    public static final int RDMA_NL_GROUP_IWPM = 2;
    public static final int RDMA_NL_GROUP_LS = 3;
    public static final int RDMA_NL_GROUP_NOTIFY = 4;
    public static final int RDMA_NL_NUM_GROUPS = 5;

    // Commands of the client RDMA_NL_NLDEV
    public static final int RDMA_NLDEV_CMD_UNSPEC = 0;
    public static final int RDMA_NLDEV_CMD_GET = 1;
    public static final int RDMA_NLDEV_CMD_SET = 2;
    public static final int RDMA_NLDEV_CMD_NEWLINK = 3;
    public static final int RDMA_NLDEV_CMD_DELLINK = 4;
    public static final int RDMA_NLDEV_CMD_PORT_GET = 5;
    public static final int RDMA_NLDEV_CMD_SYS_GET = 6;
    public static final int RDMA_NLDEV_CMD_SYS_SET = 7;
    public static final int RDMA_NLDEV_CMD_RES_GET = 9;
    public static final int RDMA_NLDEV_CMD_RES_QP_GET = 10;
    public static final int RDMA_NLDEV_CMD_RES_CM_ID_GET = 11;
    public static final int RDMA_NLDEV_CMD_RES_CQ_GET = 12;
    public static final int RDMA_NLDEV_CMD_RES_MR_GET = 13;
    public static final int RDMA_NLDEV_CMD_RES_PD_GET = 14;
    public static final int RDMA_NLDEV_CMD_GET_CHARDEV = 15;
    public static final int RDMA_NLDEV_CMD_STAT_SET = 16;
    public static final int RDMA_NLDEV_CMD_STAT_GET = 17;
    public static final int RDMA_NLDEV_CMD_STAT_DEL = 18;
    public static final int RDMA_NLDEV_CMD_RES_QP_GET_RAW = 19;
    public static final int RDMA_NLDEV_CMD_RES_CQ_GET_RAW = 20;
    public static final int RDMA_NLDEV_CMD_RES_MR_GET_RAW = 21;
    public static final int RDMA_NLDEV_CMD_RES_CTX_GET = 22;
    public static final int RDMA_NLDEV_CMD_RES_SRQ_GET = 23;
    public static final int RDMA_NLDEV_CMD_STAT_GET_STATUS = 24;
    public static final int RDMA_NLDEV_CMD_RES_SRQ_GET_RAW = 25;
    public static final int RDMA_NLDEV_CMD_NEWDEV = 26;
    public static final int RDMA_NLDEV_CMD_DELDEV = 27;
    public static final int RDMA_NLDEV_CMD_MONITOR = 28;
    public static final int RDMA_NLDEV_CMD_FRMR_POOLS_GET = 29;
    public static final int RDMA_NLDEV_CMD_FRMR_POOLS_SET = 30;
    public static final int RDMA_NLDEV_NUM_OPS = 31;

    // Attributes of the client RDMA_NL_NLDEV
    public static final int RDMA_NLDEV_ATTR_UNSPEC = 0;
    public static final int RDMA_NLDEV_ATTR_PAD = 0;
    public static final int RDMA_NLDEV_ATTR_DEV_INDEX = 1;
    public static final int RDMA_NLDEV_ATTR_DEV_NAME = 2;
    public static final int RDMA_NLDEV_ATTR_PORT_INDEX = 3;
    public static final int RDMA_NLDEV_ATTR_CAP_FLAGS = 4;
    public static final int RDMA_NLDEV_ATTR_FW_VERSION = 5;
    public static final int RDMA_NLDEV_ATTR_NODE_GUID = 6;
    public static final int RDMA_NLDEV_ATTR_SYS_IMAGE_GUID = 7;
    public static final int RDMA_NLDEV_ATTR_SUBNET_PREFIX = 8;
    public static final int RDMA_NLDEV_ATTR_LID = 9;
    public static final int RDMA_NLDEV_ATTR_SM_LID = 10;
    public static final int RDMA_NLDEV_ATTR_LMC = 11;
    public static final int RDMA_NLDEV_ATTR_PORT_STATE = 12;
    public static final int RDMA_NLDEV_ATTR_PORT_PHYS_STATE = 13;
    public static final int RDMA_NLDEV_ATTR_DEV_NODE_TYPE = 14;
    public static final int RDMA_NLDEV_ATTR_RES_SUMMARY = 15;
    public static final int RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY = 16;
    public static final int RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME = 17;
    public static final int RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR = 18;
    public static final int RDMA_NLDEV_ATTR_RES_QP = 19;
    public static final int RDMA_NLDEV_ATTR_RES_QP_ENTRY = 20;
    public static final int RDMA_NLDEV_ATTR_RES_LQPN = 21;
    public static final int RDMA_NLDEV_ATTR_RES_RQPN = 22;
    public static final int RDMA_NLDEV_ATTR_RES_RQ_PSN = 23;
    public static final int RDMA_NLDEV_ATTR_RES_SQ_PSN = 24;
    public static final int RDMA_NLDEV_ATTR_RES_PATH_MIG_STATE = 25;
    public static final int RDMA_NLDEV_ATTR_RES_TYPE = 26;
    public static final int RDMA_NLDEV_ATTR_RES_STATE = 27;
    public static final int RDMA_NLDEV_ATTR_RES_PID = 28;
    public static final int RDMA_NLDEV_ATTR_RES_KERN_NAME = 29;
    public static final int RDMA_NLDEV_ATTR_RES_CM_ID = 30;
    public static final int RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY = 31;
    public static final int RDMA_NLDEV_ATTR_RES_PS = 32;
    public static final int RDMA_NLDEV_ATTR_RES_SRC_ADDR = 33;
    public static final int RDMA_NLDEV_ATTR_RES_DST_ADDR = 34;
    public static final int RDMA_NLDEV_ATTR_RES_CQ = 35;
    public static final int RDMA_NLDEV_ATTR_RES_CQ_ENTRY = 36;
    public static final int RDMA_NLDEV_ATTR_RES_CQE = 37;
    public static final int RDMA_NLDEV_ATTR_RES_USECNT = 38;
    public static final int RDMA_NLDEV_ATTR_RES_POLL_CTX = 39;
    public static final int RDMA_NLDEV_ATTR_RES_MR = 40;
    public static final int RDMA_NLDEV_ATTR_RES_MR_ENTRY = 41;
    public static final int RDMA_NLDEV_ATTR_RES_RKEY = 42;
    public static final int RDMA_NLDEV_ATTR_RES_LKEY = 43;
    public static final int RDMA_NLDEV_ATTR_RES_IOVA = 44;
    public static final int RDMA_NLDEV_ATTR_RES_MRLEN = 45;
    public static final int RDMA_NLDEV_ATTR_RES_PD = 46;
    public static final int RDMA_NLDEV_ATTR_RES_PD_ENTRY = 47;
    public static final int RDMA_NLDEV_ATTR_RES_LOCAL_DMA_LKEY = 48;
    public static final int RDMA_NLDEV_ATTR_RES_UNSAFE_GLOBAL_RKEY = 49;
    public static final int RDMA_NLDEV_ATTR_NDEV_INDEX = 50;
    public static final int RDMA_NLDEV_ATTR_NDEV_NAME = 51;
    public static final int RDMA_NLDEV_ATTR_DRIVER = 52;
    public static final int RDMA_NLDEV_ATTR_DRIVER_ENTRY = 53;
    public static final int RDMA_NLDEV_ATTR_DRIVER_STRING = 54;
    public static final int RDMA_NLDEV_ATTR_DRIVER_PRINT_TYPE = 55;
    public static final int RDMA_NLDEV_ATTR_DRIVER_S32 = 56;
    public static final int RDMA_NLDEV_ATTR_DRIVER_U32 = 57;
    public static final int RDMA_NLDEV_ATTR_DRIVER_S64 = 58;
    public static final int RDMA_NLDEV_ATTR_DRIVER_U64 = 59;
    public static final int RDMA_NLDEV_ATTR_RES_PDN = 60;
    public static final int RDMA_NLDEV_ATTR_RES_CQN = 61;
    public static final int RDMA_NLDEV_ATTR_RES_MRN = 62;
    public static final int RDMA_NLDEV_ATTR_RES_CM_IDN = 63;
    public static final int RDMA_NLDEV_ATTR_RES_CTXN = 64;
    public static final int RDMA_NLDEV_ATTR_LINK_TYPE = 65;
    public static final int RDMA_NLDEV_SYS_ATTR_NETNS_MODE = 66;
    public static final int RDMA_NLDEV_ATTR_DEV_PROTOCOL = 67;
    public static final int RDMA_NLDEV_NET_NS_FD = 68;
    public static final int RDMA_NLDEV_ATTR_CHARDEV_TYPE = 69;
    public static final int RDMA_NLDEV_ATTR_CHARDEV_NAME = 70;
    public static final int RDMA_NLDEV_ATTR_CHARDEV_ABI = 71;
    public static final int RDMA_NLDEV_ATTR_CHARDEV = 72;
    public static final int RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID = 73;
    public static final int RDMA_NLDEV_ATTR_STAT_MODE = 74;
    public static final int RDMA_NLDEV_ATTR_STAT_RES = 75;
    public static final int RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK = 76;
    public static final int RDMA_NLDEV_ATTR_STAT_COUNTER = 77;
    public static final int RDMA_NLDEV_ATTR_STAT_COUNTER_ENTRY = 78;
    public static final int RDMA_NLDEV_ATTR_STAT_COUNTER_ID = 79;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTERS = 80;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY = 81;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME = 82;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE = 83;
    public static final int RDMA_NLDEV_ATTR_DEV_DIM = 84;
    public static final int RDMA_NLDEV_ATTR_RES_RAW = 85;
    public static final int RDMA_NLDEV_ATTR_RES_CTX = 86;
    public static final int RDMA_NLDEV_ATTR_RES_CTX_ENTRY = 87;
    public static final int RDMA_NLDEV_ATTR_RES_SRQ = 88;
    public static final int RDMA_NLDEV_ATTR_RES_SRQ_ENTRY = 89;
    public static final int RDMA_NLDEV_ATTR_RES_SRQN = 90;
    public static final int RDMA_NLDEV_ATTR_MIN_RANGE = 91;
    public static final int RDMA_NLDEV_ATTR_MAX_RANGE = 92;
    public static final int RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK = 93;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX = 94;
    public static final int RDMA_NLDEV_ATTR_STAT_HWCOUNTER_DYNAMIC = 95;
    public static final int RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE = 96;
    public static final int RDMA_NLDEV_ATTR_DRIVER_DETAILS = 97;
    public static final int RDMA_NLDEV_ATTR_RES_SUBTYPE = 98;
    public static final int RDMA_NLDEV_ATTR_DEV_TYPE = 99;
    public static final int RDMA_NLDEV_ATTR_PARENT_NAME = 100;
    public static final int RDMA_NLDEV_ATTR_NAME_ASSIGN_TYPE = 101;
    public static final int RDMA_NLDEV_ATTR_EVENT_TYPE = 102;
    public static final int RDMA_NLDEV_SYS_ATTR_MONITOR_MODE = 103;
    public static final int RDMA_NLDEV_ATTR_STAT_OPCOUNTER_ENABLED = 104;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOLS = 105;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_ENTRY = 106;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY = 107;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY_ATS = 108;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY_ACCESS_FLAGS = 109;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY_VENDOR_KEY = 110;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY_NUM_DMA_BLOCKS = 111;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_QUEUE_HANDLES = 112;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_MAX_IN_USE = 113;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_IN_USE = 114;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOLS_AGING_PERIOD = 115;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_PINNED_HANDLES = 116;
    public static final int RDMA_NLDEV_ATTR_FRMR_POOL_KEY_KERNEL_VENDOR_KEY = 117;
    public static final int RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_MAX = 118;
    public static final int RDMA_NLDEV_ATTR_MAX = 119;

    // RDMA_NLDEV_ATTR_DRIVER_PRINT_TYPE
    public static final int RDMA_NLDEV_PRINT_TYPE_UNSPEC = 0;
    public static final int RDMA_NLDEV_PRINT_TYPE_HEX = 1;

    // RDMA_NLDEV_ATTR_DEV_NODE_TYPE
    public static final int RDMA_NODE_IB_CA = 1;
    public static final int RDMA_NODE_IB_SWITCH = 2;
    public static final int RDMA_NODE_IB_ROUTER = 3;
    public static final int RDMA_NODE_RNIC = 4;
    public static final int RDMA_NODE_USNIC = 5;
    public static final int RDMA_NODE_USNIC_UDP = 6;
    public static final int RDMA_NODE_UNSPECIFIED = 7;

    // RDMA_NLDEV_ATTR_STAT_MODE
    public static final int RDMA_COUNTER_MODE_NONE = 0;
    public static final int RDMA_COUNTER_MODE_AUTO = 1;
    public static final int RDMA_COUNTER_MODE_MANUAL = 2;
    public static final int RDMA_COUNTER_MODE_MAX = 3;

    // RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK
    public static final int RDMA_COUNTER_MASK_QP_TYPE = 1;
    public static final int RDMA_COUNTER_MASK_PID = 2;

    // RDMA_NLDEV_ATTR_DEV_TYPE
    public static final int RDMA_DEVICE_TYPE_SMI = 1;

    // RDMA_NLDEV_ATTR_NAME_ASSIGN_TYPE
    public static final int RDMA_NAME_ASSIGN_TYPE_UNKNOWN = 0;
    public static final int RDMA_NAME_ASSIGN_TYPE_USER = 1;

    // RDMA_NLDEV_ATTR_EVENT_TYPE
    public static final int RDMA_REGISTER_EVENT = 0;
    public static final int RDMA_UNREGISTER_EVENT = 1;
    public static final int RDMA_NETDEV_ATTACH_EVENT = 2;
    public static final int RDMA_NETDEV_DETACH_EVENT = 3;
    public static final int RDMA_RENAME_EVENT = 4;
    public static final int RDMA_NETDEV_RENAME_EVENT = 5;

    /** The {@code nlmsg_type} of a command: {@code RDMA_NL_GET_TYPE}. */
    public static int type(int client, int command) {
        return (client << 10) + command;
    }

    /** The client of a {@code nlmsg_type}: {@code RDMA_NL_GET_CLIENT}. */
    public static int client(int type) {
        return type >> 10 & 0x3f;
    }

    /** The command of a {@code nlmsg_type}: {@code RDMA_NL_GET_OP}. */
    public static int command(int type) {
        return type & 0x3ff;
    }

    private RdmaNetlink() {
    }
}
