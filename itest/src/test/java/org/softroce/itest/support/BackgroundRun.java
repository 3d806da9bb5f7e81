package org.softroce.itest.support;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;

/** A program that runs beside the test, with what it has printed so far. */
public final class BackgroundRun implements AutoCloseable {
    private static final int KILL = 9;

    private final List<String> argv;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ProgramProcess process;

    private BackgroundRun(String... argv) {
        this.argv = List.of(argv);
    }

    static BackgroundRun start(Programs programs, InputStream in, String... argv) {
        BackgroundRun run = new BackgroundRun(argv);
        run.process = programs.spawn(run.argv, null, in, new PrintStream(run.out, true, StandardCharsets.UTF_8),
                new PrintStream(run.err, true, StandardCharsets.UTF_8));
        return run;
    }

    public ProgramProcess process() {
        return process;
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Waits for the end. */
    public RunResult await() throws InterruptedException {
        Integer code = process.waitFor(RdmaTestSupport.DEADLINE_MS * 1_000_000);
        if (code == null) {
            process.kill(KILL);
            throw new AssertionError("still running after " + RdmaTestSupport.DEADLINE_MS + " ms: " + result(-1));
        }
        return result(code);
    }

    private RunResult result(int code) {
        return new RunResult(argv, code, out(), err());
    }

    /** Ends it if it still runs. */
    @Override
    public void close() {
        if (!process.isAlive()) {
            return;
        }
        process.kill(KILL);
        try {
            process.waitFor(RdmaTestSupport.DEADLINE_MS * 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
