package org.softroce.kernel.task.internal;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.ErrnoException;

/**
 * One run of a program on a thread of its own. Its end is when everything it opened is released. A killed program
 * that does not come back from its own code in time is ended without its thread.
 */
final class ProgramRun implements ProgramProcess {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramRun.class);
    private static final long GRACE_NS = 1_000_000_000L;
    private static final int SIGNAL_BASE = 128;

    private final Program program;
    private final ServiceReference<Program> reference;
    private final Task task;
    private final List<String> argv;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final AtomicReference<Integer> exitCode = new AtomicReference<>();
    private final CountDownLatch left = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private Thread thread;
    private Runnable onEnd = () -> { };

    ProgramRun(Program program, ServiceReference<Program> reference, Task task, List<String> argv, InputStream in,
            PrintStream out, PrintStream err) {
        this.program = program;
        this.reference = reference;
        this.task = task;
        this.argv = List.copyOf(argv);
        this.in = in;
        this.out = out;
        this.err = err;
    }

    ServiceReference<Program> reference() {
        return reference;
    }

    void start(Runnable end) {
        onEnd = end;
        if (task instanceof LiveTask live) {
            live.onKill(this::reap);
        }
        thread = Thread.ofPlatform().daemon().name(argv.getFirst() + "-" + task.pid()).unstarted(this::run);
        thread.start();
    }

    private void run() {
        int code;
        try {
            Invocation invocation = new Invocation(task, argv.getFirst(), argv.subList(1, argv.size()), in, out, err);
            code = program.run(invocation);
        } catch (TaskExit e) {
            code = e.signal() == 0 ? 0 : SIGNAL_BASE + e.signal();
        } catch (Throwable e) {
            code = failed(e);
        }
        left.countDown();
        end(code);
    }

    /** Prints as the C library's {@code perror} would, with our own words on a line of their own. */
    private int failed(Throwable e) {
        if (task.isExiting()) {
            return exitSignalCode();
        }
        if (e instanceof ErrnoException errno) {
            err.println(argv.getFirst() + ": " + errno.errno().text());
            if (errno.detail() != null) {
                err.println(errno.detail());
            }
        } else {
            LOG.debug("{} failed", argv, e);
            err.println(argv.getFirst() + ": " + (e.getMessage() == null ? e.getClass().getName() : e.getMessage()));
        }
        return 1;
    }

    private int exitSignalCode() {
        try {
            task.checkExiting();
            return 1;
        } catch (TaskExit e) {
            return SIGNAL_BASE + e.signal();
        }
    }

    private void end(int code) {
        if (!exitCode.compareAndSet(null, code)) {
            return;
        }
        try {
            task.exit();
        } finally {
            out.flush();
            err.flush();
            onEnd.run();
            ended.countDown();
        }
    }

    private void reap() {
        Thread.ofPlatform().daemon().name("reaper-" + task.pid()).start(() -> {
            try {
                if (!left.await(GRACE_NS, TimeUnit.NANOSECONDS)) {
                    end(exitSignalCode());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Waits for the end unless the caller is the program itself; false if it did not come in time. */
    boolean awaitEnd(long timeoutNs) {
        if (Thread.currentThread() == thread) {
            return true;
        }
        try {
            return ended.await(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public String commandLine() {
        return String.join(" ", argv);
    }

    @Override
    public boolean isAlive() {
        return ended.getCount() > 0;
    }

    @Override
    public int waitFor() throws InterruptedException {
        ended.await();
        return exitCode.get();
    }

    @Override
    public Integer waitFor(long timeoutNs) throws InterruptedException {
        return ended.await(timeoutNs, TimeUnit.NANOSECONDS) ? exitCode.get() : null;
    }

    @Override
    public void kill(int signal) {
        task.kill(signal);
    }
}
