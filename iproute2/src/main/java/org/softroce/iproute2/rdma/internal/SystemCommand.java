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

    private static final String SET_USAGE = """
            Usage: %1$s system set [PARAM] value
                        system set netns { shared | exclusive }
                        system set privileged-qkey { on | off }
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
        rd.choose("parameter", this::setHelp, List.of(Rd.command("help", this::setHelp),
                Rd.command("netns", this::setNetns), Rd.command("privileged-qkey", this::setPrivilegedQkey)));
    }

    private void setHelp() {
        rd.output().text(SET_USAGE.formatted(rd.invocation().name()));
    }

    private void setNetns() {
        String mode = rd.args().isEmpty() ? "" : rd.args().next();
        if (!mode.equals("shared") && !mode.equals("exclusive")) {
            throw rd.fail("valid options are: { shared | exclusive }");
        }
        set(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, mode.equals("shared"));
    }

    private void setPrivilegedQkey() {
        if (rd.args().isEmpty()) {
            throw rd.fail("valid options are: { on | off }");
        }
        String mode = rd.args().next();
        if (!mode.equals("on") && !mode.equals("off")) {
            throw rd.fail("Error: argument of \"privileged-qkey\" must be one of \"off\", \"on\", not \""
                    + mode + "\"");
        }
        set(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE, mode.equals("on"));
    }

    private void set(int attribute, boolean on) {
        rd.nl().doit(RDMA_NLDEV_CMD_SYS_SET, w -> w.putU8(attribute, on ? 1 : 0), attrs -> { });
    }
}
