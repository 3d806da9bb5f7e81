package org.softroce.uapi.rdma;

/**
 * Capability bits of a device ({@code device_cap_flags}; the bits from 32 on appear in {@code device_cap_flags_ex}
 * only).
 *
 * @mirrors include/uapi/rdma/ib_user_verbs.h#enum ib_uverbs_device_cap_flags
 */
public final class IbDeviceCap {
    public static final long RESIZE_MAX_WR = 1L << 0;
    public static final long BAD_PKEY_CNTR = 1L << 1;
    public static final long BAD_QKEY_CNTR = 1L << 2;
    public static final long RAW_MULTI = 1L << 3;
    public static final long AUTO_PATH_MIG = 1L << 4;
    public static final long CHANGE_PHY_PORT = 1L << 5;
    public static final long UD_AV_PORT_ENFORCE = 1L << 6;
    public static final long CURR_QP_STATE_MOD = 1L << 7;
    public static final long SHUTDOWN_PORT = 1L << 8;
    public static final long PORT_ACTIVE_EVENT = 1L << 10;
    public static final long SYS_IMAGE_GUID = 1L << 11;
    public static final long RC_RNR_NAK_GEN = 1L << 12;
    public static final long SRQ_RESIZE = 1L << 13;
    public static final long N_NOTIFY_CQ = 1L << 14;
    public static final long MEM_WINDOW = 1L << 17;
    public static final long UD_IP_CSUM = 1L << 18;
    public static final long XRC = 1L << 20;
    public static final long MEM_MGT_EXTENSIONS = 1L << 21;
    public static final long MEM_WINDOW_TYPE_2A = 1L << 23;
    public static final long MEM_WINDOW_TYPE_2B = 1L << 24;
    public static final long RC_IP_CSUM = 1L << 25;
    public static final long RAW_IP_CSUM = 1L << 26;
    public static final long MANAGED_FLOW_STEERING = 1L << 29;
    public static final long RAW_SCATTER_FCS = 1L << 34;
    public static final long PCI_WRITE_END_PADDING = 1L << 36;
    public static final long FLUSH_GLOBAL = 1L << 38;
    public static final long FLUSH_PERSISTENT = 1L << 39;
    public static final long ATOMIC_WRITE = 1L << 40;
    public static final long CC_DMA_BOUNCE = 1L << 41;

    private IbDeviceCap() {
    }
}
