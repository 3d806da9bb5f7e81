package org.softroce.ib;

/**
 * Device attributes as {@code ib_query_device} tells them; a driver fills in what it has, the rest is 0.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_device_attr
 */
public final class IbDeviceAttr {
    public long fwVer;
    public long sysImageGuid;
    public long maxMrSize;
    public long pageSizeCap;
    public int vendorId;
    public int vendorPartId;
    public int hwVer;
    public int maxQp;
    public int maxQpWr;
    /** {@code device_cap_flags} in the low 32 bits, kernel-internal flags above. */
    public long deviceCapFlags;
    public int maxSendSge;
    public int maxRecvSge;
    public int maxSgeRd;
    public int maxCq;
    public int maxCqe;
    public int maxMr;
    public int maxPd;
    public int maxQpRdAtom;
    public int maxEeRdAtom;
    public int maxResRdAtom;
    public int maxQpInitRdAtom;
    public int maxEeInitRdAtom;
    public int atomicCap;
    public int maxEe;
    public int maxRdd;
    public int maxMw;
    public int maxRawIpv6Qp;
    public int maxRawEthyQp;
    public int maxMcastGrp;
    public int maxMcastQpAttach;
    public int maxTotalMcastQpAttach;
    public int maxAh;
    public int maxSrq;
    public int maxSrqWr;
    public int maxSrqSge;
    public int maxFastRegPageListLen;
    public int maxPkeys;
    public int localCaAckDelay;
    public int maxInlineData;
}
