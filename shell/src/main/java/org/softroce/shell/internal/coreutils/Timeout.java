package org.softroce.shell.internal.coreutils;

import java.util.List;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.uapi.ErrnoException;

/** {@code timeout DURATION COMMAND [ARG]...}: ends a command that takes too long, exit code 124. */
final class Timeout implements Program {
    private static final int TIMED_OUT = 124;
    private static final int USAGE = 125;
    private static final int NOT_FOUND = 127;
    private static final int TERM = 15;
    private static final int KILL = 9;
    private static final long SLICE_NS = 20_000_000;

    private final Programs programs;

    Timeout(Programs programs) {
        this.programs = programs;
    }

    @Override
    public int run(Invocation run) throws InterruptedException {
        List<String> args = run.args();
        if (args.size() < 2) {
            run.err().println("timeout: missing operand");
            return USAGE;
        }
        long limitNs = Coreutils.durationNs(args.get(0));
        if (limitNs < 0) {
            run.err().println("timeout: invalid time interval '" + args.get(0) + "'");
            return USAGE;
        }
        List<String> argv = args.subList(1, args.size());
        ProgramProcess child;
        try {
            child = programs.spawn(argv, run.task().netNamespace(), run.in(), run.out(), run.err());
        } catch (ErrnoException e) {
            run.err().println("timeout: failed to run command '" + argv.get(0) + "': " + e.errno().text());
            return NOT_FOUND;
        }
        try {
            return await(run, child, limitNs == 0 ? Long.MAX_VALUE : limitNs);
        } finally {
            if (child.isAlive()) {
                child.kill(KILL);
            }
        }
    }

    /** Waits in slices, since somebody may end this program while it waits for the other. */
    private static int await(Invocation run, ProgramProcess child, long limitNs) throws InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            run.task().checkExiting();
            Integer code = child.waitFor(SLICE_NS);
            if (code != null) {
                return code;
            }
            if (System.nanoTime() - startNs > limitNs) {
                child.kill(TERM);
                child.waitFor();
                return TIMED_OUT;
            }
        }
    }
}
