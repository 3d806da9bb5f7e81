package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.Arrays;
import java.util.List;
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
    private static final String[] POLL_CTX = {"DIRECT", "SOFTIRQ", "WORKQUEUE", "UNBOUND_WORKQUEUE"};

    private final Rd rd;
    private final String kind;
    private final List<String[]> filters;
    private Output.Item item;
    private NlAttrs attrs;

    ResourceLine(Rd rd, String kind, List<String[]> filters) {
        this.rd = rd;
        this.kind = kind;
        this.filters = filters;
    }

    void print(Output.Item line, Rd.Device device, NlAttrs entry) {
        this.item = line;
        this.attrs = entry;
        switch (kind) {
            case "qp" -> qp(device);
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
            default -> {
                dev(device);
                u32("srqn", RDMA_NLDEV_ATTR_RES_SRQN);
            }
        }
        owner();
    }

    private void qp(Rd.Device device) {
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

    private void dev(Rd.Device device) {
        item.number("ifindex", device.index(), "").string("ifname", device.name(), "dev " + device.name() + " ");
    }

    private void u32(String key, int type) {
        if (attrs.has(type)) {
            filter(key, Integer.toUnsignedString(attrs.u32(type)));
            item.number(key, Integer.toUnsignedLong(attrs.u32(type)));
        }
    }

    private void u64(String key, int type) {
        if (attrs.has(type)) {
            filter(key, Long.toUnsignedString(attrs.u64(type)));
            item.number(key, attrs.u64(type));
        }
    }

    private void key(String name, int type) {
        if (attrs.has(type)) {
            String hex = Integer.toHexString(attrs.u32(type));
            item.string(name, hex, name + " 0x" + hex + " ");
        }
    }

    private void word(String key, int type, String[] words) {
        if (attrs.has(type)) {
            int value = attrs.u8(type);
            String word = value < words.length ? words[value] : "UNKNOWN";
            filter(key, word);
            item.string(key, word);
        }
    }

    private void owner() {
        if (attrs.has(RDMA_NLDEV_ATTR_RES_PID)) {
            u32("pid", RDMA_NLDEV_ATTR_RES_PID);
            String comm = rd.comm(attrs.u32(RDMA_NLDEV_ATTR_RES_PID));
            if (comm != null) {
                item.string("comm", comm);
            }
        } else if (attrs.has(RDMA_NLDEV_ATTR_RES_KERN_NAME)) {
            String user = attrs.string(RDMA_NLDEV_ATTR_RES_KERN_NAME);
            item.string("comm", user, "comm [" + user + "] ");
        }
    }

    private void filter(String key, String value) {
        for (String[] filter : filters) {
            if (key.startsWith(filter[0])
                    && Arrays.stream(filter[1].split(",")).noneMatch(value::equalsIgnoreCase)) {
                item.drop();
            }
        }
    }
}
