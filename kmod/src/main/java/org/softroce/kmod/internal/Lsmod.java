package org.softroce.kmod.internal;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

/**
 * Lists loaded modules, the youngest first.
 *
 * @mirrors tools/lsmod.c
 */
@Component(service = Program.class, property = Program.NAME + "=lsmod")
public final class Lsmod implements Program {

    private static final String HELP = """
            Usage:
            \tlsmod [options]
            Options:
            \t-s, --syslog      print to syslog, not stderr
            \t-v, --verbose     enables more messages
            \t-V, --version     show version
            \t-h, --help        show this help
            """;

    private final Modules modules;

    @Activate
    public Lsmod(@Reference Modules modules) {
        this.modules = modules;
    }

    @Override
    public int run(Invocation invocation) {
        Options options = Options.parse(invocation, "svVh", Options.COMMON);
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
        if (!options.operands().isEmpty()) {
            Kmod.error(invocation, "too many arguments provided.");
            return 1;
        }
        invocation.out().println("Module                  Size  Used by");
        for (Modules.ModuleInfo module : modules.list()) {
            if (module.loaded()) {
                invocation.out().println(line(module));
            }
        }
        return 0;
    }

    private static String line(Modules.ModuleInfo module) {
        String users = String.join(",", module.usedBy());
        return "%-19s %8d  %d%s".formatted(module.name(), module.sizeBytes(), module.usedBy().size(),
                users.isEmpty() ? "" : " " + users);
    }
}
