package org.softroce.tools.tcpdump.internal;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.libc.GetOpt.Long;

/**
 * The command line.
 *
 * @param count      frames after which to stop
 * @param timeFormat how many times {@code -t} was given
 * @param linkLevel  {@code -e}
 * @param verbosity  how many times {@code -v} was given
 * @param print      {@code --print}: print also when a file is written
 */
record Options(Optional<String> device, Optional<String> readFile, Optional<String> writeFile, long count,
        int snapLength, int timeFormat, boolean linkLevel, int verbosity, boolean print, boolean listDevices,
        String expression) {

    static final int MAX_SNAP_LENGTH = 262_144;
    private static final String SHORT = "c:Dehi:lnNpqr:s:tUvw:";
    private static final int PRINT = 1000;
    private static final List<Long> LONG = List.of(new Long("interface", true, 'i'),
            new Long("list-interfaces", false, 'D'), new Long("snapshot-length", true, 's'),
            new Long("packet-buffered", false, 'U'), new Long("no-promiscuous-mode", false, 'p'),
            new Long("print", false, PRINT), new Long("help", false, 'h'));
    private static final String USAGE = """
            Usage: tcpdump [-DehlnNpqUv] [-c count] [-i interface] [--print]
            \t\t[-r file] [-s snaplen] [-t[t[t[t[t]]]]] [-w file] [expression]
            """;

    /** {@code null} when the program is to end at once, with everything said. */
    static Options parse(List<String> args, PrintStream out, PrintStream err) {
        Parser parser = new Parser(out, err);
        GetOpt getOpt = new GetOpt("tcpdump", args, SHORT, LONG, err);
        for (int option = getOpt.next(); option != GetOpt.END; option = getOpt.next()) {
            if (!parser.take(option, getOpt.argument())) {
                return null;
            }
        }
        return parser.options(String.join(" ", getOpt.operands()));
    }

    private static final class Parser {
        private final PrintStream out;
        private final PrintStream err;
        private String device;
        private String readFile;
        private String writeFile;
        private long count = java.lang.Long.MAX_VALUE;
        private int snapLength = MAX_SNAP_LENGTH;
        private int timeFormat;
        private boolean linkLevel;
        private int verbosity;
        private boolean print;
        private boolean listDevices;

        Parser(PrintStream out, PrintStream err) {
            this.out = out;
            this.err = err;
        }

        boolean take(int option, String argument) {
            switch (option) {
                case 'c' -> count = number(argument, 1, Integer.MAX_VALUE, "packet count");
                case 'D' -> listDevices = true;
                case 'e' -> linkLevel = true;
                case 'i' -> device = argument;
                case 'r' -> readFile = argument;
                case 's' -> snapLength = (int) number(argument, 0, MAX_SNAP_LENGTH, "snaplen");
                case 't' -> timeFormat++;
                case 'v' -> verbosity++;
                case 'w' -> writeFile = argument;
                case PRINT -> print = true;
                case 'l', 'n', 'N', 'p', 'q', 'U' -> { }
                default -> {
                    (option == 'h' ? out : err).print(USAGE);
                    return false;
                }
            }
            if (snapLength == 0) {
                snapLength = MAX_SNAP_LENGTH;
            }
            return count > 0 && snapLength > 0;
        }

        /** A number in the limits, else -1 and a complaint. */
        private long number(String text, long least, long most, String what) {
            if (text.matches("[0-9]{1,10}")) {
                long value = java.lang.Long.parseLong(text);
                if (value >= least && value <= most) {
                    return value;
                }
            }
            err.print("tcpdump: invalid " + what + " " + text + "\nit has to be a number of " + least + " to " + most
                    + "\n");
            return -1;
        }

        Options options(String expression) {
            return new Options(Optional.ofNullable(device), Optional.ofNullable(readFile),
                    Optional.ofNullable(writeFile), count, snapLength, timeFormat, linkLevel, verbosity, print,
                    listDevices, expression);
        }
    }
}
