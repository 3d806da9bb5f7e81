package org.softroce.kernel.net;

import org.osgi.annotation.versioning.ProviderType;

/**
 * What one thread has to deliver: buffers to send with, and frames that devices put up for their receivers.
 *
 * <p>A sender calls {@link NetDevice#xmit}, which only queues at the receiving device, and then {@link #process()};
 * receivers run there, and what they send is queued behind, so stacks never nest. Not for use by another thread.
 *
 * @mirrors include/linux/netdevice.h#softnet_data
 */
@ProviderType
public interface Softnet {

    /** An empty buffer; never {@code null}. Steady state allocates nothing. */
    SkBuff alloc();

    /** Delivers until nothing is queued. A call from inside a receiver returns at once: the outer one goes on. */
    void process();

    /** True inside {@link #process()}. */
    boolean isProcessing();
}
