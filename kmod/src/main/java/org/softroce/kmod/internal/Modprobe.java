package org.softroce.kmod.internal;

import static java.util.Map.entry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

/**
 * Loads a module with what it needs, or removes it with what nobody else needs then.
 *
 * @mirrors tools/modprobe.c
 */
@Component(service = Program.class, property = Program.NAME + "=modprobe")
public final class Modprobe implements Program {

    private static final String LETTERS = "arRibfDnsqvVh";
    private static final char FIRST_TIME = '3';
    private static final char HOLDERS = '5';
    private static final Map<String, Character> LONG = Map.ofEntries(entry("all", 'a'), entry("remove", 'r'),
            entry("resolve-alias", 'R'), entry("ignore-install", 'i'), entry("ignore-remove", 'i'),
            entry("use-blacklist", 'b'), entry("force", 'f'), entry("show-depends", 'D'), entry("dry-run", 'n'),
            entry("show", 'n'), entry("syslog", 's'), entry("quiet", 'q'), entry("verbose", 'v'),
            entry("version", 'V'), entry("help", 'h'), entry("first-time", FIRST_TIME),
            entry("remove-holders", HOLDERS), entry("remove-dependencies", HOLDERS));
    private static final String HELP = """
            Usage:
            \tmodprobe [options] [-i] [-b] modulename
            \tmodprobe [options] -a [-i] [-b] modulename [modulename...]
            \tmodprobe [options] -r [-i] modulename
            \tmodprobe [options] -r -a [-i] modulename [modulename...]
            Management Options:
            \t-a, --all                   Consider every non-argument to
            \t                            be a module name to be inserted
            \t                            or removed (-r)
            \t-r, --remove                Remove modules instead of inserting
            \t    --remove-dependencies   Deprecated: use --remove-holders
            \t    --remove-holders        Also remove module holders (use together with -r)
            \t    --first-time            Fail if module already inserted or removed
            \t-i, --ignore-install        Ignore install commands
            \t-i, --ignore-remove         Ignore remove commands
            \t-b, --use-blacklist         Apply blacklist to resolved alias.
            \t-f, --force                 Force module insertion or removal.
            \t                            implies --force-modversions and
            \t                            --force-vermagic

            Query Options:
            \t-R, --resolve-alias         Only lookup and print alias and exit
            \t-D, --show-depends          Only print module dependencies and exit

            General Options:
            \t-n, --dry-run               Do not execute operations, just print out
            \t-n, --show                  Same as --dry-run
            \t-s, --syslog                print to syslog, not stderr
            \t-q, --quiet                 disable messages
            \t-v, --verbose               enables more messages
            \t-V, --version               show version
            \t-h, --help                  show this help
            """;

    private final Modules modules;

    @Activate
    public Modprobe(@Reference Modules modules) {
        this.modules = modules;
    }

    @Override
    public int run(Invocation invocation) {
        Options options = Options.parse(invocation, LETTERS, LONG);
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
        List<String> operands = options.operands();
        if (operands.isEmpty()) {
            Kmod.error(invocation, "missing parameters. See -h.");
            return 1;
        }
        ModprobeRun run = new ModprobeRun(modules, invocation, options, options.has(FIRST_TIME),
                options.has(HOLDERS));
        if (options.has('r') || options.has('a')) {
            boolean good = true;
            for (String operand : operands) {
                good &= options.has('r') ? run.remove(operand) : run.insert(operand, List.of());
            }
            return good ? 0 : 1;
        }
        return run.insert(operands.getFirst(), operands.subList(1, operands.size())) ? 0 : 1;
    }

    /** What the module needs, in the order it is loaded, without itself. */
    static Set<String> needs(Modules modules, Modules.ModuleInfo module) {
        Set<String> needs = new LinkedHashSet<>();
        for (String need : module.depends()) {
            Modules.ModuleInfo needed = modules.find(need);
            if (needed != null && !needs.contains(needed.name())) {
                needs.addAll(needs(modules, needed));
                needs.add(needed.name());
            }
        }
        return needs;
    }
}
