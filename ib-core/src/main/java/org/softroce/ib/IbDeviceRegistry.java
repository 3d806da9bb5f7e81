package org.softroce.ib;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * Where drivers register devices; a service of ib-core.
 *
 * @mirrors drivers/infiniband/core/device.c
 */
@ProviderType
public interface IbDeviceRegistry {

    /**
     * {@code ib_register_device}: name (a {@code %d} takes the first free number), index, GID table, sysfs, MAD queue
     * pair, then the service. Returns after every client saw it.
     *
     * @throws org.softroce.uapi.ErrnoException ENFILE if the name is taken, EINVAL for an empty one
     */
    IbDevice register(String name, IbDeviceOps ops);

    /**
     * {@code ib_unregister_device}: withdraws the service (clients let go, the one furthest from the hardware
     * first), waits for control calls in progress, then {@link IbDeviceOps#deallocDriver()}. Bounded; two racing
     * calls are one; both return when it is done.
     */
    void unregister(IbDevice device);

    /** {@code ib_unregister_device_queued}: the same on the registry's own thread; returns at once. */
    void unregisterQueued(IbDevice device);

    /** {@code ib_unregister_driver}: all devices of the driver, returns when they are gone. */
    void unregisterDriver(RdmaDriverId driver);

    /** {@code ib_device_rename}. EEXIST, EINVAL. */
    void rename(IbDevice device, String name);

    /** By index. */
    List<IbDevice> list();

    /** {@code null} if there is none. */
    IbDevice byName(String name);

    IbDevice byIndex(int index);
}
