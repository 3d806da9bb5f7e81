package org.softroce.kmod.internal;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.uapi.ErrnoException;

/**
 * Loads one module and nothing it needs. The argument is a module name or the path of a module file.
 *
 * @mirrors tools/insmod.c
 */
@Component(service = Program.class, property = Program.NAME + "=insmod")
public final class Insmod implements Program {

    private static final Map<String, Character> LONG = Map.of("version", 'V', "help", 'h');
    private static final String HELP = """
            Usage:
            \tinsmod [options] filename [args]
            Options:
            \t-V, --version     show version
            \t-h, --help        show this help
            """;

    private final Modules modules;

    @Activate
    public Insmod(@Reference Modules modules) {
        this.modules = modules;
    }

    @Override
    public int run(Invocation invocation) {
        Options options = Options.parse(invocation, "psfVh", LONG);
        if (options == null) {
            return 1;
        }
        if (options.has('h')) {
            invocation.out().print(HELP);
            return 0;
        }
        if (options.has('V')) {
            invocation.out().println(Kmod.VERSION);
            return 0;
        }
        if (options.operands().isEmpty()) {
            Kmod.error(invocation, "missing filename.");
            return 1;
        }
        return insert(invocation, options.operands().getFirst());
    }

    private int insert(Invocation invocation, String file) {
        String name = Kmod.moduleOf(file);
        if (modules.find(name) == null) {
            Kmod.error(invocation, "could not load module " + file + ": No such file or directory");
            invocation.err().println("No installed bundle carries a module " + name + ".");
            return 1;
        }
        try {
            modules.insert(name);
            return 0;
        } catch (ErrnoException e) {
            Kmod.error(invocation, "could not insert module " + file + ": " + text(e));
            Kmod.explain(invocation.err(), e);
            return 1;
        }
    }

    private static String text(ErrnoException e) {
        return switch (e.errno()) {
            case ENOEXEC -> "Invalid module format";
            case ENOENT -> "Unknown symbol in module";
            case ESRCH -> "Module has wrong symbol version";
            case EINVAL -> "Invalid parameters";
            default -> e.errno().text();
        };
    }
}
