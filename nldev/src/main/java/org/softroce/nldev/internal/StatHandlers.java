package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * Counters. A software device has those of its ports; it can neither bind counters to queue pairs nor switch some on.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_stat_get_doit
 */
final class StatHandlers {

    private static final int COUNTER_MODE_NONE = 0;

    private final DeviceLookup lookup;

    StatHandlers(DeviceLookup lookup) {
        this.lookup = lookup;
    }

    void get(Request request, Reply reply) {
        NlAttrs attrs = request.attrs();
        if (!attrs.has(RDMA_NLDEV_ATTR_STAT_RES)) {
            counters(request, reply, false);
        } else if (attrs.u32(RDMA_NLDEV_ATTR_STAT_RES) == RDMA_NLDEV_ATTR_RES_QP
                && attrs.has(RDMA_NLDEV_ATTR_STAT_MODE)) {
            lookup.withPort(request, (device, port) -> reply.message(writer -> DeviceLookup.handle(writer, device)
                    .putU32(RDMA_NLDEV_ATTR_PORT_INDEX, port)
                    .putU32(RDMA_NLDEV_ATTR_STAT_MODE, COUNTER_MODE_NONE)));
        } else {
            throw new ErrnoException(Errno.EINVAL, "no counter of a single object has this number; there are none");
        }
    }

    /** Counters of single objects: none. */
    void dump(Request request, Reply reply) {
        int type = request.attrs().u32(RDMA_NLDEV_ATTR_STAT_RES, 0);
        if (type != RDMA_NLDEV_ATTR_RES_QP && type != RDMA_NLDEV_ATTR_RES_MR) {
            throw new ErrnoException(Errno.EINVAL, "counters of resource type " + type + " are not known; "
                    + RDMA_NLDEV_ATTR_RES_QP + " (qp) and " + RDMA_NLDEV_ATTR_RES_MR + " (mr) are");
        }
        lookup.with(request, device -> { });
    }

    /** Which counters there are; none of them can be switched. */
    void status(Request request, Reply reply) {
        counters(request, reply, true);
    }

    /** @mirrors drivers/infiniband/core/nldev.c#stat_get_doit_default_counter */
    private void counters(Request request, Reply reply, boolean names) {
        lookup.withPort(request, (device, port) -> reply.message(writer -> {
            DeviceLookup.handle(writer, device).putU32(RDMA_NLDEV_ATTR_PORT_INDEX, port);
            String[] counters = device.ops().hwCounterNames();
            long[] values = names ? null : device.ops().hwCounters(port);
            int table = writer.beginNested(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
            for (int i = 0; i < counters.length; i++) {
                int entry = writer.beginNested(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);
                writer.putString(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, counters[i]);
                if (values == null) {
                    writer.putU32(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX, i);
                } else {
                    writer.putU64(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, values[i]);
                }
                writer.endNested(entry);
            }
            writer.endNested(table);
        }));
    }

    void set(Request request, Reply reply) {
        lookup.withPort(request, (device, port) -> {
            throw new ErrnoException(Errno.EOPNOTSUPP, device.name() + " has no optional counters and none for single"
                    + " queue pairs; its port counters always run");
        });
    }
}
