package org.softroce.shell.internal.coreutils;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;

/** {@code ls [-1adl] [PATH]...} on the machine's tree; one name a line, as into a pipe. */
final class Ls implements Program {
    private static final int FAILED = 2;
    private static final String OPTIONS = "1adl";
    private static final String PERMISSIONS = "rwxrwxrwx";

    /** sysfs makes its nodes when they are looked at: all carry the time the machine came up. */
    private final String date = LocalDateTime.now().format(DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT));

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
        int code = 0;
        for (String path : paths) {
            try {
                list(run, path, options.toString(), paths.size() > 1);
            } catch (ErrnoException e) {
                run.err().println("ls: cannot access '" + path + "': " + e.errno().text());
                code = FAILED;
            }
        }
        return code;
    }

    private void list(Invocation run, String path, String options, boolean several) {
        boolean details = options.contains("l");
        Task task = run.task();
        FileStat stat = task.stat(path);
        if (stat.kind() != FileStat.Kind.DIRECTORY || options.contains("d")) {
            run.out().println(details ? details(task, path, path) : path);
            return;
        }
        if (several) {
            run.out().println(path + ":");
        }
        for (String name : task.readDirectory(path).stream().sorted().toList()) {
            String full = path.endsWith("/") ? path + name : path + "/" + name;
            run.out().println(details ? details(task, full, name) : name);
        }
    }

    private String details(Task task, String path, String name) {
        FileStat stat = task.stat(path);
        String target = "";
        char kind = switch (stat.kind()) {
            case DIRECTORY -> 'd';
            case CHAR_DEVICE -> 'c';
            case SOCKET -> 's';
            case LINK -> 'l';
            case FILE -> '-';
        };
        if (kind == 'l') {
            target = " -> " + task.readLink(path);
        }
        StringBuilder mode = new StringBuilder().append(kind);
        for (int bit = 0; bit < PERMISSIONS.length(); bit++) {
            boolean set = (stat.mode() >> PERMISSIONS.length() - 1 - bit & 1) != 0;
            mode.append(set ? PERMISSIONS.charAt(bit) : '-');
        }
        String size = kind == 'c' ? stat.major() + ", " + stat.minor() : kind == '-' ? "4096" : "0";
        return mode + " 1 root root " + String.format("%8s", size) + " " + date + " " + name + target;
    }
}
