package org.softroce.shell.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.shell.internal.Syntax.Redirection;

/**
 * Opens what {@code <}, {@code >}, {@code >>} and {@code >&} name. Paths below /sys and /proc are the machine's, all
 * others the host's.
 */
final class Redirects {
    private static final String NULL = "/dev/null";

    private final Tasks tasks;

    Redirects(Tasks tasks) {
        this.tasks = tasks;
    }

    Opened open(List<Redirection> redirections, Streams streams, Function<String, String> variables)
            throws IOException {
        Opened opened = new Opened(streams);
        for (Redirection redirection : redirections) {
            List<String> words = redirection.target().expand(variables);
            if (words.size() != 1) {
                opened.close();
                throw new IOException(redirection.target().source() + ": ambiguous redirect");
            }
            opened.add(redirection.fd(), redirection.kind(), words.get(0));
        }
        return opened;
    }

    private static boolean isMachinePath(String path) {
        return path.startsWith("/sys/") || path.startsWith("/proc/");
    }

    /** The streams of one command and what has to happen when it has ended. */
    final class Opened implements AutoCloseable {
        private final List<AutoCloseable> files = new ArrayList<>();
        private final PrintStream complaints;
        private Streams streams;

        private Opened(Streams streams) {
            this.streams = streams;
            this.complaints = streams.err();
        }

        Streams streams() {
            return streams;
        }

        private void add(int fd, String kind, String target) throws IOException {
            switch (kind) {
                case "<" -> streams = streams.withIn(register(input(target)));
                case ">&" -> set(fd, duplicate(target));
                default -> {
                    OutputStream file = output(target, kind.equals(">>"));
                    set(fd, register(new PrintStream(file, true, StandardCharsets.UTF_8)));
                }
            }
        }

        private <C extends AutoCloseable> C register(C file) {
            files.add(file);
            return file;
        }

        private void set(int fd, PrintStream stream) {
            streams = fd == 2 ? streams.withErr(stream) : streams.withOut(stream);
        }

        private PrintStream duplicate(String target) throws IOException {
            return switch (target) {
                case "1" -> streams.out();
                case "2" -> streams.err();
                default -> throw new IOException(target + ": Bad file descriptor");
            };
        }

        private InputStream input(String target) throws IOException {
            if (isMachinePath(target)) {
                Task task = tasks.create("sh", 0, null);
                try {
                    return new ByteArrayInputStream(task.readText(target).getBytes(StandardCharsets.UTF_8));
                } finally {
                    task.exit();
                }
            }
            return target.equals(NULL) ? InputStream.nullInputStream() : Files.newInputStream(hostFile(target));
        }

        private OutputStream output(String target, boolean append) throws IOException {
            if (target.equals(NULL)) {
                return OutputStream.nullOutputStream();
            }
            if (isMachinePath(target)) {
                return new MachineFile(target);
            }
            try {
                return Files.newOutputStream(Path.of(target), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                        append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            } catch (NoSuchFileException e) {
                throw new IOException(target + ": No such file or directory", e);
            } catch (AccessDeniedException e) {
                throw new IOException(target + ": Permission denied", e);
            } catch (FileSystemException e) {
                throw e.getReason() == null ? e : new IOException(target + ": " + e.getReason(), e);
            }
        }

        private Path hostFile(String target) throws IOException {
            Path path = Path.of(target);
            if (!Files.exists(path)) {
                throw new IOException(target + ": No such file or directory");
            }
            return path;
        }

        /** Writes out what is still pending; false if that failed. */
        boolean finish() {
            try {
                for (AutoCloseable file : files) {
                    file.close();
                }
                return true;
            } catch (Exception e) {
                complaints.println("softroce: " + e.getMessage());
                return false;
            } finally {
                files.clear();
            }
        }

        @Override
        public void close() {
            finish();
        }
    }

    /** A sysfs attribute takes a whole value at a time: it is written when the command has ended. */
    private final class MachineFile extends ByteArrayOutputStream {
        private final String path;
        private boolean closed;

        private MachineFile(String path) {
            this.path = path;
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            Task task = tasks.create("sh", 0, null);
            try {
                task.writeText(path, toString(StandardCharsets.UTF_8));
            } finally {
                task.exit();
            }
        }
    }
}
