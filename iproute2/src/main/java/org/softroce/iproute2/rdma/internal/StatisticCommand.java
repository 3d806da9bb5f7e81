package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.List;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;
import org.softroce.uapi.netlink.NlWriter;

/**
 * {@code rdma statistic}: the counters of ports. A software device has no counters of single queue pairs or memory
 * regions and none that can be switched: the kernel side says so.
 *
 * @mirrors iproute2/rdma/stat.c
 */
final class StatisticCommand {

    private static final String USAGE = """
            Usage: %1$s [ OPTIONS ] statistic { COMMAND | help }
                   %1$s statistic OBJECT show
                   %1$s statistic OBJECT show link [ DEV/PORT_INDEX ] [ FILTER-NAME FILTER-VALUE ]
                   %1$s statistic OBJECT mode
                   %1$s statistic OBJECT set COUNTER_SCOPE [DEV/PORT_INDEX] auto {CRITERIA | off}
                   %1$s statistic OBJECT bind COUNTER_SCOPE [DEV/PORT_INDEX] [OBJECT-ID] [COUNTER-ID]
                   %1$s statistic OBJECT unbind COUNTER_SCOPE [DEV/PORT_INDEX] [COUNTER-ID]
                   %1$s statistic show
                   %1$s statistic show link [ DEV/PORT_INDEX ]
                   %1$s statistic mode [ supported ]
                   %1$s statistic mode [ supported ] link [ DEV/PORT_INDEX ]
                   %1$s statistic set link [ DEV/PORT_INDEX ] optional-counters [ OPTIONAL-COUNTERS ]
                   %1$s statistic unset link [ DEV/PORT_INDEX ] optional-counters
            where  OBJECT: = { qp }
                   CRITERIA : = { type }
                   COUNTER_SCOPE: = { link | dev }
                   FILTER_NAME: = { cntn | lqpn | pid }
            Examples:
                   %1$s statistic qp show
                   %1$s statistic qp show link mlx5_2/1
                   %1$s statistic qp mode
                   %1$s statistic qp mode link mlx5_0
                   %1$s statistic qp set link mlx5_2/1 auto type on
                   %1$s statistic qp set link mlx5_2/1 auto off
                   %1$s statistic qp bind link mlx5_2/1 lqpn 178
                   %1$s statistic qp bind link mlx5_2/1 lqpn 178 cntn 4
                   %1$s statistic qp unbind link mlx5_2/1 cntn 4
                   %1$s statistic qp unbind link mlx5_2/1 cntn 4 lqpn 178
                   %1$s statistic show
                   %1$s statistic show link mlx5_2/1
                   %1$s statistic mode
                   %1$s statistic mode link mlx5_2/1
                   %1$s statistic mode supported
                   %1$s statistic mode supported link mlx5_2/1
                   %1$s statistic set link mlx5_2/1 optional-counters cc_rx_ce_pkts,cc_rx_cnp_pkts
                   %1$s statistic unset link mlx5_2/1 optional-counters
            """;

    private final Rd rd;

    StatisticCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("statistic command", this::showAll, List.of(Rd.command("show", this::show),
                Rd.command("list", this::show), Rd.command("help", this::help), Rd.command("qp", this::queuePairs),
                Rd.command("mr", this::memoryRegions), Rd.command("mode", this::mode),
                Rd.command("set", this::set), Rd.command("unset", this::set)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void show() {
        rd.choose("parameter", this::showAll, List.of(Rd.command("link", this::showAll),
                Rd.command("mr", this::memoryRegions), Rd.command("help", this::help)));
    }

    private void showAll() {
        eachPort(port -> rd.nl().doit(RDMA_NLDEV_CMD_STAT_GET, Rd.of(port), this::print));
    }

    /** A name without port means all ports; what belongs to no port has no counters. */
    private void eachPort(java.util.function.Consumer<Rd.Port> action) {
        rd.output().array(() -> rd.eachLink(false, port -> {
            if (port.port() != 0) {
                action.accept(port);
            }
        }));
    }

    private void print(NlAttrs attrs) {
        rd.output().object(item -> {
            String device = attrs.string(RDMA_NLDEV_ATTR_DEV_NAME);
            int port = attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX);
            item.string("ifname", device, "link " + device + "/").number("port", port, port + " ");
            for (NlAttr entry : attrs.nested(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS)) {
                NlAttrs counter = entry.nested();
                String name = counter.string(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME);
                long value = counter.u64(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE);
                item.number(name, value, "\n    " + name + " " + Long.toUnsignedString(value) + " ");
            }
        });
    }

    private void queuePairs() {
        rd.choose("parameter", this::showQueuePairs, List.of(Rd.command("show", this::chooseQueuePairs),
                Rd.command("list", this::chooseQueuePairs), Rd.command("mode", this::queuePairMode),
                Rd.command("set", this::set), Rd.command("bind", this::set), Rd.command("unbind", this::set),
                Rd.command("help", this::help)));
    }

    private void chooseQueuePairs() {
        rd.choose("parameter", this::showQueuePairs, List.of(Rd.command("link", this::showQueuePairs),
                Rd.command("help", this::help)));
    }

    /** The tables are empty: no line is ever printed. */
    private void showQueuePairs() {
        eachPort(port -> rd.nl().dump(RDMA_NLDEV_CMD_STAT_GET, Rd.of(port).andThen(
                w -> w.putU32(RDMA_NLDEV_ATTR_STAT_RES, RDMA_NLDEV_ATTR_RES_QP)), attrs -> { }));
    }

    private void memoryRegions() {
        rd.output().array(() -> rd.eachDevice(device -> rd.nl().dump(RDMA_NLDEV_CMD_STAT_GET,
                Rd.of(device).andThen(w -> w.putU32(RDMA_NLDEV_ATTR_STAT_RES, RDMA_NLDEV_ATTR_RES_MR)),
                attrs -> { })));
    }

    private void queuePairMode() {
        rd.choose("parameter", this::showQueuePairMode, List.of(Rd.command("link", this::showQueuePairMode),
                Rd.command("help", this::help)));
    }

    private void showQueuePairMode() {
        eachPort(port -> rd.nl().doit(RDMA_NLDEV_CMD_STAT_GET, Rd.of(port).andThen(StatisticCommand::modeOfQp),
                attrs -> rd.output().object(item -> {
                    String device = attrs.string(RDMA_NLDEV_ATTR_DEV_NAME);
                    int number = attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX);
                    item.number("ifindex", attrs.u32(RDMA_NLDEV_ATTR_DEV_INDEX), "").string("ifname", device, "")
                            .number("port", number, "").plain("link " + device + "/" + number + " ")
                            .string("mode", attrs.u32(RDMA_NLDEV_ATTR_STAT_MODE) == 1 ? "qp auto on" : "qp auto off");
                })));
    }

    private static void modeOfQp(NlWriter writer) {
        writer.putU32(RDMA_NLDEV_ATTR_STAT_MODE, 2).putU32(RDMA_NLDEV_ATTR_STAT_RES, RDMA_NLDEV_ATTR_RES_QP);
    }

    private void mode() {
        rd.choose("parameter", this::showMode, List.of(Rd.command("link", this::showMode),
                Rd.command("show", this::showMode), Rd.command("supported", this::modeSupported),
                Rd.command("help", this::help)));
    }

    private void modeSupported() {
        rd.choose("parameter", this::showMode, List.of(Rd.command("link", this::showMode),
                Rd.command("help", this::help)));
    }

    /** Counters that can be switched; those of a software port cannot, so there is no line. */
    private void showMode() {
        eachPort(port -> rd.nl().doit(RDMA_NLDEV_CMD_STAT_GET_STATUS, Rd.of(port), attrs -> {
            for (NlAttr entry : attrs.nested(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS)) {
                if (entry.nested().has(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_DYNAMIC)) {
                    rd.output().object(item -> item.string("name",
                            entry.nested().string(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME)));
                }
            }
        }));
    }

    /** Whatever is to be set, bound or unbound: the kernel side answers for the port. */
    private void set() {
        rd.choose("parameter", this::help, List.of(Rd.command("link", () -> eachPort(port ->
                rd.nl().doit(RDMA_NLDEV_CMD_STAT_SET, Rd.of(port), attrs -> { }))), Rd.command("help", this::help)));
    }
}
