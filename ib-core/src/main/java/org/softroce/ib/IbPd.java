package org.softroce.ib;

/**
 * A protection domain.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_pd
 */
public abstract class IbPd extends IbObject {
    protected IbPd(IbDevice device, IbUcontext context) {
        super(device, context);
    }
}
