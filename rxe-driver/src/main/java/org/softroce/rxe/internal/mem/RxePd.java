package org.softroce.rxe.internal.mem;

import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbUcontext;

/**
 * A protection domain: memory and queue pairs meet only inside one.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.h#rxe_pd
 */
public final class RxePd extends IbPd {
    private final int index;

    public RxePd(IbDevice device, IbUcontext context, int index) {
        super(device, context);
        this.index = index;
    }

    /** Its place in the pool. */
    public int index() {
        return index;
    }
}
