package org.softroce.verbs;

/**
 * Device attributes, the extended ones included.
 *
 * @mirrors libibverbs/verbs.h#ibv_device_attr_ex
 */
public final class IbvDeviceAttr {
    public String fwVer = "";
    public long nodeGuid;
    public long sysImageGuid;
    public long maxMrSize;
    public long pageSizeCap;
    public int vendorId;
    public int vendorPartId;
    public int hwVer;
    public int maxQp;
    public int maxQpWr;
    public int deviceCapFlags;
    /** All 64 bits ({@code device_cap_flags_ex}). */
    public long deviceCapFlagsEx;
    public int maxSge;
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
    public int maxFmr;
    public int maxMapPerFmr;
    public int maxSrq;
    public int maxSrqWr;
    public int maxSrqSge;
    public int maxPkeys;
    public int localCaAckDelay;
    public int physPortCnt;
    public long completionTimestampMask;
    public long hcaCoreClock;
    public int maxWqTypeRq;
    public int rawPacketCaps;
    public long odpGeneralCaps;
    public int odpRcCaps;
    public int odpUcCaps;
    public int odpUdCaps;
    public int odpXrcCaps;
    public int rssSupportedQpts;
    public int maxRwqIndirectionTables;
    public int maxRwqIndirectionTableSize;
    public int tmMaxRndvHdrSize;
    public int tmMaxNumTags;
    public int tmFlags;
    public int tmMaxOps;
    public int tmMaxSge;
    public int maxCqModerationCount;
    public int maxCqModerationPeriod;
    public long maxDmSize;
}
