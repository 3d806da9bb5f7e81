package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;

/** What a shell has to do itself: jobs, signals, its own end. */
final class Builtins {
    private static final Set<String> NAMES = Set.of(":", "exit", "fg", "help", "jobs", "kill", "wait");
    private static final int USAGE = 2;
    private static final int NO_SUCH_JOB = 127;
    private static final int POLL_MS = 100;

    private final Programs programs;
    private final Tasks tasks;
    private final Jobs jobs;

    Builtins(Programs programs, Tasks tasks, Jobs jobs) {
        this.programs = programs;
        this.tasks = tasks;
        this.jobs = jobs;
    }

    Set<String> names() {
        return NAMES;
    }

    int run(List<String> argv, Streams streams, int status, ProcessGroup group) {
        List<String> arguments = argv.subList(1, argv.size());
        return switch (argv.get(0)) {
            case "exit" -> exit(arguments, streams, status);
            case "fg" -> foreground(arguments, streams, group);
            case "help" -> help(streams);
            case "jobs" -> list(streams);
            case "kill" -> kill(arguments, streams);
            case "wait" -> await(arguments, streams, group);
            default -> 0;
        };
    }

    private int exit(List<String> arguments, Streams streams, int status) {
        if (arguments.isEmpty()) {
            throw new ShellExit(status);
        }
        if (!arguments.get(0).matches("[0-9]{1,9}")) {
            streams.err().println("softroce: exit: " + arguments.get(0) + ": numeric argument required");
            throw new ShellExit(USAGE);
        }
        throw new ShellExit(Integer.parseInt(arguments.get(0)) & 0xff);
    }

    private int help(Streams streams) {
        streams.out().println("Programs: " + String.join(" ", programs.names()));
        streams.out().println("""
                The shell itself: exit fg help jobs kill wait; and every Gogo command (lb, start, stop, ...).
                A line is read as sh reads it: ; && || | & > >> < 2>&1 'quotes' $? $! NAME=value.""");
        return 0;
    }

    private int list(Streams streams) {
        for (Job job : jobs.all()) {
            streams.out().println(line(job));
            if (job.status() != null) {
                jobs.forget(job);
            }
        }
        return 0;
    }

    /** A line of {@code jobs}. */
    String line(Job job) {
        return String.format("[%d]%s  %-24s%s", job.number(), jobs.isCurrent(job) ? "+" : " ", job.state(),
                job.source() + (job.status() == null ? " &" : ""));
    }

    private int kill(List<String> arguments, Streams streams) {
        int signal = Signals.TERM;
        List<String> targets = new ArrayList<>(arguments);
        if (!targets.isEmpty() && targets.get(0).startsWith("-")) {
            String option = targets.remove(0);
            String name = option.equals("-s") && !targets.isEmpty() ? targets.remove(0) : option.substring(1);
            signal = Signals.number(name);
            if (signal < 0) {
                streams.err().println("softroce: kill: " + name + ": invalid signal specification");
                return 1;
            }
        }
        if (targets.isEmpty()) {
            streams.err().println("kill: usage: kill [-s sigspec | -sigspec] pid | jobspec ...");
            return USAGE;
        }
        int code = 0;
        for (String target : targets) {
            code = kill(target, signal, streams) ? code : 1;
        }
        return code;
    }

    private boolean kill(String target, int signal, Streams streams) {
        if (target.startsWith("%")) {
            Job job = jobs.find(target);
            if (job == null) {
                streams.err().println("softroce: kill: " + target + ": no such job");
                return false;
            }
            job.group().kill(signal);
            return true;
        }
        for (Task task : tasks.list()) {
            if (String.valueOf(task.pid()).equals(target)) {
                if (signal != 0) {
                    task.kill(signal);
                }
                return true;
            }
        }
        streams.err().println("softroce: kill: (" + target + ") - No such process");
        return false;
    }

    private int await(List<String> arguments, Streams streams, ProcessGroup group) {
        if (arguments.isEmpty()) {
            for (Job job : jobs.all()) {
                await(job, group);
            }
            return 0;
        }
        int code = 0;
        for (String argument : arguments) {
            Job job = jobs.find(argument);
            if (job == null) {
                streams.err().println(argument.startsWith("%") ? "softroce: wait: " + argument + ": no such job"
                        : "softroce: wait: pid " + argument + " is not a child of this shell");
                code = NO_SUCH_JOB;
            } else {
                code = await(job, group);
            }
        }
        return code;
    }

    private int foreground(List<String> arguments, Streams streams, ProcessGroup group) {
        String name = arguments.isEmpty() ? "%%" : arguments.get(0);
        Job job = jobs.find(name);
        if (job == null) {
            streams.err().println("softroce: fg: " + (arguments.isEmpty() ? "current" : name) + ": no such job");
            return 1;
        }
        streams.out().println(job.source());
        int code = await(job, group);
        if (group.signal() != 0) {
            job.group().kill(group.signal());
        }
        return code;
    }

    /** Waits for the job's end or a signal to whoever waits. */
    private int await(Job job, ProcessGroup group) {
        try {
            Integer code = null;
            while (code == null && group.signal() == 0) {
                code = job.await(POLL_MS);
            }
            if (code == null) {
                return Signals.EXIT + group.signal();
            }
            jobs.forget(job);
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Signals.EXIT + Signals.INT;
        }
    }
}
