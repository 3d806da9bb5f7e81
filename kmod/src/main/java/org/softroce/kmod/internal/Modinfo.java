package org.softroce.kmod.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

/**
 * Tells what an installed module says about itself.
 *
 * @mirrors tools/modinfo.c
 */
@Component(service = Program.class, property = Program.NAME + "=modinfo")
public final class Modinfo implements Program {

    private static final Map<String, Character> LONG = Map.of("parameters", 'p', "filename", 'n', "field", 'F',
            "version", 'V', "help", 'h');
    private static final String HELP = """
            Usage:
            \tmodinfo [options] <modulename|filename> [args]
            Options:
            \t-n, --filename              Print only 'filename'
            \t-F, --field=FIELD           Print only provided FIELD
            \t-V, --version               Show version
            \t-h, --help                  Show this help
            """;

    private record Field(String key, String value) { }

    private final Modules modules;

    @Activate
    public Modinfo(@Reference Modules modules) {
        this.modules = modules;
    }

    @Override
    public int run(Invocation invocation) {
        Options options = Options.parse(invocation, "pnF:Vh", LONG);
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
            Kmod.error(invocation, "missing module or filename.");
            return 1;
        }
        String wanted = options.has('n') ? "filename" : options.values().get('F');
        boolean good = true;
        for (String operand : options.operands()) {
            good &= print(invocation, operand, wanted);
        }
        return good ? 0 : 1;
    }

    private boolean print(Invocation invocation, String operand, String wanted) {
        Modules.ModuleInfo module = modules.find(Kmod.moduleOf(operand));
        if (module == null) {
            Kmod.error(invocation, "Module " + operand + " not found.");
            return false;
        }
        for (Field field : fields(module)) {
            if (wanted == null) {
                invocation.out().println("%-16s%s".formatted(field.key() + ":", field.value()));
            } else if (wanted.equals(field.key())) {
                invocation.out().println(field.value());
            }
        }
        return true;
    }

    private static List<Field> fields(Modules.ModuleInfo module) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("filename", Kmod.path(module.name())));
        module.aliases().forEach(alias -> fields.add(new Field("alias", alias)));
        fields.add(new Field("depends", String.join(",", module.depends())));
        fields.add(new Field("intree", "Y"));
        fields.add(new Field("name", module.name()));
        fields.add(new Field("vermagic", Kmod.RELEASE + " SMP preempt mod_unload "));
        return fields;
    }
}
