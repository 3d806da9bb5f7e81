package org.softroce.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A completion channel.
 *
 * @mirrors libibverbs/verbs.h#ibv_comp_channel
 */
@ProviderType
public interface IbvCompChannel extends AutoCloseable {
    IbvContext context();

    /** Descriptor, readable when an event is there. */
    int fd();

    /** {@code ibv_get_cq_event}: blocks; the CQ it is about. EAGAIN if the descriptor was set non-blocking. */
    IbvCq getCqEvent();

    /** {@code ibv_destroy_comp_channel}. EBUSY while a CQ uses it. */
    @Override
    void close();
}
