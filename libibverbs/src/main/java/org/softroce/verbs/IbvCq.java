package org.softroce.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A completion queue.
 *
 * @mirrors libibverbs/verbs.h#ibv_cq
 */
@ProviderType
public interface IbvCq extends AutoCloseable {
    IbvContext context();

    /** Entries it holds. */
    int cqe();

    IbvCompChannel channel();

    /**
     * {@code ibv_poll_cq}: takes at most {@code wc.capacity()} completions; never blocks or allocates.
     *
     * @return how many were taken, into {@code wc} from 0
     */
    default int poll(IbvWcArray wc) {
        return poll(wc.capacity(), wc);
    }

    /**
     * {@code ibv_poll_cq}: takes at most {@code numEntries} completions, which {@code wc} must have room for.
     *
     * @return how many were taken, into {@code wc} from 0
     */
    int poll(int numEntries, IbvWcArray wc);

    /** {@code ibv_req_notify_cq}. */
    void requestNotify(boolean solicitedOnly);

    /** {@code ibv_ack_cq_events}. */
    void ackEvents(int count);

    /** {@code ibv_resize_cq}. */
    void resize(int cqe);

    /** {@code ibv_destroy_cq}: EBUSY; waits for unacknowledged events. */
    @Override
    void close();
}
