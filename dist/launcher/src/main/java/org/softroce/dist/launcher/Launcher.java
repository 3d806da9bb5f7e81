package org.softroce.dist.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleException;
import sun.misc.Signal;

/**
 * Starts a machine (one OSGi framework with the bundles of the distribution), hands the command line to the shell it
 * finds there, and ends with the exit code that comes back.
 *
 * <p>The first argument {@code --timing} is for the launcher: it tells on stderr how long it took from the start of
 * the process to the first command. Everything else belongs to the shell. The two meet in the service registry with
 * JDK types only, since the class path of the launcher and the bundles do not see each other: the shell is the
 * {@link ToIntFunction} service with the property {@code softroce.shell=main}, and Ctrl-C and kill go to the
 * {@link IntPredicate} service with {@code softroce.shell=signal}, which answers whether there was anybody to get it.
 */
public final class Launcher {
    private static final String TIMING = "--timing";
    private static final int INT = 2;
    private static final int TERM = 15;
    private static final int SIGNAL_EXIT = 128;
    private static final int IMPATIENT = 3;

    private final Machine machine;
    private int signals;

    private Launcher(Machine machine) {
        this.machine = machine;
    }

    /**
     * The process.
     *
     * @param args {@code [--timing]} and what the shell is to do
     */
    public static void main(String[] args) {
        boolean timing = args.length > 0 && args[0].equals(TIMING);
        String[] rest = timing ? Arrays.copyOfRange(args, 1, args.length) : args;
        int exit;
        try {
            Path home = Path.of(System.getProperty("softroce.home", "."));
            exit = new Launcher(new Machine(home)).run(rest, timing);
        } catch (IOException | BundleException | IllegalStateException e) {
            stderr().println("softroce: the machine did not start: " + e);
            exit = 1;
        }
        System.exit(exit);
    }

    private int run(String[] args, boolean timing) throws IOException, BundleException {
        try (machine) {
            machine.start();
            ToIntFunction<String[]> shell = machine.shell();
            handle("INT", INT);
            handle("TERM", TERM);
            if (timing) {
                stderr().println("softroce: start to first command " + StartClock.sinceStartMs() + " ms");
            }
            return shell.applyAsInt(args);
        }
    }

    /** Signals go to the shell, which ends what runs in its foreground; one nobody takes, or a third, ends it all. */
    private void handle(String name, int number) {
        Signal.handle(new Signal(name), signal -> {
            IntPredicate shell = machine.signals();
            if (++signals >= IMPATIENT || shell == null || !shell.test(number)) {
                System.exit(SIGNAL_EXIT + number);
            }
        });
    }

    private static PrintStream stderr() {
        return new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    }
}
