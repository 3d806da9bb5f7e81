package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.ib.IbPortAttr;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlWriter;

/**
 * Devices, ports, counters and the subsystem itself.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_get_doit
 */
final class DevHandlers {

    private static final int NODE_CA = 1;
    private static final String PROTOCOL = "roce";

    private final IbDeviceRegistry registry;
    private final DeviceLookup lookup;

    DevHandlers(IbDeviceRegistry registry, DeviceLookup lookup) {
        this.registry = registry;
        this.lookup = lookup;
    }

    void get(Request request, Reply reply) {
        lookup.with(request, device -> reply.message(writer -> fill(writer, device)));
    }

    void dump(Request request, Reply reply) {
        lookup.each(device -> reply.part(writer -> fill(writer, device)));
    }

    /** @mirrors drivers/infiniband/core/nldev.c#fill_dev_info */
    private static void fill(NlWriter writer, IbDevice device) {
        DeviceLookup.handle(writer, device)
                .putU32(RDMA_NLDEV_ATTR_PORT_INDEX, device.portCount())
                .putU64(RDMA_NLDEV_ATTR_CAP_FLAGS, device.attr().deviceCapFlags)
                .putU64(RDMA_NLDEV_ATTR_NODE_GUID, device.nodeGuid())
                .putU64(RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, device.sysImageGuid())
                .putU8(RDMA_NLDEV_ATTR_DEV_NODE_TYPE, NODE_CA)
                .putU8(RDMA_NLDEV_ATTR_DEV_DIM, 0)
                .putString(RDMA_NLDEV_ATTR_DEV_PROTOCOL, PROTOCOL);
    }

    /** Renames; the other settings of the command are not there. */
    void set(Request request, Reply reply) {
        lookup.with(request, device -> {
            if (request.attrs().has(RDMA_NLDEV_ATTR_DEV_NAME)) {
                registry.rename(device, request.attrs().string(RDMA_NLDEV_ATTR_DEV_NAME));
            } else if (!request.attrs().has(RDMA_NLDEV_ATTR_DEV_DIM)) {
                throw new ErrnoException(Errno.EOPNOTSUPP, "of a device its name can be set, nothing else");
            } else if (request.attrs().u8(RDMA_NLDEV_ATTR_DEV_DIM) > 1) {
                throw new ErrnoException(Errno.EINVAL, "adaptive moderation is 0 or 1");
            }
        });
    }

    void portGet(Request request, Reply reply) {
        lookup.withPort(request, (device, port) ->
                reply.message(writer -> fillPort(writer, device, port, request.caller().netNamespace())));
    }

    void portDump(Request request, Reply reply) {
        lookup.with(request, device -> {
            for (int port = 1; port <= device.portCount(); port++) {
                int number = port;
                reply.part(writer -> fillPort(writer, device, number, request.caller().netNamespace()));
            }
        });
    }

    /** The net device is told only inside its namespace. */
    private static void fillPort(NlWriter writer, IbDevice device, int port, NetNamespace namespace) {
        IbPortAttr attr = device.queryPort(port);
        DeviceLookup.handle(writer, device)
                .putU32(RDMA_NLDEV_ATTR_PORT_INDEX, port)
                .putU8(RDMA_NLDEV_ATTR_PORT_STATE, attr.state().value())
                .putU8(RDMA_NLDEV_ATTR_PORT_PHYS_STATE, attr.physState().value());
        NetDevice netdev = device.netdev(port);
        if (netdev != null && netdev.namespace().equals(namespace)) {
            writer.putU32(RDMA_NLDEV_ATTR_NDEV_INDEX, netdev.ifindex())
                    .putString(RDMA_NLDEV_ATTR_NDEV_NAME, netdev.name());
        }
    }
}
