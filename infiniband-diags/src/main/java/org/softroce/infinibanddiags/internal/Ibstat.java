package org.softroce.infinibanddiags.internal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.softroce.infinibanddiags.internal.UmadCa.UmadPort;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

/**
 * Shows adapters and their ports.
 *
 * @mirrors infiniband-diags/ibstat.c
 */
@Component(service = Program.class, property = Program.NAME + "=ibstat")
public final class Ibstat implements Program {

    private static final List<String> STATES = List.of("???", "Down", "Initializing", "Armed", "Active");
    private static final List<String> PHYSICAL_STATES = List.of("No state change", "Sleep", "Polling", "Disabled",
            "PortConfigurationTraining", "LinkUp", "LinkErrorRecovery", "PhyTest");
    private static final List<GetOpt.Long> LONG = List.of(new GetOpt.Long("list_of_cas", false, 'l'),
            new GetOpt.Long("short", false, 's'), new GetOpt.Long("port_list", false, 'p'),
            new GetOpt.Long("verbose", false, 'v'), new GetOpt.Long("debug", false, 'd'),
            new GetOpt.Long("help", false, 'h'), new GetOpt.Long("version", false, 'V'));
    private static final String LETTERS = "lspvdhV";
    private static final int USAGE = 2;
    private static final int PANIC = 255;
    private static final String HELP = """

            Usage: ibstat [options] <ca_name> [portnum]

            Options:
              --list_of_cas, -l       list all IB devices
              --short, -s             short output
              --port_list, -p         show port list
              --verbose, -v           increase verbosity level
              --debug, -d             raise debug level
              --help, -h              help message
              --version, -V           show version

            Examples:
              ibstat -l       # list all IB devices
              ibstat mthca0 2 # stat port 2 of 'mthca0'

            """;

    @Override
    public int run(Invocation invocation) {
        List<Character> letters = new ArrayList<>();
        List<String> operands = new ArrayList<>();
        if (!parse(invocation, letters, operands) || letters.contains('h')) {
            invocation.err().print(HELP);
            return USAGE;
        }
        if (letters.contains('V')) {
            invocation.err().println("ibstat BUILD VERSION: 56.0");
            return 0;
        }
        Sysfs sysfs = new Sysfs(invocation.task());
        List<String> names = UmadCa.list(sysfs);
        if (!operands.isEmpty()) {
            if (!names.contains(operands.getFirst())) {
                invocation.err().println("ibpanic: [" + invocation.task().pid() + "] main: '" + operands.getFirst()
                        + "' IB device can't be found: Success");
                invocation.err().println(names.isEmpty() ? "There is no RDMA device at all."
                        : "There are: " + String.join(", ", names) + ".");
                return PANIC;
            }
            names = List.of(operands.getFirst());
        }
        int port = operands.size() > 1 ? number(operands.get(1)) : -1;
        return show(invocation, sysfs, names, port, letters);
    }

    /** False after an option that is none; the complaint was printed. */
    private static boolean parse(Invocation invocation, List<Character> letters, List<String> operands) {
        GetOpt getopt = new GetOpt(invocation.name(), invocation.args(), LETTERS, LONG, invocation.err());
        for (int option = getopt.next(); option != GetOpt.END; option = getopt.next()) {
            if (option == GetOpt.UNKNOWN) {
                return false;
            }
            letters.add((char) option);
        }
        operands.addAll(getopt.operands());
        return true;
    }

    /** As {@code strtol} does: what is no number is 0. */
    private static int number(String text) {
        try {
            return Integer.decode(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static int show(Invocation invocation, Sysfs sysfs, List<String> names, int port,
            List<Character> letters) {
        for (String name : names) {
            if (letters.contains('l') && !letters.contains('p')) {
                invocation.out().println(name);
                continue;
            }
            try {
                UmadCa ca = UmadCa.read(sysfs, name);
                if (letters.contains('p')) {
                    ca.ports().stream().filter(each -> each.guid() != 0)
                            .forEach(each -> invocation.out().println("0x%016x".formatted(each.guid())));
                } else if (!stat(invocation, ca, port, letters.contains('s'))) {
                    warn(invocation, "main", "stat of IB device '" + name + "' failed");
                }
            } catch (Sysfs.MissingAttribute e) {
                warn(invocation, "main", "stat of IB device '" + name + "' failed");
                invocation.err().println("Cannot read " + e.getMessage() + ".");
            }
        }
        return 0;
    }

    private static void warn(Invocation invocation, String function, String message) {
        invocation.err().println("ibwarn: [" + invocation.task().pid() + "] " + function + ": " + message);
    }

    private static boolean stat(Invocation invocation, UmadCa ca, int portNumber, boolean noPorts) {
        PrintStream out = invocation.out();
        if (!noPorts && portNumber >= 0) {
            UmadPort port = ca.port(portNumber);
            if (port == null) {
                warn(invocation, "ca_stat", ca.nodeTypeName() + ": '" + ca.name() + "' has no port number "
                        + portNumber + " - max (" + ca.portCount() + ")");
                return false;
            }
            out.println(ca.nodeTypeName() + ": '" + ca.name() + "'");
            dump(out, port, "", "");
            return true;
        }
        dump(out, ca);
        if (!noPorts) {
            ca.ports().forEach(port -> dump(out, port, "\t", "\t\t"));
        }
        return true;
    }

    private static void dump(PrintStream out, UmadCa ca) {
        out.println(ca.nodeTypeName() + " '" + ca.name() + "'");
        out.println("\t" + ca.nodeTypeName() + " type: " + ca.type());
        out.println("\tNumber of ports: " + ca.portCount());
        out.println("\tFirmware version: " + ca.firmware());
        out.println("\tHardware version: " + ca.hardware());
        out.println("\tNode GUID: 0x%016x".formatted(ca.nodeGuid()));
        out.println("\tSystem image GUID: 0x%016x".formatted(ca.systemGuid()));
    }

    private static void dump(PrintStream out, UmadPort port, String headIndent, String indent) {
        out.println(headIndent + "Port " + port.number() + ":");
        out.println(indent + "State: " + name(STATES, port.state()));
        out.println(indent + "Physical state: " + name(PHYSICAL_STATES, port.physicalState()));
        out.println(indent + "Rate: " + (port.fdr10() ? port.rate() + " (FDR10)"
                : port.rate() == 2 ? "2.5" : String.valueOf(port.rate())));
        out.println(indent + "Base lid: " + port.baseLid());
        out.println(indent + "LMC: " + port.lmc());
        out.println(indent + "SM lid: " + port.smLid());
        out.println(indent + "Capability mask: 0x%08x".formatted(port.capabilityMask()));
        out.println(indent + "Port GUID: 0x%016x".formatted(port.guid()));
        out.println(indent + "Link layer: " + port.linkLayer());
    }

    private static String name(List<String> names, long value) {
        return value >= 0 && value < names.size() ? names.get((int) value) : "???";
    }
}
