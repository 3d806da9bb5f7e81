package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.List;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * {@code rdma link}.
 *
 * @mirrors iproute2/rdma/link.c
 */
final class LinkCommand {

    private static final String USAGE = """
            Usage: %1$s link show [DEV/PORT_INDEX]
            Usage: %1$s link add NAME type TYPE netdev NETDEV
            Usage: %1$s link delete NAME
            """;
    private static final String[] STATES = {"NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER"};
    private static final String[] PHYS_STATES = {"NOP", "SLEEP", "POLLING", "DISABLED", "ARMED", "LINK_UP",
        "LINK_ERROR_RECOVER", "PHY_TEST"};

    private final Rd rd;
    private String name;
    private String type;

    LinkCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("link command", this::show, List.of(Rd.command("add", this::add), Rd.command("delete", this::delete),
                Rd.command("show", this::show), Rd.command("list", this::show), Rd.command("help", this::help)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void show() {
        rd.output().array(() -> rd.eachLink(true, port -> rd.choose("parameter",
                () -> rd.nl().doit(RDMA_NLDEV_CMD_PORT_GET, Rd.of(port), this::print), List.of())));
    }

    private void print(NlAttrs attrs) {
        rd.output().object(item -> {
            String device = attrs.string(RDMA_NLDEV_ATTR_DEV_NAME);
            int port = attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX);
            item.number("ifindex", attrs.u32(RDMA_NLDEV_ATTR_DEV_INDEX), "")
                    .string("ifname", device, "link " + device + "/")
                    .number("port", port, port + " ")
                    .string("state", word(STATES, attrs.u8(RDMA_NLDEV_ATTR_PORT_STATE)))
                    .string("physical_state", word(PHYS_STATES, attrs.u8(RDMA_NLDEV_ATTR_PORT_PHYS_STATE)));
            if (attrs.has(RDMA_NLDEV_ATTR_NDEV_NAME) && attrs.has(RDMA_NLDEV_ATTR_NDEV_INDEX)) {
                int index = attrs.u32(RDMA_NLDEV_ATTR_NDEV_INDEX);
                item.string("netdev", attrs.string(RDMA_NLDEV_ATTR_NDEV_NAME))
                        .number("netdev_index", index, rd.output().details() ? "netdev_index " + index + " " : "");
            }
        });
    }

    private static String word(String[] words, int index) {
        return index < words.length ? words[index] : "UNKNOWN";
    }

    private void add() {
        if (rd.args().isEmpty()) {
            throw rd.fail("Please provide a link name to add.");
        }
        name = rd.args().next();
        rd.choose("parameter", this::help, List.of(Rd.command("type", this::addType)));
    }

    private void addType() {
        if (rd.args().isEmpty()) {
            throw rd.fail("Please provide a link type name.");
        }
        type = rd.args().next();
        rd.choose("parameter", this::help, List.of(Rd.command("netdev", this::addNetdev)));
    }

    private void addNetdev() {
        if (rd.args().isEmpty()) {
            throw rd.fail("Please provide a net device name.");
        }
        String netdev = rd.args().next();
        rd.nl().doit(RDMA_NLDEV_CMD_NEWLINK, writer -> writer.putString(RDMA_NLDEV_ATTR_DEV_NAME, name)
                .putString(RDMA_NLDEV_ATTR_LINK_TYPE, type)
                .putString(RDMA_NLDEV_ATTR_NDEV_NAME, netdev), attrs -> { });
    }

    private void delete() {
        rd.requireDevice(device -> {
            if (!rd.args().isEmpty()) {
                throw rd.fail("Unknown parameter " + rd.args().peek());
            }
            rd.nl().doit(RDMA_NLDEV_CMD_DELLINK, Rd.of(device), attrs -> { });
        });
    }
}
