package org.softroce.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Tasks;
import org.softroce.shell.internal.Syntax.AndOr;
import org.softroce.shell.internal.Syntax.Command;
import org.softroce.shell.internal.Syntax.Item;
import org.softroce.shell.internal.Syntax.Pipeline;
import org.softroce.uapi.ErrnoException;

/**
 * Runs command lists as {@code sh} does: lists, {@code &&} and {@code ||}, pipes, redirections, background jobs,
 * exit codes. Programs get their arguments verbatim and run as processes; Ctrl-C goes to those in the foreground.
 */
final class Interpreter {
    private static final int NOT_FOUND = 127;
    private static final int NOT_RUNNABLE = 126;
    private static final int SYNTAX = 2;

    private final Programs programs;
    private final Redirects redirects;
    private final Wildcards wildcards;
    private final OtherCommands others;
    private final Builtins builtins;
    private final Jobs jobs = new Jobs();
    private final Map<String, String> variables = new ConcurrentHashMap<>();
    private final boolean interactive;
    private volatile ProcessGroup foreground = new ProcessGroup();
    private volatile int status;

    Interpreter(Programs programs, Tasks tasks, OtherCommands others, boolean interactive) {
        this.programs = programs;
        this.others = others;
        this.interactive = interactive;
        this.redirects = new Redirects(tasks);
        this.wildcards = new Wildcards(tasks);
        foreground.end();
        this.builtins = new Builtins(programs, tasks, jobs);
    }

    /** Runs a command line or a script; its exit code. {@link ShellExit} if it says {@code exit}. */
    int run(String text, Streams streams) {
        try {
            return run(Parser.parse(text), streams);
        } catch (ShellSyntaxException e) {
            streams.err().println("softroce: " + e.getMessage());
            status = SYNTAX;
            return status;
        }
    }

    /** Runs one program with these arguments and nothing else. */
    int run(List<String> argv, Streams streams) {
        ProcessGroup group = new ProcessGroup();
        foreground = group;
        try {
            status = runWords(argv, streams, group);
            streams.flush();
            return status;
        } finally {
            group.end();
        }
    }

    private int run(Syntax.Script script, Streams streams) {
        ProcessGroup group = new ProcessGroup();
        foreground = group;
        for (Item item : script.items()) {
            if (item.background()) {
                status = background(item.commands(), streams);
            } else {
                status = run(item.commands(), streams, group);
            }
            if (group.signal() != 0) {
                status = Signals.EXIT + group.signal();
                break;
            }
        }
        group.end();
        return status;
    }

    Jobs jobs() {
        return jobs;
    }

    /** A line of {@code jobs}. */
    String describe(Job job) {
        return builtins.line(job);
    }

    /** Exit code of the last command. */
    int status() {
        return status;
    }

    /** Names that can begin a command. */
    List<String> names() {
        List<String> names = new ArrayList<>(programs.names());
        names.addAll(builtins.names());
        names.sort(null);
        return names;
    }

    /** Ctrl-C and the like; false if nothing is in the foreground. */
    boolean signal(int number) {
        ProcessGroup group = foreground;
        group.kill(number);
        return group.isBusy();
    }

    private int background(AndOr commands, Streams streams) {
        Streams detached = streams.withIn(InputStream.nullInputStream());
        Job job = jobs.start(commands.source(), group -> runToExit(() -> run(commands, detached, group)));
        try {
            int pid = job.group().awaitFirstPid();
            variables.put("!", pid == 0 ? "" : String.valueOf(pid));
            if (interactive) {
                streams.err().println("[" + job.number() + "] " + (pid == 0 ? "" : pid));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private int run(AndOr commands, Streams streams, ProcessGroup group) {
        int code = run(commands.pipelines().get(0), streams, group);
        for (int i = 0; i < commands.operators().size() && group.signal() == 0; i++) {
            if (commands.operators().get(i).equals("&&") == (code == 0)) {
                code = run(commands.pipelines().get(i + 1), streams, group);
            }
        }
        return code;
    }

    private int run(Pipeline pipeline, Streams streams, ProcessGroup group) {
        List<Command> commands = pipeline.commands();
        int code = commands.size() == 1 ? run(commands.get(0), streams, group) : runPipes(commands, streams, group);
        if (group == foreground) {
            status = code;
        }
        if (!pipeline.negated()) {
            return code;
        }
        return code == 0 ? 1 : 0;
    }

    private int runPipes(List<Command> commands, Streams streams, ProcessGroup group) {
        List<Thread> threads = new ArrayList<>();
        InputStream in = streams.in();
        for (int i = 0; i + 1 < commands.size(); i++) {
            ProcessGroup member = group.member();
            Pipe pipe = new Pipe(() -> member.kill(Signals.PIPE));
            PrintStream out = new PrintStream(pipe.writer(), true, StandardCharsets.UTF_8);
            threads.add(stage(commands.get(i), new Streams(in, out, streams.err()), i > 0, member));
            in = pipe.reader();
        }
        int code = run(commands.get(commands.size() - 1), streams.withIn(in), group);
        close(in);
        threads.forEach(Interpreter::join);
        return code;
    }

    /** Runs one member of a pipe but the last on a thread of its own. */
    private Thread stage(Command command, Streams streams, boolean closesIn, ProcessGroup group) {
        Thread thread = new Thread(() -> {
            runToExit(() -> run(command, streams, group));
            streams.out().close();
            if (closesIn) {
                close(streams.in());
            }
        }, "pipe");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** {@code exit} in a pipe or in the background ends that part and not the shell. */
    private static int runToExit(IntSupplier commands) {
        try {
            return commands.getAsInt();
        } catch (ShellExit e) {
            return e.code();
        }
    }

    private static void close(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(Command command, Streams streams, ProcessGroup group) {
        List<String> argv = new ArrayList<>();
        for (Word word : command.words()) {
            if (argv.isEmpty() && assign(word)) {
                continue;
            }
            for (String text : word.expand(this::variable)) {
                argv.addAll(word.isPattern() ? wildcards.expand(text) : List.of(text));
            }
        }
        try (Redirects.Opened opened = redirects.open(command.redirections(), streams, this::variable)) {
            int code = argv.isEmpty() ? 0 : runWords(argv, opened.streams(), group);
            opened.streams().flush();
            return opened.finish() ? code : 1;
        } catch (IOException | ErrnoException e) {
            streams.err().println("softroce: " + e.getMessage());
            return 1;
        }
    }

    /** {@code NAME=value} in front of a command; programs have no environment, so it stays a variable of the shell. */
    private boolean assign(Word word) {
        Word.Part first = word.parts().get(0);
        int equals = first.variable() || first.quoted() ? -1 : first.text().indexOf('=');
        if (equals < 1 || !first.text().substring(0, equals).matches("[A-Za-z_][A-Za-z0-9_]*")) {
            return false;
        }
        List<Word.Part> value = new ArrayList<>(word.parts());
        value.set(0, new Word.Part(first.text().substring(equals + 1), false, true));
        variables.put(first.text().substring(0, equals), String.join(" ", new Word(value).expand(this::variable)));
        return true;
    }

    private String variable(String name) {
        return switch (name) {
            case "?" -> String.valueOf(status);
            case "#" -> "0";
            case "$" -> String.valueOf(ProcessHandle.current().pid());
            default -> variables.getOrDefault(name, "");
        };
    }

    private int runWords(List<String> argv, Streams streams, ProcessGroup group) {
        String name = argv.get(0);
        if (builtins.names().contains(name)) {
            return builtins.run(argv, streams, status, group);
        }
        if (programs.names().contains(name)) {
            return runProgram(argv, streams, group);
        }
        Integer other = others.run(argv, streams);
        if (other == null) {
            streams.err().println("softroce: " + name + ": command not found");
            return NOT_FOUND;
        }
        return other;
    }

    private int runProgram(List<String> argv, Streams streams, ProcessGroup group) {
        ProgramProcess process;
        try {
            process = programs.spawn(argv, null, streams.in(), streams.out(), streams.err());
        } catch (ErrnoException e) {
            streams.err().println("softroce: " + argv.get(0) + ": " + e.getMessage());
            return NOT_RUNNABLE;
        }
        group.add(process);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.kill(Signals.TERM);
            Thread.currentThread().interrupt();
            return Signals.EXIT + Signals.TERM;
        } finally {
            group.remove(process);
            streams.flush();
        }
    }
}
