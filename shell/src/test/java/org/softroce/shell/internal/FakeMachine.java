package org.softroce.shell.internal;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.kernel.task.Tasks;

/** Just enough of a machine to run programs in: pids, signals, exit codes. */
final class FakeMachine implements Programs, Tasks {
    final Map<String, Program> programs = new TreeMap<>();
    final List<List<String>> spawned = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private int pid;

    @Override
    public List<String> names() {
        return List.copyOf(programs.keySet());
    }

    @Override
    public synchronized ProgramProcess spawn(List<String> argv, NetNamespace netNamespace, InputStream in,
            PrintStream out, PrintStream err) {
        spawned.add(List.copyOf(argv));
        CompletableFuture<Integer> killed = new CompletableFuture<>();
        Task task = task(++pid, killed);
        Invocation run = new Invocation(task, argv.get(0), List.copyOf(argv.subList(1, argv.size())), in, out, err);
        Process process = new Process(task, String.join(" ", argv));
        tasks.add(task);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                process.exit.complete(programs.get(argv.get(0)).run(run));
            } catch (TaskExit e) {
                process.exit.complete(128 + e.signal());
            } catch (Exception e) {
                err.println(argv.get(0) + ": " + e.getMessage());
                process.exit.complete(1);
            } finally {
                tasks.remove(task);
            }
        });
        return process;
    }

    @Override
    public Task create(String comm, int uid, NetNamespace netNamespace) {
        throw new UnsupportedOperationException("no files here");
    }

    @Override
    public synchronized List<Task> list() {
        return List.copyOf(tasks);
    }

    /** A task that knows its pid, can be killed, and blocks in poll() until then. */
    private static Task task(int pid, CompletableFuture<Integer> killed) {
        return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "pid" -> pid;
                    case "kill" -> {
                        killed.complete((Integer) arguments[0]);
                        yield null;
                    }
                    case "isExiting" -> killed.isDone();
                    case "poll" -> throw new TaskExit(killed.get());
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> pid;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static final class Process implements ProgramProcess {
        private final CompletableFuture<Integer> exit = new CompletableFuture<>();
        private final Task task;
        private final String commandLine;

        private Process(Task task, String commandLine) {
            this.task = task;
            this.commandLine = commandLine;
        }

        @Override
        public Task task() {
            return task;
        }

        @Override
        public String commandLine() {
            return commandLine;
        }

        @Override
        public boolean isAlive() {
            return !exit.isDone();
        }

        @Override
        public int waitFor() throws InterruptedException {
            try {
                return exit.get();
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Integer waitFor(long timeoutNs) throws InterruptedException {
            try {
                return exit.get(timeoutNs, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return null;
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void kill(int signal) {
            task.kill(signal);
        }
    }
}
