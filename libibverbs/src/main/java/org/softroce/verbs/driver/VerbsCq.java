package org.softroce.verbs.driver;

import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.cmd.IbvCmd;

/**
 * A completion queue; a provider adds the ring.
 *
 * @mirrors libibverbs/driver.h#verbs_cq
 */
public abstract class VerbsCq implements IbvCq {
    private final VerbsContext context;
    private final VerbsCompChannel channel;
    private final long userHandle;
    private final EventLedger compEvents = new EventLedger();
    private final EventLedger asyncEvents = new EventLedger();
    private int handle;
    private volatile int cqe;
    private boolean closed;

    /**
     * A queue the kernel does not know yet; {@link #created} or {@link #abandon} has to follow.
     *
     * @param channel may be {@code null}
     */
    @SuppressWarnings("this-escape") // known by its number only, which nobody has before the constructor ends
    protected VerbsCq(VerbsContext context, VerbsCompChannel channel) {
        this.context = context;
        this.channel = channel;
        this.userHandle = context.handles().add(this);
    }

    /** Notes what the kernel answered. */
    protected final void created(IbvCmd.Cq answer) {
        handle = answer.handle();
        cqe = answer.cqe();
    }

    /** The kernel refused: no event can name it any more. */
    protected final void abandon() {
        context.handles().remove(userHandle);
    }

    protected final void cqe(int entries) {
        cqe = entries;
    }

    /** What its events carry. */
    public final long userHandle() {
        return userHandle;
    }

    /** Descriptor of its channel, -1 without one. */
    protected final int channelFd() {
        return channel == null ? -1 : channel.fd();
    }

    public final int handle() {
        return handle;
    }

    final EventLedger asyncEvents() {
        return asyncEvents;
    }

    @Override
    public final VerbsContext context() {
        return context;
    }

    @Override
    public final VerbsCompChannel channel() {
        return channel;
    }

    @Override
    public final int cqe() {
        return cqe;
    }

    @Override
    public abstract int poll(int numEntries, IbvWcArray wc);

    @Override
    public void requestNotify(boolean solicitedOnly) {
        context.cmd().reqNotifyCq(handle, solicitedOnly);
    }

    @Override
    public void resize(int entries) {
        throw context.unsupported("resize_cq");
    }

    @Override
    public final void ackEvents(int count) {
        compEvents.acknowledge(count);
    }

    /** Gives up the ring; called once, when the kernel has destroyed the queue. */
    protected abstract void unmap();

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/cmd_cq.c#ibv_cmd_destroy_cq
     */
    @Override
    public final synchronized void close() {
        if (closed) {
            return;
        }
        IbvCmd.CqEvents[] reported = new IbvCmd.CqEvents[1];
        boolean there = Disassociation.tolerate(() -> reported[0] = context.cmd().destroyCq(handle));
        closed = true;
        if (channel != null) {
            channel.put();
        }
        try {
            if (there) {
                compEvents.await(reported[0].completion(), context.task());
                asyncEvents.await(reported[0].async(), context.task());
            }
        } finally {
            context.handles().remove(userHandle);
            unmap();
        }
    }
}
