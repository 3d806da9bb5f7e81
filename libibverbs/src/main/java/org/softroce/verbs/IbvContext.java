package org.softroce.verbs;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open device.
 *
 * @mirrors libibverbs/verbs.h#ibv_context
 */
@ProviderType
public interface IbvContext extends AutoCloseable {
    IbvDevice device();

    /** Completion vectors 0..this-1. */
    int numCompVectors();

    /** {@code ibv_query_device} and {@code ibv_query_device_ex}. */
    IbvDeviceAttr queryDevice();

    /** {@code ibv_query_port}; ports count from 1. EINVAL. */
    IbvPortAttr queryPort(int port);

    /** {@code ibv_query_gid}; all zero for an empty slot. */
    IbvGid queryGid(int port, int index);

    /** {@code ibv_query_gid_ex}: ENODATA for an empty slot. */
    IbvGidEntry queryGidEntry(int port, int index);

    /** {@code ibv_query_gid_table}: the slots in use. */
    List<IbvGidEntry> queryGidTable();

    /** {@code ibv_query_pkey}, host order. */
    int queryPkey(int port, int index);

    /** {@code ibv_alloc_pd}. */
    IbvPd allocPd();

    /** {@code ibv_create_comp_channel}. */
    IbvCompChannel createCompChannel();

    /** {@code ibv_create_cq}; {@code channel} may be {@code null}. */
    IbvCq createCq(int cqe, IbvCompChannel channel, int compVector);

    /** {@code ibv_get_async_event}: blocks; EAGAIN if {@link #asyncFd()} was set non-blocking. */
    IbvAsyncEvent getAsyncEvent();

    /** {@code ibv_ack_async_event}: destroying the event's object waits until all its events were acknowledged. */
    void ackAsyncEvent(IbvAsyncEvent event);

    /** Descriptor of the device file in the task. */
    int cmdFd();

    /** Descriptor that becomes readable when an event is there. */
    int asyncFd();

    /** {@code ibv_close_device}; what was not destroyed is released by the kernel. */
    @Override
    void close();
}
