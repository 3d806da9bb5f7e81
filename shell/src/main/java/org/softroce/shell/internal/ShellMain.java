package org.softroce.shell.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Tasks;

/**
 * Where the launcher hands over: the arguments of the start script in, the exit code out, signals while it runs.
 *
 * <p>The launcher knows JDK types only, hence the services {@link ToIntFunction} ({@code softroce.shell=main}) and
 * {@link IntPredicate} ({@code softroce.shell=signal}).
 */
@Component(service = {}, immediate = true)
public final class ShellMain {
    private static final int USAGE = 2;
    /** What background jobs get to end by themselves once the last command has. */
    private static final long GRACE_MS = 1_000;

    private final Programs programs;
    private final Tasks tasks;
    private final Gogo gogo;
    private volatile Interpreter running;

    /** Called by DS. */
    @Activate
    public ShellMain(BundleContext context, @Reference Programs programs, @Reference Tasks tasks) {
        this.programs = programs;
        this.tasks = tasks;
        this.gogo = new Gogo(context);
        gogo.extend();
        context.registerService(ToIntFunction.class, (ToIntFunction<String[]>) this::main, role("main"));
        context.registerService(IntPredicate.class, this::signal, role("signal"));
    }

    private static Dictionary<String, String> role(String name) {
        return FrameworkUtil.asDictionary(Map.of("softroce.shell", name));
    }

    /** Ends what still runs. */
    @Deactivate
    void deactivate() {
        Interpreter interpreter = running;
        if (interpreter != null) {
            interpreter.signal(Signals.HUP);
            interpreter.jobs().endAll(GRACE_MS);
        }
    }

    /** False if nothing runs that could end because of it. */
    private boolean signal(int number) {
        Interpreter interpreter = running;
        return interpreter != null && interpreter.signal(number);
    }

    private int main(String[] arguments) {
        Streams streams = Streams.ofProcess();
        boolean interactive = arguments.length == 0 && System.console() != null && System.console().isTerminal();
        Interpreter interpreter = new Interpreter(programs, tasks, gogo, interactive);
        running = interpreter;
        try {
            if (interactive) {
                return new Console(interpreter, gogo).run(streams);
            }
            return arguments.length == 0 ? script(interpreter, streams) : run(interpreter, arguments, streams);
        } catch (ShellExit e) {
            return e.code();
        } finally {
            interpreter.jobs().endAll(GRACE_MS);
            streams.flush();
            running = null;
        }
    }

    private static int run(Interpreter interpreter, String[] arguments, Streams streams) {
        if (!arguments[0].startsWith("-")) {
            return interpreter.run(List.of(arguments), streams);
        }
        if (arguments[0].equals("-c") && arguments.length > 1) {
            return interpreter.run(arguments[1], streams);
        }
        streams.err().println(arguments[0].equals("-c") ? "softroce: -c: option requires an argument"
                : "softroce: " + arguments[0] + ": invalid option");
        streams.err().println("usage: softroce [--timing] [-c 'COMMAND; COMMAND' | PROGRAM [ARGUMENT...]]");
        return USAGE;
    }

    private static int script(Interpreter interpreter, Streams streams) {
        try {
            String text = new String(streams.in().readAllBytes(), StandardCharsets.UTF_8);
            return interpreter.run(text, streams);
        } catch (IOException e) {
            streams.err().println("softroce: standard input: " + e.getMessage());
            return 1;
        }
    }
}
