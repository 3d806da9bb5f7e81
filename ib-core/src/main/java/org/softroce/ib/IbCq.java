package org.softroce.ib;

/**
 * A completion queue.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_cq
 */
public abstract class IbCq extends IbObject {

    /** Told of the completion a CQ was armed for; must not block. */
    @FunctionalInterface
    public interface CompHandler {
        void completed(IbCq cq);
    }

    private final CompHandler compHandler;
    private final IbEventHandler eventHandler;

    protected IbCq(IbDevice device, IbUcontext context, IbCqInitAttr attr) {
        super(device, context);
        this.compHandler = attr.compHandler();
        this.eventHandler = attr.eventHandler();
    }

    /** May be {@code null}. */
    public final CompHandler compHandler() {
        return compHandler;
    }

    /** Gets CQ_ERR; may be {@code null}. */
    public final IbEventHandler eventHandler() {
        return eventHandler;
    }

    /** Entries it can hold, at least what was asked for. */
    public abstract int cqe();
}
