package org.softroce.ib;

import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/**
 * A queue pair.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_qp
 */
public abstract class IbQp extends IbObject {
    private final IbPd pd;
    private final IbCq sendCq;
    private final IbCq recvCq;
    private final IbSrq srq;
    private final IbQpType type;
    private final IbEventHandler eventHandler;

    protected IbQp(IbPd pd, IbQpInitAttr attr) {
        super(pd.device(), pd.context());
        this.pd = pd;
        this.sendCq = attr.sendCq;
        this.recvCq = attr.recvCq;
        this.srq = attr.srq;
        this.type = attr.type;
        this.eventHandler = attr.eventHandler;
    }

    public final IbPd pd() {
        return pd;
    }

    public final IbCq sendCq() {
        return sendCq;
    }

    public final IbCq recvCq() {
        return recvCq;
    }

    /** {@code null} if it has a receive queue of its own. */
    public final IbSrq srq() {
        return srq;
    }

    public final IbQpType type() {
        return type;
    }

    /** May be {@code null}. */
    public final IbEventHandler eventHandler() {
        return eventHandler;
    }

    /** 24 bits; 1 for the MAD queue pair. */
    public abstract int qpNum();

    public abstract IbQpState state();

    /** A hint that the send ring has new work ({@code post_send} of a user queue pair). Never blocks or allocates. */
    public abstract void doorbell();
}
