package org.softroce.kernel.task.internal;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * All programs by name, and their runs. A program is made when it is first started, so that it may in turn need
 * {@link Programs}. A program that goes away takes its runs with it: they are killed, and its
 * bundle waits for them, but not for ever.
 *
 * @mirrors fs/exec.c
 */
@Component(service = Programs.class)
public final class ProgramTable implements Programs {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramTable.class);
    private static final int SIGTERM = 15;
    private static final long STOP_NS = 5_000_000_000L;

    private final Tasks tasks;
    private final Net net;
    private final Map<String, ComponentServiceObjects<Program>> programs = new TreeMap<>();
    private final Set<ProgramRun> runs = ConcurrentHashMap.newKeySet();

    @Activate
    public ProgramTable(@Reference Tasks tasks, @Reference Net net) {
        this.tasks = tasks;
        this.net = net;
    }

    @Deactivate
    void deactivate() {
        end(List.copyOf(runs));
    }

    @Override
    public List<String> names() {
        synchronized (programs) {
            return List.copyOf(programs.keySet());
        }
    }

    @Override
    public ProgramProcess spawn(List<String> argv, NetNamespace netNamespace, InputStream in, PrintStream out,
            PrintStream err) {
        if (argv.isEmpty()) {
            throw new ErrnoException(Errno.EINVAL, "no program named: argv is empty");
        }
        ComponentServiceObjects<Program> objects;
        synchronized (programs) {
            objects = programs.get(argv.getFirst());
        }
        Program program = objects == null ? null : objects.getService();
        if (program == null) {
            throw new ErrnoException(Errno.ENOENT, "there is no program '" + argv.getFirst() + "'"
                    + (objects == null ? "" : " any more, or it does not start; the log says why"));
        }
        Task task = tasks.create(argv.getFirst(), 0, netNamespace == null ? net.initial() : netNamespace);
        ProgramRun run = new ProgramRun(program, objects.getServiceReference(), task, argv, in, out, err);
        runs.add(run);
        run.start(() -> {
            runs.remove(run);
            unget(objects, program);
        });
        return run;
    }

    private static void unget(ComponentServiceObjects<Program> objects, Program program) {
        try {
            objects.ungetService(program);
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.debug("{} went away while it ran", program.getClass().getName(), e);
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindProgram(ComponentServiceObjects<Program> program, Map<String, Object> properties) {
        List<String> names = namesOf(properties.get(Program.NAME));
        if (names.isEmpty()) {
            LOG.warn("{} has no property {} and cannot be started", program.getServiceReference(), Program.NAME);
        }
        synchronized (programs) {
            names.forEach(name -> programs.put(name, program));
        }
    }

    void unbindProgram(ComponentServiceObjects<Program> program) {
        ServiceReference<Program> reference = program.getServiceReference();
        synchronized (programs) {
            programs.values().removeIf(each -> each.getServiceReference().equals(reference));
        }
        end(runs.stream().filter(run -> run.reference().equals(reference)).toList());
    }

    private static List<String> namesOf(Object property) {
        return switch (property) {
            case String name -> List.of(name);
            case String[] names -> List.of(names);
            case null, default -> List.of();
        };
    }

    private static void end(List<ProgramRun> ending) {
        ending.forEach(run -> run.kill(SIGTERM));
        long start = System.nanoTime();
        List<String> left = new ArrayList<>();
        for (ProgramRun run : ending) {
            if (!run.awaitEnd(STOP_NS - (System.nanoTime() - start))) {
                left.add(run.commandLine());
            }
        }
        if (!left.isEmpty()) {
            LOG.warn("still running after {} s although killed: {}", STOP_NS / 1_000_000_000L, left);
        }
    }
}
