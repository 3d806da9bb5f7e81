package org.softroce.infinibanddiags.internal;

import java.io.PrintStream;
import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

/**
 * Shows the state of ports, in the words of sysfs.
 *
 * @mirrors infiniband-diags/scripts/ibstatus
 */
@Component(service = Program.class, property = Program.NAME + "=ibstatus")
public final class Ibstatus implements Program {

    private static final int FAILED = 255;
    private static final String HELP = """
            Usage:  ibstatus [-h] [devname[:portnum]]
            \t-h:\tthis help screen
            \tExamples:
            \t\tibstatus mthca1\t\t# shows status of all ports of 'mthca1'
            \t\tibstatus mthca0:2\t# shows status port number 2 of 'mthca0'
            \t\tibstatus\t\t# default: shows status of all 'mthca0' ports
            """;

    @Override
    public int run(Invocation invocation) {
        PrintStream out = invocation.out();
        Sysfs sysfs = new Sysfs(invocation.task());
        List<String> args = invocation.args();
        if (!args.isEmpty() && args.getFirst().equals("-h")) {
            out.print(HELP);
            return FAILED;
        }
        if (args.isEmpty() || args.getFirst().isEmpty()) {
            List<String> devices = sysfs.names(Sysfs.INFINIBAND);
            if (devices == null) {
                return fatal(out, "No devices");
            }
            // a shell leaves the pattern alone that matches nothing
            args = devices.isEmpty() ? List.of("*") : devices;
        }
        for (String arg : args) {
            int colon = arg.indexOf(':');
            String device = colon < 0 ? arg : arg.substring(0, colon);
            String port = colon < 0 ? null : arg.substring(arg.lastIndexOf(':') + 1);
            if (!show(out, sysfs, device, port)) {
                return FAILED;
            }
        }
        return 0;
    }

    private static int fatal(PrintStream out, String message) {
        out.println("Fatal error:  " + message);
        return FAILED;
    }

    private static boolean show(PrintStream out, Sysfs sysfs, String device, String port) {
        String dir = Sysfs.INFINIBAND + "/" + device + "/ports";
        List<String> ports = sysfs.names(dir);
        if (ports == null) {
            fatal(out, "device '" + device + "': sys files not found (" + dir + ")");
            return false;
        }
        for (String each : port == null ? ports : List.of(port)) {
            show(out, sysfs, device, each, dir + "/" + each);
        }
        return true;
    }

    private static void show(PrintStream out, Sysfs sysfs, String device, String port, String dir) {
        out.println("Infiniband device '" + device + "' port " + port + " status:");
        out.println("\tdefault gid:\t " + value(sysfs, dir + "/gids/0", "unknown"));
        out.println("\tbase lid:\t " + value(sysfs, dir + "/lid", "unknown"));
        out.println("\tsm lid:\t\t " + value(sysfs, dir + "/sm_lid", "unknown"));
        out.println("\tstate:\t\t " + value(sysfs, dir + "/state", "unknown"));
        out.println("\tphys state:\t " + value(sysfs, dir + "/phys_state", "unknown"));
        out.println("\trate:\t\t " + value(sysfs, dir + "/rate", "unknown"));
        out.println("\tlink_layer:\t " + value(sysfs, dir + "/link_layer", "IB"));
        out.println();
    }

    private static String value(Sysfs sysfs, String path, String otherwise) {
        String text = sysfs.text(path);
        return text == null ? otherwise : text.strip();
    }
}
