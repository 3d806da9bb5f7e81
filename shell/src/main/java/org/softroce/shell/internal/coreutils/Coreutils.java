package org.softroce.shell.internal.coreutils;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Programs;
import org.softroce.uapi.ErrnoException;

/**
 * The handful of small programs a tutorial about RDMA uses besides the tools themselves. Paths are the machine's
 * ({@code /sys}, {@code /dev}), reached by system calls.
 */
@Component(property = {
    Program.NAME + "=cat", Program.NAME + "=echo", Program.NAME + "=false", Program.NAME + "=grep",
    Program.NAME + "=head", Program.NAME + "=ls", Program.NAME + "=sleep", Program.NAME + "=timeout",
    Program.NAME + "=true", Program.NAME + "=wc"})
public final class Coreutils implements Program {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int HEAD_LINES = 10;

    private final Map<String, Program> programs;

    /** Called by DS. */
    @Activate
    public Coreutils(@Reference Programs machine) {
        Timeout timeout = new Timeout(machine);
        programs = Map.ofEntries(entry("cat", Coreutils::cat), entry("echo", Coreutils::echo),
                entry("false", run -> 1), entry("grep", new Grep()), entry("head", Coreutils::head),
                entry("ls", new Ls()), entry("sleep", Coreutils::sleep), entry("timeout", timeout),
                entry("true", run -> 0), entry("wc", Coreutils::wc));
    }

    private static Map.Entry<String, Program> entry(String name, Program program) {
        return Map.entry(name, program);
    }

    @Override
    public int run(Invocation run) throws Exception {
        return programs.get(run.name()).run(run);
    }

    private static int echo(Invocation run) {
        List<String> words = run.args();
        boolean newline = words.isEmpty() || !words.get(0).equals("-n");
        String text = String.join(" ", newline ? words : words.subList(1, words.size()));
        run.out().print(newline ? text + "\n" : text);
        return 0;
    }

    private static int cat(Invocation run) throws IOException {
        int code = 0;
        for (String path : run.args().isEmpty() ? List.of("-") : run.args()) {
            if (path.equals("-")) {
                run.in().transferTo(run.out());
                continue;
            }
            try {
                run.out().print(run.task().readText(path));
            } catch (ErrnoException e) {
                complain(run, path, e);
                code = 1;
            }
        }
        return code;
    }

    private static int head(Invocation run) throws IOException {
        int lines = HEAD_LINES;
        String path = "-";
        List<String> args = run.args();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("-n") && i + 1 < args.size()) {
                arg = "-" + args.get(++i);
            }
            if (arg.matches("-n?[0-9]{1,9}")) {
                lines = Integer.parseInt(arg.replaceFirst("-n?", ""));
            } else if (arg.startsWith("-") && arg.length() > 1) {
                run.err().println("head: invalid option -- '" + arg.substring(1) + "'");
                return 1;
            } else {
                path = arg;
            }
        }
        try (BufferedReader reader = Text.open(run, path)) {
            for (int i = 0; i < lines; i++) {
                String line = reader.readLine();
                if (line == null) {
                    break;
                }
                run.out().println(line);
            }
            return 0;
        } catch (ErrnoException e) {
            run.err().println("head: cannot open '" + path + "' for reading: " + e.errno().text());
            return 1;
        }
    }

    /** Lines only, as scripts count them. */
    private static int wc(Invocation run) throws IOException {
        List<String> args = run.args();
        if (args.isEmpty() || !args.get(0).equals("-l") || args.size() > 2) {
            run.err().println("usage: wc -l [FILE]");
            return 1;
        }
        String path = args.size() > 1 ? args.get(1) : "-";
        try (BufferedReader reader = Text.open(run, path)) {
            run.out().println(reader.lines().count() + (args.size() > 1 ? " " + path : ""));
            return 0;
        } catch (ErrnoException e) {
            complain(run, path, e);
            return 1;
        }
    }

    private static int sleep(Invocation run) {
        if (run.args().isEmpty()) {
            run.err().println("sleep: missing operand");
            return 1;
        }
        long totalNs = 0;
        for (String arg : run.args()) {
            long ns = durationNs(arg);
            if (ns < 0) {
                run.err().println("sleep: invalid time interval '" + arg + "'");
                return 1;
            }
            totalNs += ns;
        }
        if (totalNs > 0) {
            run.task().poll(List.of(), totalNs);
        }
        return 0;
    }

    /** Nanoseconds of {@code 2}, {@code 0.5}, {@code 10s}, {@code 1m} or {@code 1h}; -1 if it is none of these. */
    static long durationNs(String text) {
        if (!text.matches("([0-9]{1,6}(\\.[0-9]{0,9})?|\\.[0-9]{1,9})[smh]?")) {
            return -1;
        }
        char unit = text.charAt(text.length() - 1);
        String number = Character.isLetter(unit) ? text.substring(0, text.length() - 1) : text;
        int factor = switch (unit) {
            case 'm' -> 60;
            case 'h' -> 3600;
            default -> 1;
        };
        return (long) (Double.parseDouble(number) * factor * NS_PER_S);
    }

    /** The real tool's line, and on a line of its own what else the machine knows. */
    static void complain(Invocation run, String path, ErrnoException e) {
        run.err().println(run.name() + ": " + path + ": " + e.errno().text());
        if (e.detail() != null) {
            run.err().println("  " + e.detail());
        }
    }

    /** Input of a program that reads a file or, for {@code -}, its standard input. */
    static final class Text {
        private Text() {
        }

        static BufferedReader open(Invocation run, String path) {
            return path.equals("-")
                    ? new BufferedReader(new InputStreamReader(run.in(), StandardCharsets.UTF_8))
                    : new BufferedReader(new StringReader(run.task().readText(path)));
        }
    }
}
