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

    /** A type of object: its word, commands (plain and raw), table, place, and what it can be filtered by. */
    private record Kind(String word, int command, int rawCommand, int table, boolean perLink, List<String> numbers,
            List<String> words) { }

    private static final List<Kind> KINDS = List.of(
            new Kind("qp", RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_CMD_RES_QP_GET_RAW, RDMA_NLDEV_ATTR_RES_QP, true,
                    List.of("lqpn", "rqpn", "pid", "sq-psn", "rq-psn", "pdn"),
                    List.of("type", "path-mig-state", "state")),
            new Kind("cm_id", RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
                    true, List.of("lqpn", "pid", "cm-idn"), List.of("qp-type", "state", "ps")),
            new Kind("cq", RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_CMD_RES_CQ_GET_RAW, RDMA_NLDEV_ATTR_RES_CQ, false,
                    List.of("users", "pid", "cqn", "ctxn"), List.of("poll-ctx")),
            new Kind("mr", RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_CMD_RES_MR_GET_RAW, RDMA_NLDEV_ATTR_RES_MR, false,
                    List.of("rkey", "lkey", "mrlen", "pid", "mrn", "pdn"), List.of()),
            new Kind("pd", RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD, false,
                    List.of("users", "pid", "ctxn", "pdn"), List.of()),
            new Kind("ctx", RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_ATTR_RES_CTX, false,
                    List.of("pid", "ctxn"), List.of()),
            new Kind("srq", RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_CMD_RES_SRQ_GET_RAW, RDMA_NLDEV_ATTR_RES_SRQ,
                    false, List.of("pid", "srqn", "pdn", "cqn", "lqpn"), List.of("type")));

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

    /**
     * Filters and the device or link are pairs in any order; without device, all are meant.
     *
     * @mirrors iproute2/rdma/res.h#RES_FUNC
     */
    private void show(Kind kind) {
        Filters filters = new Filters();
        String place = kind.perLink() ? "link" : "dev";
        String named = null;
        if (rd.args().count() == 1) {
            throw rd.fail(rd.args().matches(place) ? "No device name was supplied"
                    : "No filter data was supplied to filter option " + rd.args().peek());
        }
        if (rd.args().count() % 2 != 0) {
            throw rd.fail("There is filter option without data");
        }
        while (!rd.args().isEmpty()) {
            String key = rd.args().next();
            String value = rd.args().next();
            if (place.startsWith(key)) {
                named = value;
            } else {
                String complaint = filters.add(key, value, kind.numbers(), kind.words());
                if (complaint != null) {
                    throw rd.fail(complaint);
                }
            }
        }
        dump(kind, named == null ? new Args(List.of()) : new Args(List.of(named)), filters);
    }

    private void dump(Kind kind, Args named, Filters filters) {
        rd.output().array(() -> {
            if (kind.perLink()) {
                rd.eachLink(named, false, port -> dump(kind, port, filters));
            } else {
                rd.eachDevice(named, device -> dump(kind, new Rd.Port(device, 0), filters));
            }
        });
    }

    private void dump(Kind kind, Rd.Port port, Filters filters) {
        int command = rd.output().raw() ? kind.rawCommand() : kind.command();
        rd.nl().dump(command, Rd.of(port), attrs -> {
            for (NlAttr entry : attrs.nested(kind.table())) {
                rd.output().object(item -> new ResourceLine(rd, kind.word(), filters).print(item, port,
                        entry.nested()));
            }
        });
    }
}
