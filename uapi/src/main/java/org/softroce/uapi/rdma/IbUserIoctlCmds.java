package org.softroce.uapi.rdma;

/**
 * Ids of the objects, methods and attributes of {@code ioctl(RDMA_VERBS_IOCTL)}. Ids of methods count per
 * object, ids of attributes per method.
 *
 * @mirrors include/uapi/rdma/ib_user_ioctl_cmds.h
 */
public final class IbUserIoctlCmds {
    public static final int UVERBS_ID_NS_MASK = 0xF000;
    public static final int UVERBS_ID_NS_SHIFT = 12;

    // Objects
    public static final int UVERBS_OBJECT_DEVICE = 0;
    public static final int UVERBS_OBJECT_PD = 1;
    public static final int UVERBS_OBJECT_COMP_CHANNEL = 2;
    public static final int UVERBS_OBJECT_CQ = 3;
    public static final int UVERBS_OBJECT_QP = 4;
    public static final int UVERBS_OBJECT_SRQ = 5;
    public static final int UVERBS_OBJECT_AH = 6;
    public static final int UVERBS_OBJECT_MR = 7;
    public static final int UVERBS_OBJECT_MW = 8;
    public static final int UVERBS_OBJECT_FLOW = 9;
    public static final int UVERBS_OBJECT_XRCD = 10;
    public static final int UVERBS_OBJECT_RWQ_IND_TBL = 11;
    public static final int UVERBS_OBJECT_WQ = 12;
    public static final int UVERBS_OBJECT_FLOW_ACTION = 13;
    public static final int UVERBS_OBJECT_DM = 14;
    public static final int UVERBS_OBJECT_COUNTERS = 15;
    public static final int UVERBS_OBJECT_ASYNC_EVENT = 16;
    public static final int UVERBS_OBJECT_DMAH = 17;
    public static final int UVERBS_OBJECT_DMABUF = 18;
    public static final int UVERBS_OBJECT_COMP_CNTR = 19;

    // Namespaces: ids from 0x1000 on belong to the driver
    public static final int UVERBS_ID_DRIVER_NS = 4096;
    public static final int UVERBS_ATTR_UHW_IN = 4096;
    public static final int UVERBS_ATTR_UHW_OUT = 4097;
    public static final int UVERBS_ID_DRIVER_NS_WITH_UHW = 4098;

    // Methods of device
    public static final int UVERBS_METHOD_INVOKE_WRITE = 0;
    public static final int UVERBS_METHOD_INFO_HANDLES = 1;
    public static final int UVERBS_METHOD_QUERY_PORT = 2;
    public static final int UVERBS_METHOD_GET_CONTEXT = 3;
    public static final int UVERBS_METHOD_QUERY_CONTEXT = 4;
    public static final int UVERBS_METHOD_QUERY_GID_TABLE = 5;
    public static final int UVERBS_METHOD_QUERY_GID_ENTRY = 6;
    public static final int UVERBS_METHOD_QUERY_PORT_SPEED = 7;
    public static final int UVERBS_METHOD_QUERY_COMP_CNTR_CAPS = 8;

    // Attributes of invoke_write
    public static final int UVERBS_ATTR_CORE_IN = 0;
    public static final int UVERBS_ATTR_CORE_OUT = 1;
    public static final int UVERBS_ATTR_WRITE_CMD = 2;

    // Attributes of query_port
    public static final int UVERBS_ATTR_QUERY_PORT_PORT_NUM = 0;
    public static final int UVERBS_ATTR_QUERY_PORT_RESP = 1;

    // Attributes of query_port_speed
    public static final int UVERBS_ATTR_QUERY_PORT_SPEED_PORT_NUM = 0;
    public static final int UVERBS_ATTR_QUERY_PORT_SPEED_RESP = 1;

    // Attributes of get_context
    public static final int UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS = 0;
    public static final int UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT = 1;
    public static final int UVERBS_ATTR_GET_CONTEXT_FD_ARR = 2;

    // Attributes of query_context
    public static final int UVERBS_ATTR_QUERY_CONTEXT_NUM_COMP_VECTORS = 0;
    public static final int UVERBS_ATTR_QUERY_CONTEXT_CORE_SUPPORT = 1;

    // Attributes of create_cq
    public static final int UVERBS_ATTR_CREATE_CQ_HANDLE = 0;
    public static final int UVERBS_ATTR_CREATE_CQ_CQE = 1;
    public static final int UVERBS_ATTR_CREATE_CQ_USER_HANDLE = 2;
    public static final int UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL = 3;
    public static final int UVERBS_ATTR_CREATE_CQ_COMP_VECTOR = 4;
    public static final int UVERBS_ATTR_CREATE_CQ_FLAGS = 5;
    public static final int UVERBS_ATTR_CREATE_CQ_RESP_CQE = 6;
    public static final int UVERBS_ATTR_CREATE_CQ_EVENT_FD = 7;
    public static final int UVERBS_ATTR_CREATE_CQ_BUFFER_VA = 8;
    public static final int UVERBS_ATTR_CREATE_CQ_BUFFER_LENGTH = 9;
    public static final int UVERBS_ATTR_CREATE_CQ_BUFFER_FD = 10;
    public static final int UVERBS_ATTR_CREATE_CQ_BUFFER_OFFSET = 11;
    public static final int UVERBS_ATTR_CREATE_CQ_BUF_UMEM = 12;

    // Attributes of destroy_cq
    public static final int UVERBS_ATTR_DESTROY_CQ_HANDLE = 0;
    public static final int UVERBS_ATTR_DESTROY_CQ_RESP = 1;

    // Attributes of create_qp
    public static final int UVERBS_ATTR_CREATE_QP_HANDLE = 0;
    public static final int UVERBS_ATTR_CREATE_QP_XRCD_HANDLE = 1;
    public static final int UVERBS_ATTR_CREATE_QP_PD_HANDLE = 2;
    public static final int UVERBS_ATTR_CREATE_QP_SRQ_HANDLE = 3;
    public static final int UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE = 4;
    public static final int UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE = 5;
    public static final int UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE = 6;
    public static final int UVERBS_ATTR_CREATE_QP_USER_HANDLE = 7;
    public static final int UVERBS_ATTR_CREATE_QP_CAP = 8;
    public static final int UVERBS_ATTR_CREATE_QP_TYPE = 9;
    public static final int UVERBS_ATTR_CREATE_QP_FLAGS = 10;
    public static final int UVERBS_ATTR_CREATE_QP_SOURCE_QPN = 11;
    public static final int UVERBS_ATTR_CREATE_QP_EVENT_FD = 12;
    public static final int UVERBS_ATTR_CREATE_QP_RESP_CAP = 13;
    public static final int UVERBS_ATTR_CREATE_QP_RESP_QP_NUM = 14;
    public static final int UVERBS_ATTR_CREATE_QP_BUF_UMEM = 15;
    public static final int UVERBS_ATTR_CREATE_QP_RQ_BUF_UMEM = 16;
    public static final int UVERBS_ATTR_CREATE_QP_SQ_BUF_UMEM = 17;

    // Attributes of destroy_qp
    public static final int UVERBS_ATTR_DESTROY_QP_HANDLE = 0;
    public static final int UVERBS_ATTR_DESTROY_QP_RESP = 1;

    // Methods of qp
    public static final int UVERBS_METHOD_QP_CREATE = 0;
    public static final int UVERBS_METHOD_QP_DESTROY = 1;
    public static final int UVERBS_METHOD_QP_ATTACH_COMP_CNTR = 2;

    // Attributes of create_srq
    public static final int UVERBS_ATTR_CREATE_SRQ_HANDLE = 0;
    public static final int UVERBS_ATTR_CREATE_SRQ_PD_HANDLE = 1;
    public static final int UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE = 2;
    public static final int UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE = 3;
    public static final int UVERBS_ATTR_CREATE_SRQ_USER_HANDLE = 4;
    public static final int UVERBS_ATTR_CREATE_SRQ_MAX_WR = 5;
    public static final int UVERBS_ATTR_CREATE_SRQ_MAX_SGE = 6;
    public static final int UVERBS_ATTR_CREATE_SRQ_LIMIT = 7;
    public static final int UVERBS_ATTR_CREATE_SRQ_MAX_NUM_TAGS = 8;
    public static final int UVERBS_ATTR_CREATE_SRQ_TYPE = 9;
    public static final int UVERBS_ATTR_CREATE_SRQ_EVENT_FD = 10;
    public static final int UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR = 11;
    public static final int UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE = 12;
    public static final int UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM = 13;

    // Attributes of destroy_srq
    public static final int UVERBS_ATTR_DESTROY_SRQ_HANDLE = 0;
    public static final int UVERBS_ATTR_DESTROY_SRQ_RESP = 1;

    // Methods of srq
    public static final int UVERBS_METHOD_SRQ_CREATE = 0;
    public static final int UVERBS_METHOD_SRQ_DESTROY = 1;

    // Methods of cq
    public static final int UVERBS_METHOD_CQ_CREATE = 0;
    public static final int UVERBS_METHOD_CQ_DESTROY = 1;

    // Methods of mr
    public static final int UVERBS_METHOD_DM_MR_REG = 0;
    public static final int UVERBS_METHOD_MR_DESTROY = 1;
    public static final int UVERBS_METHOD_ADVISE_MR = 2;
    public static final int UVERBS_METHOD_QUERY_MR = 3;
    public static final int UVERBS_METHOD_REG_DMABUF_MR = 4;
    public static final int UVERBS_METHOD_REG_MR = 5;

    // Attributes of mr_destroy
    public static final int UVERBS_ATTR_DESTROY_MR_HANDLE = 0;

    // Attributes of advise_mr
    public static final int UVERBS_ATTR_ADVISE_MR_PD_HANDLE = 0;
    public static final int UVERBS_ATTR_ADVISE_MR_ADVICE = 1;
    public static final int UVERBS_ATTR_ADVISE_MR_FLAGS = 2;
    public static final int UVERBS_ATTR_ADVISE_MR_SGE_LIST = 3;

    // Attributes of query_mr
    public static final int UVERBS_ATTR_QUERY_MR_HANDLE = 0;
    public static final int UVERBS_ATTR_QUERY_MR_RESP_LKEY = 1;
    public static final int UVERBS_ATTR_QUERY_MR_RESP_RKEY = 2;
    public static final int UVERBS_ATTR_QUERY_MR_RESP_LENGTH = 3;
    public static final int UVERBS_ATTR_QUERY_MR_RESP_IOVA = 4;

    // Attributes of reg_mr
    public static final int UVERBS_ATTR_REG_MR_HANDLE = 0;
    public static final int UVERBS_ATTR_REG_MR_PD_HANDLE = 1;
    public static final int UVERBS_ATTR_REG_MR_DMA_HANDLE = 2;
    public static final int UVERBS_ATTR_REG_MR_IOVA = 3;
    public static final int UVERBS_ATTR_REG_MR_ADDR = 4;
    public static final int UVERBS_ATTR_REG_MR_LENGTH = 5;
    public static final int UVERBS_ATTR_REG_MR_ACCESS_FLAGS = 6;
    public static final int UVERBS_ATTR_REG_MR_FD = 7;
    public static final int UVERBS_ATTR_REG_MR_FD_OFFSET = 8;
    public static final int UVERBS_ATTR_REG_MR_RESP_LKEY = 9;
    public static final int UVERBS_ATTR_REG_MR_RESP_RKEY = 10;

    // Attributes of info_handles_id
    public static final int UVERBS_ATTR_INFO_OBJECT_ID = 0;
    public static final int UVERBS_ATTR_INFO_TOTAL_HANDLES = 1;
    public static final int UVERBS_ATTR_INFO_HANDLES_LIST = 2;

    // Methods of pd
    public static final int UVERBS_METHOD_PD_DESTROY = 0;

    // Attributes of pd_destroy
    public static final int UVERBS_ATTR_DESTROY_PD_HANDLE = 0;

    // Methods of mw
    public static final int UVERBS_METHOD_MW_DESTROY = 0;

    // Attributes of mw_destroy
    public static final int UVERBS_ATTR_DESTROY_MW_HANDLE = 0;

    // Methods of xrcd
    public static final int UVERBS_METHOD_XRCD_DESTROY = 0;

    // Attributes of xrcd_destroy
    public static final int UVERBS_ATTR_DESTROY_XRCD_HANDLE = 0;

    // Methods of ah
    public static final int UVERBS_METHOD_AH_DESTROY = 0;

    // Attributes of ah_destroy
    public static final int UVERBS_ATTR_DESTROY_AH_HANDLE = 0;

    // Methods of async_event
    public static final int UVERBS_METHOD_ASYNC_EVENT_ALLOC = 0;

    // Attributes of async_event_create
    public static final int UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE = 0;

    // Attributes of query_gid_table
    public static final int UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE = 0;
    public static final int UVERBS_ATTR_QUERY_GID_TABLE_FLAGS = 1;
    public static final int UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES = 2;
    public static final int UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES = 3;

    // Attributes of query_gid_entry
    public static final int UVERBS_ATTR_QUERY_GID_ENTRY_PORT = 0;
    public static final int UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX = 1;
    public static final int UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS = 2;
    public static final int UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY = 3;

    private IbUserIoctlCmds() {
    }
}
