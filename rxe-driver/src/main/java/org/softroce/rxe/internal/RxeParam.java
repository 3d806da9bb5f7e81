package org.softroce.rxe.internal;

import org.softroce.ib.IbDeviceAttr;

/**
 * Limits of a device.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_param.h
 */
final class RxeParam {
    static final int MIN_QP_INDEX = 16;
    static final int MAX_QP_INDEX = (1 << 20) - 1;
    static final int MAX_QP = MAX_QP_INDEX - MIN_QP_INDEX + 1;
    static final int MIN_MR_INDEX = 1;
    static final int MAX_MR_INDEX = 524_287;
    static final int MAX_MR = MAX_MR_INDEX - MIN_MR_INDEX + 1;
    static final int MAX_CQ = 1 << 20;
    static final int MAX_PD = 1 << 20;
    static final int MAX_QP_WR = 1 << 20;
    static final int MAX_SGE = 32;
    static final int MAX_INLINE_DATA = 512;
    static final int MAX_CQE = 32_767;
    static final int MAX_RD_ATOMIC = 128;
    static final int GID_TABLE_LENGTH = 1024;
    static final int PKEY_TABLE_LENGTH = 1;
    static final long MAX_MESSAGE_BYTES = 1L << 31;
    static final int PORT_CAP_CM_SUP = 1 << 16;
    static final int ABI_VERSION = 2;

    private static final long CAP_FLAGS = 0x1C0_0122_3C76L;
    private static final int VENDOR_ID = 0xff_ffff;

    private RxeParam() { }

    /** What {@code ib_query_device} says. */
    static IbDeviceAttr deviceAttr(long sysImageGuid) {
        IbDeviceAttr a = new IbDeviceAttr();
        a.sysImageGuid = sysImageGuid;
        a.maxMrSize = -1L;
        a.pageSizeCap = 0xffff_f000L;
        a.vendorId = VENDOR_ID;
        a.maxQp = MAX_QP;
        a.maxQpWr = MAX_QP_WR;
        a.deviceCapFlags = CAP_FLAGS;
        a.maxSendSge = MAX_SGE;
        a.maxRecvSge = MAX_SGE;
        a.maxSgeRd = MAX_SGE;
        a.maxCq = MAX_CQ;
        a.maxCqe = MAX_CQE;
        a.maxMr = MAX_MR;
        a.maxPd = MAX_PD;
        a.maxQpRdAtom = MAX_RD_ATOMIC;
        a.maxQpInitRdAtom = MAX_RD_ATOMIC;
        a.maxResRdAtom = 258_048;
        a.atomicCap = 1;
        a.maxMw = 524_287;
        a.maxMcastGrp = 8192;
        a.maxMcastQpAttach = 56;
        a.maxTotalMcastQpAttach = 458_752;
        a.maxAh = 32_767;
        a.maxSrq = 917_503;
        a.maxSrqWr = 1 << 20;
        a.maxSrqSge = 27;
        a.maxFastRegPageListLen = 512;
        a.maxPkeys = 64;
        a.localCaAckDelay = 15;
        a.maxInlineData = MAX_INLINE_DATA;
        return a;
    }
}
