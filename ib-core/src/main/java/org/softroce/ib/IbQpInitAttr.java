package org.softroce.ib;

import org.softroce.uapi.rdma.IbQpType;

/**
 * What a QP is made of; the driver writes back what it really gives into the {@code max} fields.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_qp_init_attr
 */
public final class IbQpInitAttr {
    public IbQpType type;
    public IbCq sendCq;
    public IbCq recvCq;
    public IbSrq srq;
    public IbEventHandler eventHandler;
    public int maxSendWr;
    public int maxRecvWr;
    public int maxSendSge;
    public int maxRecvSge;
    public int maxInlineData;
    /** True: every send WR completes with a CQE. */
    public boolean signalAll;
    public int createFlags;
    public int port;
}
