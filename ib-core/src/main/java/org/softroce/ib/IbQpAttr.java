package org.softroce.ib;

import org.softroce.kernel.net.IpAddress;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpState;

/**
 * Attributes of {@code modify_qp} (which ones count is a mask of {@code IbQpAttrMask}) and {@code query_qp}.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_qp_attr
 */
public final class IbQpAttr {
    public IbQpState qpState;
    public IbQpState curQpState;
    public IbMtu pathMtu;
    public int pathMigState;
    public int qkey;
    public int rqPsn;
    public int sqPsn;
    public int destQpNum;
    public int accessFlags;
    public int pkeyIndex;
    public boolean sqDraining;
    public int maxRdAtomic;
    public int maxDestRdAtomic;
    public int minRnrTimer;
    public int portNum;
    public int timeout;
    public int retryCnt;
    public int rnrRetry;
    public int maxSendWr;
    public int maxRecvWr;
    public int maxSendSge;
    public int maxRecvSge;
    public int maxInlineData;
    public AhAttr ahAttr;

    /**
     * Address vector ({@code rdma_ah_attr} with its GRH).
     *
     * @mirrors include/rdma/ib_verbs.h#rdma_ah_attr
     */
    public static final class AhAttr {
        public boolean isGlobal;
        public IpAddress dgid = IpAddress.ANY;
        public int flowLabel;
        public int sgidIndex;
        public int hopLimit;
        public int trafficClass;
        public int sl;
        public int staticRate;
        public int portNum;
        public int dlid;
        /** Filled in by {@link IbVerbs}: the entry of {@link #sgidIndex}. */
        public GidTable.Entry sgid;
        /** Filled in by {@link IbVerbs}: where frames go, as a 48-bit number. */
        public long dmac;
    }
}
