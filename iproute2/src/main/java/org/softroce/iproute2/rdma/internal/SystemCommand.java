package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.List;
import org.softroce.uapi.netlink.NlAttrs;

/**
 * {@code rdma system}.
 *
 * @mirrors iproute2/rdma/sys.c
 */
final class SystemCommand {

    private static final String USAGE = """
            Usage: %1$s system show [ netns ]
                   %1$s system set netns { shared | exclusive }
            """;

    private final Rd rd;

    SystemCommand(Rd rd) {
        this.rd = rd;
    }

    void run() {
        rd.choose("system command", this::show, List.of(Rd.command("show", this::show), Rd.command("set", this::set),
                Rd.command("help", this::help)));
    }

    private void help() {
        rd.output().text(USAGE.formatted(rd.invocation().name()));
    }

    private void show() {
        rd.choose("parameter", this::print, List.of(Rd.command("netns", this::print),
                Rd.command("privileged-qkey", this::print), Rd.command("monitor", this::print)));
    }

    private void print() {
        rd.nl().doit(RDMA_NLDEV_CMD_SYS_GET, writer -> { }, this::print);
    }

    /** The same line whether JSON is asked for or not, as the real tool has it. */
    private void print(NlAttrs attrs) {
        rd.output().text("netns " + (attrs.u8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE) != 0 ? "shared" : "exclusive")
                + " privileged-qkey " + onOff(attrs, RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE)
                + " monitor " + onOff(attrs, RDMA_NLDEV_SYS_ATTR_MONITOR_MODE)
                + " copy-on-fork " + onOff(attrs, RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK) + "\n");
    }

    private static String onOff(NlAttrs attrs, int type) {
        return attrs.has(type) && attrs.u8(type) != 0 ? "on" : "off";
    }

    private void set() {
        rd.choose("parameter", this::help, List.of(Rd.command("netns", this::setNetns)));
    }

    private void setNetns() {
        String mode = rd.args().isEmpty() ? "" : rd.args().next();
        if (!mode.equals("shared") && !mode.equals("exclusive")) {
            throw rd.fail("Please provide valid netns mode: shared or exclusive, not \"" + mode + "\".");
        }
        rd.nl().doit(RDMA_NLDEV_CMD_SYS_SET,
                w -> w.putU8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, mode.equals("shared") ? 1 : 0), attrs -> { });
    }
}
