package org.softroce.iproute2.rdma.internal;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Tasks;
import org.softroce.uapi.ErrnoException;

/**
 * The program {@code rdma}: devices, links, resources and counters, by netlink alone.
 *
 * @mirrors iproute2/rdma/rdma.c
 */
@Component(property = Program.NAME + "=rdma")
public final class RdmaTool implements Program {

    private static final String VERSION = "iproute2-6.15.0";
    private static final List<GetOpt.Long> LONG = List.of(new GetOpt.Long("version", false, 'V'),
            new GetOpt.Long("help", false, 'h'), new GetOpt.Long("json", false, 'j'),
            new GetOpt.Long("pretty", false, 'p'), new GetOpt.Long("details", false, 'd'),
            new GetOpt.Long("raw", false, 'r'));
    private static final String USAGE = """
            Usage: %1$s [ OPTIONS ] OBJECT { COMMAND | help }
                   %1$s [ -f[orce] ] -b[atch] filename
            where  OBJECT := { dev | link | resource | monitor | system | statistic | help }
                   OPTIONS := { -V[ersion] | -d[etails] | -j[son] | -p[retty] | -r[aw]}
            """;

    private final Tasks tasks;

    @Activate
    public RdmaTool(@Reference Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public int run(Invocation invocation) {
        boolean details = false;
        boolean json = false;
        boolean pretty = false;
        boolean raw = false;
        GetOpt options = new GetOpt(invocation.name(), invocation.args(), "Vhdrpj", LONG,
                new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        for (int option = options.next(); option != GetOpt.END; option = options.next()) {
            switch (option) {
                case 'V' -> {
                    invocation.out().print(invocation.name() + " utility, " + VERSION + "\n");
                    return 0;
                }
                case 'h' -> {
                    help(invocation);
                    return 0;
                }
                case 'd' -> details = true;
                case 'j' -> json = true;
                case 'p' -> pretty = true;
                case 'r' -> raw = true;
                default -> {
                    invocation.err().print("Unknown option.\n");
                    help(invocation);
                    return 1;
                }
            }
        }
        Output output = new Output(invocation.out(), json, pretty, details, raw);
        return run(invocation, new Args(options.operands()), output);
    }

    private int run(Invocation invocation, Args args, Output output) {
        Nl opened;
        try {
            opened = new Nl(invocation.task());
        } catch (ErrnoException e) {
            invocation.err().print("Failed to open NETLINK_RDMA socket\n  " + e.getMessage() + "\n");
            return 1;
        }
        try (Nl nl = opened) {
            Rd rd = new Rd(invocation, nl, args, output, tasks);
            rd.loadDevices();
            object(rd);
            return 0;
        } catch (Rd.Failure e) {
            return 1;
        } catch (NlError e) {
            invocation.out().flush();
            invocation.err().print("error: " + e.errno().text() + "\n");
            if (e.detail() != null) {
                invocation.err().print("  " + e.detail() + "\n");
            }
            return 1;
        }
    }

    private static void object(Rd rd) {
        rd.choose("object", () -> help(rd.invocation()), List.of(
                Rd.command("help", () -> help(rd.invocation())),
                Rd.command("dev", new DevCommand(rd)::run),
                Rd.command("link", new LinkCommand(rd)::run),
                Rd.command("resource", new ResourceCommand(rd)::run),
                Rd.command("system", new SystemCommand(rd)::run),
                Rd.command("statistic", new StatisticCommand(rd)::run)));
    }

    private static void help(Invocation invocation) {
        invocation.out().print(USAGE.formatted(invocation.name()));
    }
}
