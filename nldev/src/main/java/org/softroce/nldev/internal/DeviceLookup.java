package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_INDEX;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_NAME;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_PORT_INDEX;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlWriter;

/**
 * Finds the device and port a request is about, and holds the device meanwhile.
 *
 * @mirrors drivers/infiniband/core/device.c#ib_device_get_by_index
 */
final class DeviceLookup {

    private final IbDeviceRegistry registry;

    DeviceLookup(IbDeviceRegistry registry) {
        this.registry = registry;
    }

    /** Runs with the device of DEV_INDEX. EINVAL if there is none. */
    void with(Request request, Consumer<IbDevice> action) {
        if (!request.attrs().has(RDMA_NLDEV_ATTR_DEV_INDEX)) {
            throw new ErrnoException(Errno.EINVAL, NldevPolicy.name(RDMA_NLDEV_ATTR_DEV_INDEX) + " is missing");
        }
        int index = request.attrs().u32(RDMA_NLDEV_ATTR_DEV_INDEX);
        IbDevice device = registry.byIndex(index);
        if (device == null || !device.tryGet()) {
            throw new ErrnoException(Errno.EINVAL, "there is no RDMA device with index " + index + "; have: "
                    + have());
        }
        try {
            action.accept(device);
        } finally {
            device.put();
        }
    }

    private String have() {
        List<String> all = registry.list().stream().map(d -> d.index() + " (" + d.name() + ")").toList();
        return all.isEmpty() ? "none" : String.join(", ", all);
    }

    /** Runs with device and port of the request. */
    void withPort(Request request, BiConsumer<IbDevice, Integer> action) {
        with(request, device -> {
            int port = request.attrs().u32(RDMA_NLDEV_ATTR_PORT_INDEX, 0);
            if (port < 1 || port > device.portCount()) {
                throw new ErrnoException(Errno.EINVAL, "port " + port + " of " + device.name() + " is none of 1.."
                        + device.portCount());
            }
            action.accept(device, port);
        });
    }

    /** Runs for each device. */
    void each(Consumer<IbDevice> action) {
        for (IbDevice device : registry.list()) {
            if (device.tryGet()) {
                try {
                    action.accept(device);
                } finally {
                    device.put();
                }
            }
        }
    }

    /** @mirrors drivers/infiniband/core/nldev.c#fill_nldev_handle */
    static NlWriter handle(NlWriter writer, IbDevice device) {
        return writer.putU32(RDMA_NLDEV_ATTR_DEV_INDEX, device.index())
                .putString(RDMA_NLDEV_ATTR_DEV_NAME, device.name());
    }
}
