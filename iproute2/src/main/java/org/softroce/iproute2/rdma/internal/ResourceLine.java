package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.ArrayList;
import java.util.List;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * One line of {@code rdma resource show TYPE}.
 *
 * @mirrors iproute2/rdma/res-qp.c#res_qp_line
 */
final class ResourceLine {

    private static final String[] QP_TYPES = {"SMI", "GSI", "RC", "UC", "UD", "RAW_IPV6", "RAW_ETHERTYPE", "UNKNOWN",
        "RAW_PACKET", "XRC_INI", "XRC_TGT"};
    private static final String[] QP_STATES = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};
    private static final String[] PATH_MIG = {"MIGRATED", "REARM", "ARMED"};
    private static final String[] SRQ_TYPES = {"BASIC", "XRC", "TM"};
    private static final String[] POLL_CTX = {"DIRECT", "SOFTIRQ", "WORKQUEUE", "UNBOUND_WORKQUEUE"};

    private final Rd rd;
    private final String kind;
    private final Filters filters;
    private Output.Item item;
    private NlAttrs attrs;

    ResourceLine(Rd rd, String kind, Filters filters) {
        this.rd = rd;
        this.kind = kind;
        this.filters = filters;
    }

    void print(Output.Item line, Rd.Port port, NlAttrs entry) {
        Rd.Device device = port.device();
        this.item = line;
        this.attrs = entry;
        switch (kind) {
            case "qp" -> qp(port);
            case "cq" -> {
                dev(device);
                u32("cqn", RDMA_NLDEV_ATTR_RES_CQN);
                u32("cqe", RDMA_NLDEV_ATTR_RES_CQE);
                u64("users", RDMA_NLDEV_ATTR_RES_USECNT);
                word("poll-ctx", RDMA_NLDEV_ATTR_RES_POLL_CTX, POLL_CTX);
                if (attrs.has(RDMA_NLDEV_ATTR_DEV_DIM)) {
                    item.onOff("adaptive-moderation", attrs.u8(RDMA_NLDEV_ATTR_DEV_DIM) != 0);
                }
                u32("ctxn", RDMA_NLDEV_ATTR_RES_CTXN);
            }
            case "mr" -> {
                dev(device);
                u32("mrn", RDMA_NLDEV_ATTR_RES_MRN);
                key("rkey", RDMA_NLDEV_ATTR_RES_RKEY);
                key("lkey", RDMA_NLDEV_ATTR_RES_LKEY);
                u64("mrlen", RDMA_NLDEV_ATTR_RES_MRLEN);
                u32("pdn", RDMA_NLDEV_ATTR_RES_PDN);
            }
            case "pd" -> {
                dev(device);
                u32("pdn", RDMA_NLDEV_ATTR_RES_PDN);
                key("local_dma_lkey", RDMA_NLDEV_ATTR_RES_LOCAL_DMA_LKEY);
                u64("users", RDMA_NLDEV_ATTR_RES_USECNT);
                u32("ctxn", RDMA_NLDEV_ATTR_RES_CTXN);
            }
            case "ctx" -> {
                dev(device);
                u32("ctxn", RDMA_NLDEV_ATTR_RES_CTXN);
            }
            case "srq" -> {
                dev(device);
                u32("srqn", RDMA_NLDEV_ATTR_RES_SRQN);
                word("type", RDMA_NLDEV_ATTR_RES_TYPE, SRQ_TYPES);
                queuePairs();
                u32("pdn", RDMA_NLDEV_ATTR_RES_PDN);
                u32("cqn", RDMA_NLDEV_ATTR_RES_CQN);
            }
            default -> throw new IllegalArgumentException(kind);
        }
        owner();
    }

    /** Queue pairs that have a port are shown with it, the others with port 0. */
    private void qp(Rd.Port shown) {
        Rd.Device device = shown.device();
        if (attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX, 0) != shown.port()) {
            item.drop();
        }
        item.number("ifindex", device.index(), "").string("ifname", device.name(), "");
        if (attrs.has(RDMA_NLDEV_ATTR_PORT_INDEX)) {
            int port = attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX);
            item.number("port", port, "").plain("link " + device.name() + "/" + port + " ");
        } else {
            item.plain("link " + device.name() + "/- ");
        }
        u32("lqpn", RDMA_NLDEV_ATTR_RES_LQPN);
        u32("rqpn", RDMA_NLDEV_ATTR_RES_RQPN);
        word("type", RDMA_NLDEV_ATTR_RES_TYPE, QP_TYPES);
        word("state", RDMA_NLDEV_ATTR_RES_STATE, QP_STATES);
        u32("rq-psn", RDMA_NLDEV_ATTR_RES_RQ_PSN);
        u32("sq-psn", RDMA_NLDEV_ATTR_RES_SQ_PSN);
        word("path-mig-state", RDMA_NLDEV_ATTR_RES_PATH_MIG_STATE, PATH_MIG);
        u32("pdn", RDMA_NLDEV_ATTR_RES_PDN);
    }

    /** Numbers of the queue pairs of a shared receive queue. */
    private void queuePairs() {
        List<String> numbers = new ArrayList<>();
        if (attrs.has(RDMA_NLDEV_ATTR_RES_QP)) {
            for (NlAttr entry : attrs.nested(RDMA_NLDEV_ATTR_RES_QP)) {
                long number = Integer.toUnsignedLong(entry.nested().u32(RDMA_NLDEV_ATTR_RES_LQPN));
                if (filters.admits("lqpn", number)) {
                    numbers.add(Long.toString(number));
                }
            }
        }
        keep(!numbers.isEmpty() || !filters.isAsked("lqpn"));
        if (!numbers.isEmpty()) {
            item.list("lqpn", numbers);
        }
    }

    private void dev(Rd.Device device) {
        item.number("ifindex", device.index(), "").string("ifname", device.name(), "dev " + device.name() + " ");
    }

    private void u32(String key, int type) {
        if (attrs.has(type)) {
            long value = Integer.toUnsignedLong(attrs.u32(type));
            keep(filters.admits(key, value));
            item.number(key, value);
        } else {
            keep(!filters.isAsked(key));
        }
    }

    private void u64(String key, int type) {
        if (attrs.has(type)) {
            keep(filters.admits(key, attrs.u64(type)));
            item.number(key, attrs.u64(type));
        }
    }

    private void key(String name, int type) {
        if (attrs.has(type)) {
            String hex = Integer.toHexString(attrs.u32(type));
            keep(filters.admits(name, Integer.toUnsignedLong(attrs.u32(type))));
            item.string(name, hex, name + " 0x" + hex + " ");
        }
    }

    private void word(String key, int type, String[] words) {
        if (attrs.has(type)) {
            int value = attrs.u8(type);
            String word = value < words.length ? words[value] : "UNKNOWN";
            keep(filters.admits(key, word));
            item.string(key, word);
        } else {
            keep(!filters.isAsked(key));
        }
    }

    private void owner() {
        u32("pid", RDMA_NLDEV_ATTR_RES_PID);
        if (attrs.has(RDMA_NLDEV_ATTR_RES_PID)) {
            String comm = rd.comm(attrs.u32(RDMA_NLDEV_ATTR_RES_PID));
            if (comm != null) {
                item.string("comm", comm);
            }
        } else if (attrs.has(RDMA_NLDEV_ATTR_RES_KERN_NAME)) {
            String user = attrs.string(RDMA_NLDEV_ATTR_RES_KERN_NAME);
            item.string("comm", user, "comm [" + user + "] ");
        }
    }

    private void keep(boolean wanted) {
        if (!wanted) {
            item.drop();
        }
    }
}
