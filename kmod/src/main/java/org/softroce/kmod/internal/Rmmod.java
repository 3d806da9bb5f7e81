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
 * Removes modules by name, and nothing they needed.
 *
 * @mirrors tools/rmmod.c
 */
@Component(service = Program.class, property = Program.NAME + "=rmmod")
public final class Rmmod implements Program {

    private static final Map<String, Character> LONG = Map.of("force", 'f', "syslog", 's', "verbose", 'v',
            "version", 'V', "wait", 'w', "help", 'h');
    private static final String HELP = """
            Usage:
            \trmmod [options] modulename ...
            Options:
            \t-f, --force       forces a module unload and may crash your
            \t                  machine. This requires Forced Module Removal
            \t                  option in your kernel. DANGEROUS
            \t-s, --syslog      print to syslog, not stderr
            \t-v, --verbose     enables more messages
            \t-V, --version     show version
            \t-h, --help        show this help
            """;

    private final Modules modules;

    @Activate
    public Rmmod(@Reference Modules modules) {
        this.modules = modules;
    }

    @Override
    public int run(Invocation invocation) {
        Options options = Options.parse(invocation, "fsvVwh", LONG);
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
            Kmod.error(invocation, "missing module name.");
            return 1;
        }
        int failed = 0;
        for (String operand : options.operands()) {
            failed += remove(invocation, operand) ? 0 : 1;
        }
        return failed == 0 ? 0 : 1;
    }

    private boolean remove(Invocation invocation, String operand) {
        String name = Kmod.moduleOf(operand).replace('-', '_');
        Modules.ModuleInfo module = modules.find(name);
        if (module == null || !module.loaded()) {
            Kmod.error(invocation, "Module " + name + " is not currently loaded");
            return false;
        }
        if (!module.usedBy().isEmpty()) {
            Kmod.error(invocation, "Module " + module.name() + " is in use by: " + String.join(" ", module.usedBy()));
            return false;
        }
        try {
            modules.remove(module.name());
            return true;
        } catch (ErrnoException e) {
            Kmod.error(invocation, "could not remove module " + operand + ": " + e.errno().text());
            Kmod.explain(invocation.err(), e);
            return false;
        }
    }
}
