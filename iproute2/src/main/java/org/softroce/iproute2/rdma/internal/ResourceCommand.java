package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.ArrayList;
import java.util.List;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * {@code rdma resource}.
 *
 * @mirrors iproute2/rdma/res.c
 */
final class ResourceCommand {

    private static final String USAGE = """
            Usage: %1$s resource
                      resource show [DEV]
                      resource show [qp|cm_id|pd|mr|cq|ctx|srq]
                      resource show qp link [DEV/PORT]
                      resource show qp link [DEV/PORT] [FILTER-NAME FILTER-VALUE]
                      resource show cm_id link [DEV/PORT]
                      resource show cm_id link [DEV/PORT] [FILTER-NAME FILTER-VALUE]
                      resource show cq dev [DEV]
                      resource show cq dev [DEV] [FILTER-NAME FILTER-VALUE]
                      resource show pd dev [DEV]
                      resource show pd dev [DEV] [FILTER-NAME FILTER-VALUE]
                      resource show mr dev [DEV]
                      resource show mr dev [DEV] [FILTER-NAME FILTER-VALUE]
                      resource show ctx dev [DEV]
                      resource show ctx dev [DEV] [FILTER-NAME FILTER-VALUE]
                      resource show srq dev [DEV]
                      resource show srq dev [DEV] [FILTER-NAME FILTER-VALUE]
            """;

    /** A type of object: its word, its commands (plain and raw) and table, and how a line of it looks. */
    private record Kind(String word, int command, int rawCommand, int table, boolean perLink) { }

    private static final List<Kind> KINDS = List.of(
            new Kind("qp", RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_CMD_RES_QP_GET_RAW, RDMA_NLDEV_ATTR_RES_QP, true),
            new Kind("cm_id", RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
                    true),
            new Kind("cq", RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_CMD_RES_CQ_GET_RAW, RDMA_NLDEV_ATTR_RES_CQ, false),
            new Kind("mr", RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_CMD_RES_MR_GET_RAW, RDMA_NLDEV_ATTR_RES_MR, false),
            new Kind("pd", RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD, false),
            new Kind("ctx", RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_ATTR_RES_CTX, false),
            new Kind("srq", RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_CMD_RES_SRQ_GET_RAW, RDMA_NLDEV_ATTR_RES_SRQ,
                    false));

    private final Rd rd;

    ResourceCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("resource command", this::show, List.of(Rd.command("show", this::show),
                Rd.command("list", this::show), Rd.command("help", this::help)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void show() {
        if (rd.args().count() == 1 && rd.isDevice()) {
            summary();
            return;
        }
        List<Rd.Choice> choices = new ArrayList<>();
        KINDS.forEach(kind -> choices.add(Rd.command(kind.word(), () -> show(kind))));
        rd.choose("parameter", this::summary, choices);
    }

    private void summary() {
        rd.output().array(() -> rd.eachDevice(
                device -> rd.nl().doit(RDMA_NLDEV_CMD_RES_GET, Rd.of(device), this::printSummary)));
    }

    private void printSummary(NlAttrs attrs) {
        rd.output().object(item -> {
            int index = attrs.u32(RDMA_NLDEV_ATTR_DEV_INDEX);
            String name = attrs.string(RDMA_NLDEV_ATTR_DEV_NAME);
            item.number("ifindex", index, index + ": ").string("ifname", name, name + ": ");
            for (NlAttr entry : attrs.nested(RDMA_NLDEV_ATTR_RES_SUMMARY)) {
                NlAttrs type = entry.nested();
                item.number(type.string(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME),
                        type.u64(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR));
            }
        });
    }

    private void show(Kind kind) {
        if (rd.args().matches("link") || rd.args().matches("dev")) {
            rd.args().next();
            if (rd.args().isEmpty()) {
                throw rd.fail("No device name was supplied");
            }
        }
        rd.output().array(() -> {
            if (kind.perLink()) {
                List<Rd.Port> ports = new ArrayList<>();
                rd.eachLink(false, ports::add);
                List<String[]> filters = filters();
                ports.stream().map(Rd.Port::device).distinct().forEach(device -> dump(kind, device, filters));
            } else {
                List<Rd.Device> devices = new ArrayList<>();
                rd.eachDevice(devices::add);
                List<String[]> filters = filters();
                devices.forEach(device -> dump(kind, device, filters));
            }
        });
    }

    /** Pairs of name and value that are left on the command line. */
    private List<String[]> filters() {
        List<String[]> filters = new ArrayList<>();
        while (!rd.args().isEmpty()) {
            String name = rd.args().next();
            if (rd.args().isEmpty()) {
                throw rd.fail("No filter data was supplied to filter option " + name);
            }
            filters.add(new String[] {name, rd.args().next()});
        }
        return filters;
    }

    private void dump(Kind kind, Rd.Device device, List<String[]> filters) {
        int command = rd.output().raw() ? kind.rawCommand() : kind.command();
        rd.nl().dump(command, Rd.of(device), attrs -> {
            for (NlAttr entry : attrs.nested(kind.table())) {
                rd.output().object(item -> new ResourceLine(rd, kind.word(), filters)
                        .print(item, device, entry.nested()));
            }
        });
    }
}
