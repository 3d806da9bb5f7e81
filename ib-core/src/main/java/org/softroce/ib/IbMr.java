package org.softroce.ib;

/**
 * A registered memory region.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_mr
 */
public abstract class IbMr extends IbObject {
    private final IbPd pd;

    protected IbMr(IbPd pd) {
        super(pd.device(), pd.context());
        this.pd = pd;
    }

    public final IbPd pd() {
        return pd;
    }

    public abstract int lkey();

    public abstract int rkey();

    /** Bytes. */
    public abstract long length();

    public abstract long iova();

    public abstract int access();
}
