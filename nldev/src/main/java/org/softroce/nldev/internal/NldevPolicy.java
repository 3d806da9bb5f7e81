package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.Map;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * Which attributes a request may have, and how long each may be.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_policy
 */
final class NldevPolicy {

    /** Kind of a value; {@code maximum} counts bytes, of a string without its NUL. */
    private record Rule(Kind kind, int maximum) { }

    private enum Kind { U8, U32, U64, STRING }

    private static final Rule U8 = new Rule(Kind.U8, 1);
    private static final Rule U32 = new Rule(Kind.U32, 4);
    private static final Rule U64 = new Rule(Kind.U64, 8);
    private static final int DEVICE_NAME = 64;
    private static final int ENTRY_STRING = 16;
    private static final int CHARDEV_TYPE = 128;
    private static final int INTERFACE_NAME = 16;

    static final Map<Integer, String> NAMES = Map.of(
            RDMA_NLDEV_ATTR_DEV_INDEX, "DEV_INDEX", RDMA_NLDEV_ATTR_DEV_NAME, "DEV_NAME",
            RDMA_NLDEV_ATTR_PORT_INDEX, "PORT_INDEX", RDMA_NLDEV_ATTR_LINK_TYPE, "LINK_TYPE",
            RDMA_NLDEV_ATTR_NDEV_NAME, "NDEV_NAME", RDMA_NLDEV_ATTR_CHARDEV_TYPE, "CHARDEV_TYPE");

    private static final Map<Integer, Rule> RULES = Map.ofEntries(
            Map.entry(RDMA_NLDEV_ATTR_DEV_INDEX, U32),
            Map.entry(RDMA_NLDEV_ATTR_DEV_NAME, new Rule(Kind.STRING, DEVICE_NAME)),
            Map.entry(RDMA_NLDEV_ATTR_PORT_INDEX, U32),
            Map.entry(RDMA_NLDEV_ATTR_LINK_TYPE, new Rule(Kind.STRING, ENTRY_STRING)),
            Map.entry(RDMA_NLDEV_ATTR_NDEV_NAME, new Rule(Kind.STRING, INTERFACE_NAME)),
            Map.entry(RDMA_NLDEV_ATTR_CHARDEV_TYPE, new Rule(Kind.STRING, CHARDEV_TYPE)),
            Map.entry(RDMA_NLDEV_ATTR_DEV_DIM, U8),
            Map.entry(RDMA_NLDEV_NET_NS_FD, U32),
            Map.entry(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, U8),
            Map.entry(RDMA_NLDEV_ATTR_DRIVER_DETAILS, U8),
            Map.entry(RDMA_NLDEV_ATTR_STAT_RES, U32),
            Map.entry(RDMA_NLDEV_ATTR_RES_LQPN, U32),
            Map.entry(RDMA_NLDEV_ATTR_RES_PDN, U32),
            Map.entry(RDMA_NLDEV_ATTR_RES_CQN, U32),
            Map.entry(RDMA_NLDEV_ATTR_RES_MRN, U32),
            Map.entry(RDMA_NLDEV_ATTR_CHARDEV, U64));

    private NldevPolicy() { }

    /** The same attributes; EINVAL or ERANGE naming the first that is wrong. Unknown ones are passed over. */
    static NlAttrs check(NlAttrs attrs) {
        for (NlAttr attr : attrs) {
            Rule rule = RULES.get(attr.type());
            if (rule == null) {
                continue;
            }
            if (rule.kind == Kind.STRING) {
                string(attr, rule.maximum);
            } else if (attr.length() < rule.maximum) {
                throw new ErrnoException(Errno.ERANGE, name(attr.type()) + " has " + attr.length() + " bytes, not "
                        + rule.maximum);
            }
        }
        return attrs;
    }

    private static void string(NlAttr attr, int maximum) {
        if (attr.length() == 0 || attr.length() > maximum + 1) {
            throw new ErrnoException(attr.length() == 0 ? Errno.EINVAL : Errno.ERANGE, name(attr.type())
                    + " has " + Math.max(attr.length() - 1, 0) + " characters; 0.." + maximum + " fit");
        }
        byte[] bytes = attr.binary();
        if (bytes[bytes.length - 1] != 0) {
            throw new ErrnoException(Errno.EINVAL, name(attr.type()) + " does not end with NUL");
        }
    }

    static String name(int type) {
        return "RDMA_NLDEV_ATTR_" + NAMES.getOrDefault(type, Integer.toString(type));
    }

    /** The string attribute; EINVAL naming it if it is absent. */
    static String require(NlAttrs attrs, int type) {
        if (!attrs.has(type)) {
            throw new ErrnoException(Errno.EINVAL, name(type) + " is missing");
        }
        return attrs.string(type);
    }
}
