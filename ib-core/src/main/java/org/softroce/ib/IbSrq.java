package org.softroce.ib;

/**
 * A shared receive queue.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_srq
 */
public abstract class IbSrq extends IbObject {
    private final IbPd pd;
    private final IbEventHandler eventHandler;

    protected IbSrq(IbPd pd, IbSrqInitAttr attr) {
        super(pd.device(), pd.context());
        this.pd = pd;
        this.eventHandler = attr.eventHandler();
    }

    public final IbPd pd() {
        return pd;
    }

    public final IbEventHandler eventHandler() {
        return eventHandler;
    }
}
