package org.softroce.verbs;

/**
 * Attributes of a QP; which ones count is a mask of {@link IbvQpAttrMask}.
 *
 * @mirrors libibverbs/verbs.h#ibv_qp_attr
 */
public final class IbvQpAttr {
    public IbvQpState qpState = IbvQpState.RESET;
    public IbvQpState curQpState = IbvQpState.RESET;
    public IbvMtu pathMtu = IbvMtu.MTU_1024;
    public int pathMigState;
    public int qkey;
    public int rqPsn;
    public int sqPsn;
    public int destQpNum;
    /** Bits of {@link IbvAccess}. */
    public int qpAccessFlags;
    public final IbvQpInitAttr.Cap cap = new IbvQpInitAttr.Cap();
    public final IbvAhAttr ahAttr = new IbvAhAttr();
    /** The alternate path of a QP that migrates. */
    public final IbvAhAttr altAhAttr = new IbvAhAttr();
    public int pkeyIndex;
    public int altPkeyIndex;
    public boolean enSqdAsyncNotify;
    public boolean sqDraining;
    public int maxRdAtomic;
    public int maxDestRdAtomic;
    public int minRnrTimer;
    public int portNum;
    /** Local ACK timeout: 4.096 us * 2^timeout, 0 = none. */
    public int timeout;
    public int retryCnt;
    public int rnrRetry;
    public int altPortNum;
    public int altTimeout;
}
