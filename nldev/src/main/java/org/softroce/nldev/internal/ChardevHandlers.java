package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_CHARDEV;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_CHARDEV_ABI;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_CHARDEV_NAME;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_CHARDEV_TYPE;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_INDEX;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID;

import java.util.Map;
import org.softroce.ib.IbChardev;
import org.softroce.ib.IbDevice;
import org.softroce.kernel.task.CharDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlWriter;

/**
 * Which device node belongs to an RDMA device.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_get_chardev
 */
final class ChardevHandlers {

    private final DeviceLookup lookup;
    private final Map<CharDevice, Map<String, Object>> charDevices;

    ChardevHandlers(DeviceLookup lookup, Map<CharDevice, Map<String, Object>> charDevices) {
        this.lookup = lookup;
        this.charDevices = charDevices;
    }

    void get(Request request, Reply reply) {
        String type = NldevPolicy.require(request.attrs(), RDMA_NLDEV_ATTR_CHARDEV_TYPE);
        if (request.attrs().has(RDMA_NLDEV_ATTR_DEV_INDEX)) {
            lookup.with(request, device -> answer(reply, type, device));
        } else {
            answer(reply, type, null);
        }
    }

    private void answer(Reply reply, String type, IbDevice device) {
        for (var entry : charDevices.entrySet()) {
            Map<String, Object> properties = entry.getValue();
            Object index = properties.get(IbDevice.INDEX);
            boolean wanted = device == null ? index == null : Integer.valueOf(device.index()).equals(index);
            if (wanted && type.equals(properties.get(IbChardev.TYPE))) {
                reply.message(writer -> fill(writer, entry.getKey(), properties, device));
                return;
            }
        }
        throw new ErrnoException(Errno.ENOENT, "no char device of type '" + type + "'"
                + (device == null ? "" : " for " + device.name()) + "; is its module loaded (modprobe ib_uverbs)?");
    }

    private static void fill(NlWriter writer, CharDevice node, Map<String, Object> properties, IbDevice device) {
        if (device != null) {
            writer.putU32(RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID, device.ops().driverId().value());
        }
        writer.putU64(RDMA_NLDEV_ATTR_CHARDEV, encode(node.major(), node.minor()))
                .putU64(RDMA_NLDEV_ATTR_CHARDEV_ABI, ((Number) properties.get(IbChardev.ABI)).longValue())
                .putString(RDMA_NLDEV_ATTR_CHARDEV_NAME, (String) properties.get(IbChardev.NAME));
    }

    /** @mirrors include/linux/kdev_t.h#huge_encode_dev */
    static long encode(int major, int minor) {
        return (minor & 0xffL) | (long) major << 8 | (minor & ~0xffL) << 12;
    }
}
