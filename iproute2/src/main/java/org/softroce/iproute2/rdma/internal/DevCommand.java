package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * {@code rdma dev}.
 *
 * @mirrors iproute2/rdma/dev.c
 */
final class DevCommand {

    private static final String USAGE = """
            Usage: %1$s dev show [DEV]
                   %1$s dev add DEVNAME type TYPE parent PARENT_DEVNAME
                   %1$s dev delete DEVNAME
                   %1$s dev set [DEV] name DEVNAME
                   %1$s dev set [DEV] netns NSNAME
                   %1$s dev set [DEV] adaptive-moderation [on|off]
            """;
    private static final String[] NODE_TYPES = {"unknown", "ca", "switch", "router", "rnic", "usnic", "usnic_udp",
        "unspecified"};
    /** Names of capability bits, with the tool's own spelling of bit 6. */
    private static final Map<Integer, String> CAPS = Map.ofEntries(Map.entry(0, "RESIZE_MAX_WR"),
            Map.entry(1, "BAD_PKEY_CNTR"), Map.entry(2, "BAD_QKEY_CNTR"), Map.entry(3, "RAW_MULTI"),
            Map.entry(4, "AUTO_PATH_MIG"), Map.entry(5, "CHANGE_PHY_PORT"),
            Map.entry(6, "UD_AV_PORT_ENFORCE_PORT_ENFORCE"), Map.entry(7, "CURR_QP_STATE_MOD"),
            Map.entry(8, "SHUTDOWN_PORT"), Map.entry(9, "INIT_TYPE"), Map.entry(10, "PORT_ACTIVE_EVENT"),
            Map.entry(11, "SYS_IMAGE_GUID"), Map.entry(12, "RC_RNR_NAK_GEN"), Map.entry(13, "SRQ_RESIZE"),
            Map.entry(14, "N_NOTIFY_CQ"), Map.entry(15, "LOCAL_DMA_LKEY"), Map.entry(17, "MEM_WINDOW"),
            Map.entry(18, "UD_IP_CSUM"), Map.entry(19, "UD_TSO"), Map.entry(20, "XRC"),
            Map.entry(21, "MEM_MGT_EXTENSIONS"), Map.entry(22, "BLOCK_MULTICAST_LOOPBACK"),
            Map.entry(23, "MEM_WINDOW_TYPE_2A"), Map.entry(24, "MEM_WINDOW_TYPE_2B"), Map.entry(25, "RC_IP_CSUM"),
            Map.entry(26, "RAW_IP_CSUM"), Map.entry(27, "CROSS_CHANNEL"), Map.entry(29, "MANAGED_FLOW_STEERING"),
            Map.entry(30, "SIGNATURE_HANDOVER"), Map.entry(31, "ON_DEMAND_PAGING"), Map.entry(32, "SG_GAPS_REG"),
            Map.entry(33, "VIRTUAL_FUNCTION"), Map.entry(34, "RAW_SCATTER_FCS"),
            Map.entry(35, "RDMA_NETDEV_OPA_VNIC"), Map.entry(36, "PCI_WRITE_END_PADDING"));

    private final Rd rd;

    DevCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("dev command", this::show, List.of(Rd.command("show", this::show), Rd.command("list", this::show),
                Rd.command("set", this::set), Rd.command("help", this::help)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void show() {
        rd.output().array(() -> rd.eachDevice(device -> rd.choose("parameter",
                () -> rd.nl().doit(RDMA_NLDEV_CMD_GET, Rd.of(device), this::print), List.of())));
    }

    private void print(NlAttrs attrs) {
        rd.output().object(item -> {
            int index = attrs.u32(RDMA_NLDEV_ATTR_DEV_INDEX);
            String name = attrs.string(RDMA_NLDEV_ATTR_DEV_NAME);
            int type = attrs.u8(RDMA_NLDEV_ATTR_DEV_NODE_TYPE);
            item.number("ifindex", index, index + ": ").string("ifname", name, name + ": ")
                    .string("node_type", type < NODE_TYPES.length ? NODE_TYPES[type] : "unknown")
                    .string("protocol", attrs.string(RDMA_NLDEV_ATTR_DEV_PROTOCOL))
                    .string("node_guid", guid(attrs.u64(RDMA_NLDEV_ATTR_NODE_GUID)))
                    .string("sys_image_guid", guid(attrs.u64(RDMA_NLDEV_ATTR_SYS_IMAGE_GUID)));
            if (rd.output().details()) {
                item.onOff("adaptive-moderation", attrs.u8(RDMA_NLDEV_ATTR_DEV_DIM) != 0)
                        .names("caps", caps(attrs.u64(RDMA_NLDEV_ATTR_CAP_FLAGS)));
            }
        });
    }

    private static List<String> caps(long flags) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < 64; bit++) {
            if ((flags >>> bit & 1) != 0) {
                names.add(CAPS.getOrDefault(bit, "UNKNOWN"));
            }
        }
        return names;
    }

    private static String guid(long guid) {
        return String.format("%04x:%04x:%04x:%04x", guid >>> 48, guid >>> 32 & 0xffff, guid >>> 16 & 0xffff,
                guid & 0xffff);
    }

    private void set() {
        rd.requireDevice(device -> rd.choose("parameter", this::help, List.of(
                Rd.command("name", () -> setName(device)),
                Rd.command("netns", this::setNetns),
                Rd.command("adaptive-moderation", () -> setModeration(device)))));
    }

    private void setName(Rd.Device device) {
        if (rd.args().isEmpty()) {
            throw rd.fail("Please provide device new name.");
        }
        String name = rd.args().next();
        rd.nl().doit(RDMA_NLDEV_CMD_SET, Rd.of(device).andThen(w -> w.putString(RDMA_NLDEV_ATTR_DEV_NAME, name)),
                attrs -> { });
    }

    private void setNetns() {
        if (rd.args().isEmpty()) {
            throw rd.fail("Please provide device name.");
        }
        throw rd.fail("Cannot open network namespace \"" + rd.args().peek() + "\": No such file or directory\n"
                + "  RDMA devices are shared by all namespaces here and follow their net device; move that one"
                + " (ip link set NETDEV netns NS)");
    }

    private void setModeration(Rd.Device device) {
        rd.choose("parameter", this::help, List.of(Rd.command("on", () -> setModeration(device, 1)),
                Rd.command("off", () -> setModeration(device, 0))));
    }

    private void setModeration(Rd.Device device, int on) {
        rd.nl().doit(RDMA_NLDEV_CMD_SET, Rd.of(device).andThen(w -> w.putU8(RDMA_NLDEV_ATTR_DEV_DIM, on)),
                attrs -> { });
    }
}
