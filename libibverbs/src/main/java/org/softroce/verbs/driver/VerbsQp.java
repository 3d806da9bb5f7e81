package org.softroce.verbs.driver;

import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvQpType;
import org.softroce.verbs.cmd.IbvCmd;

/**
 * A queue pair; a provider adds the rings.
 *
 * @mirrors libibverbs/driver.h#verbs_qp
 */
public abstract class VerbsQp implements IbvQp {
    private final VerbsPd pd;
    private final IbvCq sendCq;
    private final IbvCq recvCq;
    private final IbvQpType type;
    private final long userHandle;
    private final EventLedger asyncEvents = new EventLedger();
    private int handle;
    private int qpNum;
    private volatile IbvQpState state = IbvQpState.RESET;
    private boolean closed;

    /** A QP the kernel does not know yet; {@link #created} or {@link #abandon} has to follow. */
    @SuppressWarnings("this-escape") // known by its number only, which nobody has before the constructor ends
    protected VerbsQp(VerbsPd pd, IbvQpInitAttr attr) {
        this.pd = pd;
        this.sendCq = attr.sendCq;
        this.recvCq = attr.recvCq;
        this.type = attr.qpType;
        this.userHandle = pd.context().handles().add(this);
    }

    /** Notes what the kernel answered. */
    protected final void created(IbvCmd.Qp answer) {
        handle = answer.handle();
        qpNum = answer.qpNum();
    }

    /** The kernel refused: no event can name it any more. */
    protected final void abandon() {
        context().handles().remove(userHandle);
    }

    /** What its events carry. */
    public final long userHandle() {
        return userHandle;
    }

    public final int handle() {
        return handle;
    }

    final EventLedger asyncEvents() {
        return asyncEvents;
    }

    @Override
    public final VerbsContext context() {
        return pd.context();
    }

    @Override
    public final VerbsPd pd() {
        return pd;
    }

    @Override
    public final IbvCq sendCq() {
        return sendCq;
    }

    @Override
    public final IbvCq recvCq() {
        return recvCq;
    }

    @Override
    public final int qpNum() {
        return qpNum;
    }

    @Override
    public final IbvQpType type() {
        return type;
    }

    @Override
    public final IbvQpState state() {
        return state;
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_modify_qp
     */
    @Override
    public final void modify(IbvQpAttr attr, int mask) {
        context().cmd().modifyQp(handle, attr, mask);
        if ((mask & IbvQpAttrMask.STATE) != 0) {
            state = attr.qpState;
        }
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_query_qp
     */
    @Override
    public final void query(IbvQpAttr attr, int mask, IbvQpInitAttr initAttr) {
        context().cmd().queryQp(handle, attr, mask, initAttr);
        if (initAttr != null) {
            initAttr.sendCq = sendCq;
            initAttr.recvCq = recvCq;
            initAttr.qpType = type;
        }
        if ((mask & IbvQpAttrMask.STATE) != 0) {
            state = attr.qpState;
        }
    }

    /** Gives up the rings; called once, when the kernel has destroyed the QP. */
    protected abstract void unmap();

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/cmd_qp.c#ibv_cmd_destroy_qp
     */
    @Override
    public final synchronized void close() {
        if (closed) {
            return;
        }
        int[] reported = new int[1];
        boolean there = Disassociation.tolerate(() -> reported[0] = context().cmd().destroyQp(handle));
        closed = true;
        try {
            if (there) {
                asyncEvents.await(reported[0], context().task());
            }
        } finally {
            context().handles().remove(userHandle);
            unmap();
        }
    }
}
