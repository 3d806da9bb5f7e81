package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.List;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * {@code rdma statistic}: the counters of ports. Counters of single queue pairs and optional ones a software device
 * does not have, so their tables are empty, as on Linux.
 *
 * @mirrors iproute2/rdma/stat.c
 */
final class StatisticCommand {

    private static final String USAGE = """
            Usage: %1$s [ OPTIONS ] statistic { COMMAND | help }
                   %1$s statistic show
                   %1$s statistic show link [ DEV/PORT_INDEX ]
                   %1$s statistic qp show
                   %1$s statistic mode [ supported ]
            """;

    private final Rd rd;

    StatisticCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("statistic command", this::showAll, List.of(Rd.command("show", this::show),
                Rd.command("list", this::show), Rd.command("qp", this::nothing), Rd.command("mode", this::nothing),
                Rd.command("help", this::help)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void nothing() {
        rd.output().array(() -> { });
    }

    private void show() {
        rd.choose("parameter", this::showAll, List.of(Rd.command("link", this::showAll)));
    }

    private void showAll() {
        rd.output().array(() -> rd.eachLink(true,
                port -> rd.nl().doit(RDMA_NLDEV_CMD_STAT_GET, Rd.of(port), this::print)));
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
}
