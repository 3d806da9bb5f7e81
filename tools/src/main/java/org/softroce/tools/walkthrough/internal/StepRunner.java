package org.softroce.tools.walkthrough.internal;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.uapi.ErrnoException;

/** Runs the steps as processes of their own and shows what they print. */
final class StepRunner {

    private static final long LISTEN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long FINISH_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int SIGTERM = 15;

    private final Programs programs;
    private final PrintStream out;
    private final PrintStream err;
    private final NetNamespace namespace;
    private final Invocation invocation;

    StepRunner(Programs programs, Invocation invocation) {
        this.programs = programs;
        this.invocation = invocation;
        this.out = invocation.out();
        this.err = invocation.err();
        this.namespace = invocation.task().netNamespace();
    }

    /** Runs; {@code null} if all is well, else what is not. */
    String run(Step step) throws InterruptedException {
        try {
            return switch (step.commands().size()) {
                case 0 -> title(step.words());
                case 1 -> command(step.words());
                default -> pair(step);
            };
        } catch (ErrnoException e) {
            return e.getMessage();
        }
    }

    private String title(String words) {
        out.print("\n# " + words + "\n");
        return null;
    }

    private ProgramProcess spawn(String command, PrintStream output) {
        return programs.spawn(List.of(command.split(" ")), namespace, InputStream.nullInputStream(), output, err);
    }

    private String command(String command) throws InterruptedException {
        out.print("$ " + command + "\n");
        out.flush();
        ProgramProcess process = spawn(command, out);
        return verdict(process, command);
    }

    /** Waits for the end, giving way when this program itself is killed. */
    private String verdict(ProgramProcess process, String command) throws InterruptedException {
        long deadline = System.nanoTime() + FINISH_NS;
        Integer exit = null;
        while (exit == null) {
            if (invocation.task().isExiting()) {
                process.kill(SIGTERM);
                invocation.task().checkExiting();
            }
            exit = process.waitFor(TimeUnit.MILLISECONDS.toNanos(100));
            if (exit == null && System.nanoTime() - deadline > 0) {
                process.kill(SIGTERM);
                return command + " did not end within " + TimeUnit.NANOSECONDS.toSeconds(FINISH_NS) + " s";
            }
        }
        return exit == 0 ? null : command + " ended with exit code " + exit;
    }

    private String pair(Step step) throws InterruptedException {
        String serverCommand = step.commands().get(0);
        String clientCommand = step.commands().get(1);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream serverOut = new PrintStream(said, false, StandardCharsets.UTF_8);
        ProgramProcess server = spawn(serverCommand, serverOut);
        String failure = awaitListening(server, step.port());
        ByteArrayOutputStream clientSaid = new ByteArrayOutputStream();
        if (failure == null) {
            try (PrintStream clientOut = new PrintStream(clientSaid, false, StandardCharsets.UTF_8)) {
                failure = verdict(spawn(clientCommand, clientOut), clientCommand);
            }
        }
        if (failure != null) {
            server.kill(SIGTERM);
        }
        String serverFailure = verdict(server, serverCommand);
        serverOut.close();
        out.print("server$ " + serverCommand + "\n" + said.toString(StandardCharsets.UTF_8));
        out.print("client$ " + clientCommand + "\n" + clientSaid.toString(StandardCharsets.UTF_8));
        return failure != null ? failure : serverFailure;
    }

    /** The client may start once somebody listens at the port. */
    private String awaitListening(ProgramProcess server, int port) throws InterruptedException {
        long deadline = System.nanoTime() + LISTEN_NS;
        while (!namespace.isListening(port)) {
            Integer exit = server.waitFor(TimeUnit.MILLISECONDS.toNanos(1));
            if (exit != null) {
                return server.commandLine() + " ended with exit code " + exit + " before it listened";
            }
            if (System.nanoTime() - deadline > 0) {
                return server.commandLine() + " does not listen on port " + port;
            }
        }
        return null;
    }
}
