package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;

/**
 * Every program is a Gogo command too, with scope {@value #SCOPE}, in whichever Gogo session somebody opens. Gogo
 * commands have no exit code: what is not 0 becomes an exception.
 */
@Component(service = {}, immediate = true)
public final class ProgramCommands {
    static final String SCOPE = "softroce";

    private final BundleContext context;
    private final Programs programs;
    private final Map<ServiceReference<Program>, List<ServiceRegistration<Function>>> commands = new ConcurrentHashMap<>();

    /**
     * Called by DS, once Gogo runs.
     *
     * @param processor what makes it worth while
     */
    @Activate
    public ProgramCommands(BundleContext context, @Reference Programs programs, @Reference CommandProcessor processor) {
        this.context = context;
        this.programs = programs;
    }

    /** A program appears. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bind(ServiceReference<Program> program) {
        Object names = program.getProperty(Program.NAME);
        String[] functions = names instanceof String[] many ? many : new String[] {String.valueOf(names)};
        List<ServiceRegistration<Function>> registrations = new ArrayList<>();
        for (String name : functions) {
            Function command = (session, arguments) -> run(name, session, arguments);
            registrations.add(context.registerService(Function.class, command, FrameworkUtil.asDictionary(Map.of(
                    CommandProcessor.COMMAND_SCOPE, SCOPE, CommandProcessor.COMMAND_FUNCTION, name))));
        }
        commands.put(program, registrations);
    }

    /** A program goes. */
    void unbind(ServiceReference<Program> program) {
        List<ServiceRegistration<Function>> registrations = commands.remove(program);
        if (registrations != null) {
            registrations.forEach(ServiceRegistration::unregister);
        }
    }

    private Object run(String name, CommandSession session, List<Object> arguments) throws InterruptedException {
        List<String> argv = Stream.concat(Stream.of(name), arguments.stream().map(String::valueOf)).toList();
        ProgramProcess process = programs.spawn(argv, null, session.getKeyboard(), session.getConsole(),
                session.getConsole());
        int code;
        try {
            code = process.waitFor();
        } catch (InterruptedException e) {
            // Gogo's Ctrl-C; the program's own threads are never interrupted
            process.kill(Signals.INT);
            throw e;
        }
        if (code != 0) {
            throw new IllegalStateException(name + ": exit code " + code);
        }
        return null;
    }
}
