package org.softroce.perftest.internal;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.libc.Strto;
import org.softroce.kernel.task.Invocation;

/**
 * Reads the options of {@code ib_write_bw}.
 *
 * @mirrors perftest/src/perftest_parameters.c#parser
 */
final class ParametersParser {

    /** Thrown to end with an exit code; what there is to say is printed. */
    static final class Exit extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Exit(int code) {
            super(null, null, false, false);
            this.code = code;
        }
    }

    private static final int GBITS = 1000;
    private static final int OUTPUT = 1001;
    private static final int IPV6 = 1002;
    private static final int NO_LOCK = 1003;
    private static final int TCLASS = 1004;
    private static final int ACCEPTED = 1005;
    private static final String SHORT = "abc:d:D:f:Fhi:I:l:L:m:n:NOp:q:Q:Rs:S:t:T:u:Vx:z";
    private static final List<GetOpt.Long> LONG = List.of(
            option("all", 'a'), option("bidirectional", 'b'), argument("connection", 'c'), argument("ib-dev", 'd'),
            argument("duration", 'D'), argument("margin", 'f'), option("CPU-freq", 'F'), option("help", 'h'),
            argument("ib-port", 'i'), argument("inline_size", 'I'), argument("post_list", 'l'),
            argument("hop_limit", 'L'), argument("mtu", 'm'), argument("iters", 'n'), option("noPeak", 'N'),
            option("dualport", 'O'), argument("port", 'p'), argument("qp", 'q'), argument("cq-mod", 'Q'),
            option("rdma_cm", 'R'), argument("size", 's'), argument("sl", 'S'), argument("tx-depth", 't'),
            argument("tos", 'T'), argument("qp-timeout", 'u'), option("version", 'V'), argument("gid-index", 'x'),
            option("comm_rdma_cm", 'z'), option("report_gbits", GBITS), argument("output", OUTPUT),
            option("ipv6", IPV6), option("no_lock", NO_LOCK), argument("tclass", TCLASS),
            option("use_old_post_send", ACCEPTED), option("disable_pcie_relaxed", ACCEPTED), option("no_ddp", ACCEPTED));
    /** Real options whose subject this stack does not have yet, with what to do instead. */
    private static final Map<Integer, String> ABSENT = Map.of(
            (int) 'R', "-R needs the connection manager, which is not there yet; leave it out",
            (int) 'z', "-z needs the connection manager, which is not there yet; leave it out",
            (int) 'T', "-T works with -R only, and the connection manager is not there yet; use --tclass",
            (int) 'O', "a device has one port; leave -O out");

    private final Parameters result = new Parameters();
    private final Invocation invocation;
    private final PrintStream err;

    private ParametersParser(Invocation invocation) {
        this.invocation = invocation;
        this.err = invocation.err();
    }

    private static GetOpt.Long option(String name, int value) {
        return new GetOpt.Long(name, false, value);
    }

    private static GetOpt.Long argument(String name, int value) {
        return new GetOpt.Long(name, true, value);
    }

    static Parameters parse(Invocation invocation) throws Exit {
        return new ParametersParser(invocation).parse();
    }

    private Parameters parse() throws Exit {
        GetOpt options = new GetOpt(invocation.name(), invocation.args(), SHORT, LONG, err);
        for (int option = options.next(); option != GetOpt.END; option = options.next()) {
            if (ABSENT.containsKey(option)) {
                throw refuse(" " + ABSENT.get(option));
            }
            take(option, options.argument());
        }
        if (options.operands().size() > 1) {
            err.print(" Invalid Command line. Please check command rerun \n");
            throw refuse("  more than one server: " + String.join(" ", options.operands()));
        }
        result.server = options.operands().isEmpty() ? null : options.operands().get(0);
        ParametersCheck.settle(result, invocation);
        return result;
    }

    private void take(int option, String argument) throws Exit {
        switch (option) {
            case 'a' -> result.all = true;
            case 'b' -> result.duplex = true;
            case 'c' -> connection(argument);
            case 'd' -> result.device = argument;
            case 'F', ACCEPTED -> { /* nothing of the kind is checked here */ }
            case 'N' -> result.noPeak = true;
            case GBITS -> result.gbits = true;
            case IPV6 -> result.ipv6 = true;
            case NO_LOCK -> result.noLock = true;
            case OUTPUT -> output(argument);
            case 'V' -> {
                invocation.out().print("Version: " + Parameters.VERSION + "\n");
                throw new Exit(1);
            }
            case 'h' -> {
                invocation.out().print(Usage.text(invocation.name()));
                throw new Exit(1);
            }
            case GetOpt.UNKNOWN -> {
                err.print(" Invalid Command or flag.\n Please check command line and run again.\n\n");
                invocation.out().print(Usage.text(invocation.name()));
                throw refuse(null);
            }
            default -> number(option, argument);
        }
    }

    private void number(int option, String argument) throws Exit {
        switch (option) {
            case 'D' -> result.duration = range(argument, "Duration period", 1, Integer.MAX_VALUE);
            case 'f' -> result.margin = range(argument, "Margin", 0, Integer.MAX_VALUE);
            case 'i' -> result.ibPort = range(argument, "IB Port", 1, 255);
            case 'I' -> {
                result.inlineSize = range(argument, "Inline size", 0, 1024);
                result.inlineGiven = true;
            }
            case 'l' -> result.postList = range(argument, "Send Post List size", 1, Parameters.MAX_TX);
            case 'L' -> range(argument, "Hop Limit", 0, 255);
            case 'm' -> result.mtu = integer(argument, "MTU");
            case 'n' -> result.iters = range(argument, "Iteration num", Parameters.MIN_ITERS, Integer.MAX_VALUE);
            case 'p' -> result.port = range(argument, "Port", 0, 65535);
            case 'q' -> result.numQps = range(argument, "num of Qps", 1, Parameters.MAX_QP_NUM);
            case 'Q' -> {
                result.cqMod = range(argument, "CQ moderation", 1, Parameters.MAX_CQ_MOD);
                result.cqModGiven = true;
            }
            case 's' -> size(argument);
            case 'S' -> result.sl = range(argument, "Service Level", 0, 15);
            case 't' -> result.txDepth = range(argument, "Tx depth", 1, Parameters.MAX_TX);
            case 'u' -> result.qpTimeout = range(argument, "QP Timeout", 0, 31);
            case 'x' -> {
                result.gidIndex = range(argument, "Gid index", 0, Parameters.MAX_GID_INDEX);
                result.gidGiven = true;
            }
            case TCLASS -> result.trafficClass = range(argument, "Traffic Class", 0, 255);
            default -> throw new IllegalStateException("option " + option);
        }
    }

    /** Takes the suffixes K, M and G of the tool. */
    private void size(String argument) throws Exit {
        String digits = argument;
        long factor = 1;
        if (!argument.isEmpty()) {
            factor = switch (Character.toUpperCase(argument.charAt(argument.length() - 1))) {
                case 'K' -> 1L << 10;
                case 'M' -> 1L << 20;
                case 'G' -> 1L << 30;
                default -> 1;
            };
            digits = factor == 1 ? argument : argument.substring(0, argument.length() - 1);
        }
        long bytes = Strto.isNumber(digits) ? Strto.number(digits) * factor : -1;
        if (bytes < 1 || bytes > 1L << 30) {
            throw refuse(" Message Size should be between 1 and " + (1L << 30) + "\n  not \"" + argument + "\"");
        }
        result.size = (int) bytes;
        result.sizeGiven = true;
    }

    private void connection(String argument) throws Exit {
        if (argument.equals("RC")) {
            return;
        }
        if (List.of("UC", "UD", "XRC", "DC", "SRD").contains(argument)) {
            throw refuse(" Connection type " + argument + " is not supported by this test; use RC");
        }
        throw refuse(" Invalid Connection type. Please choose from {RC,UC,UD,XRC,DC,SRD}\n  not \"" + argument + "\"");
    }

    private void output(String argument) throws Exit {
        if (!argument.equals("bandwidth") && !argument.equals("message_rate")) {
            throw refuse(" Output verbosity level for BW can be: bandwidth, message_rate\n  not \"" + argument + "\"");
        }
        result.output = argument;
    }

    private int integer(String argument, String name) throws Exit {
        if (!Strto.isNumber(argument)) {
            throw refuse(" " + name + " argument " + argument + " should be int");
        }
        return Strto.integer(argument);
    }

    private int range(String argument, String name, int minimum, int maximum) throws Exit {
        int value = integer(argument, name);
        if (value < minimum || value > maximum) {
            throw refuse(" " + name + " should be between " + minimum + " and " + maximum + "\n  not " + argument);
        }
        return value;
    }

    private Exit refuse(String words) {
        if (words != null) {
            err.print(words + "\n");
        }
        err.print(" Parser function exited with Error\n");
        return new Exit(1);
    }
}
