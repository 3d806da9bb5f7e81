package org.softroce.shell.internal.coreutils;

import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;

/** {@code ls [-1adlR] [PATH]...} on the machine's tree; one name a line, as into a pipe. */
final class Ls implements Program {
    private static final int FAILED = 2;
    private static final String OPTIONS = "1adlR";

    @Override
    public int run(Invocation run) {
        StringBuilder options = new StringBuilder();
        List<String> paths = new ArrayList<>();
        for (String arg : run.args()) {
            if (arg.startsWith("-") && arg.length() > 1) {
                options.append(arg, 1, arg.length());
            } else {
                paths.add(arg);
            }
        }
        for (char option : options.toString().toCharArray()) {
            if (OPTIONS.indexOf(option) < 0) {
                run.err().println("ls: invalid option -- '" + option + "'");
                return FAILED;
            }
        }
        if (paths.isEmpty()) {
            paths.add("/");
        }
        return new Listing(run, options.toString(), paths.size() > 1).list(paths.stream().sorted().toList());
    }

    /** One run: what cannot be reached first, then the files, then the directories with what is in them. */
    private static final class Listing {
        private final Invocation run;
        private final Task task;
        private final String options;
        private final boolean titles;
        private boolean printed;

        Listing(Invocation run, String options, boolean several) {
            this.run = run;
            this.task = run.task();
            this.options = options;
            this.titles = several || options.contains("R");
        }

        int list(List<String> paths) {
            int code = 0;
            List<String> files = new ArrayList<>();
            List<String> directories = new ArrayList<>();
            for (String path : paths) {
                try {
                    boolean entered = task.stat(path).kind() == FileStat.Kind.DIRECTORY && !options.contains("d");
                    (entered ? directories : files).add(path);
                } catch (ErrnoException e) {
                    run.err().println("ls: cannot access '" + path + "': " + e.errno().text());
                    code = FAILED;
                }
            }
            entries(files.stream().map(path -> LongEntry.of(task, path, path)).toList());
            for (String path : directories) {
                directory(path);
            }
            return code;
        }

        private void directory(String path) {
            if (titles) {
                run.out().print((printed ? "\n" : "") + path + ":\n");
                printed = true;
            }
            if (options.contains("l")) {
                run.out().print("total 0\n");
            }
            List<LongEntry> entries = new ArrayList<>();
            for (String name : task.readDirectory(path).stream().sorted().toList()) {
                try {
                    entries.add(LongEntry.of(task, path.endsWith("/") ? path + name : path + "/" + name, name));
                } catch (ErrnoException e) {
                    continue; // gone since the directory was read
                }
            }
            entries(entries);
            if (options.contains("R")) {
                entries.stream().filter(LongEntry::isDirectory).forEach(entry -> directory(entry.path()));
            }
        }

        private void entries(List<LongEntry> entries) {
            if (options.contains("l")) {
                LongEntry.lines(entries).forEach(line -> run.out().print(line + "\n"));
            } else {
                entries.forEach(entry -> run.out().print(entry.name() + "\n"));
            }
            printed |= !entries.isEmpty();
        }
    }
}
