package org.softroce.shell.internal.coreutils;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;

/**
 * A line of {@code ls -l}.
 *
 * @param links  names of the node: two and one for each directory in it, or one
 * @param target where a symbolic link leads, else {@code null}
 */
record LongEntry(String path, String name, FileStat stat, int links, String target) {
    /** sysfs makes its nodes when they are looked at: all carry the time the machine came up. */
    private static final String DATE =
            LocalDateTime.now().format(DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT));
    private static final String PERMISSIONS = "rwxrwxrwx";
    private static final int ALL = 0777;

    static LongEntry of(Task task, String path, String name) {
        String target = target(task, path);
        if (target != null) {
            return new LongEntry(path, name, new FileStat(FileStat.Kind.LINK, ALL, 0, 0), 1, target);
        }
        FileStat stat = task.stat(path);
        int links = 1;
        if (stat.kind() == FileStat.Kind.DIRECTORY) {
            links = 2;
            for (String child : task.readDirectory(path)) {
                links += isDirectory(task, path + "/" + child) ? 1 : 0;
            }
        }
        return new LongEntry(path, name, stat, links, null);
    }

    private static String target(Task task, String path) {
        try {
            return task.readLink(path);
        } catch (ErrnoException e) {
            return null;
        }
    }

    private static boolean isDirectory(Task task, String path) {
        try {
            return target(task, path) == null && task.stat(path).kind() == FileStat.Kind.DIRECTORY;
        } catch (ErrnoException e) {
            return false;
        }
    }

    boolean isDirectory() {
        return stat.kind() == FileStat.Kind.DIRECTORY;
    }

    /** The lines of a directory, its columns as wide as they have to be. */
    static List<String> lines(List<LongEntry> entries) {
        int links = width(entries, entry -> String.valueOf(entry.links).length());
        int major = width(entries, entry -> entry.isDevice() ? String.valueOf(entry.stat.major()).length() : 0);
        int minor = width(entries, entry -> entry.isDevice() ? String.valueOf(entry.stat.minor()).length() : 0);
        int size = Math.max(width(entries, entry -> entry.size().length()), major == 0 ? 0 : major + minor + 2);
        return entries.stream().map(entry -> {
            String amount = entry.isDevice() ? pad(entry.stat.major(), major) + ", " + pad(entry.stat.minor(), minor)
                    : entry.size();
            return entry.mode() + " " + pad(entry.links, links) + " root root " + pad(amount, size) + " " + DATE + " "
                    + entry.name + (entry.target == null ? "" : " -> " + entry.target);
        }).toList();
    }

    private static int width(List<LongEntry> entries, ToIntFunction<LongEntry> column) {
        return entries.stream().mapToInt(column).max().orElse(0);
    }

    private static String pad(Object text, int width) {
        return " ".repeat(Math.max(0, width - String.valueOf(text).length())) + text;
    }

    private boolean isDevice() {
        return stat.kind() == FileStat.Kind.CHAR_DEVICE;
    }

    private String size() {
        return stat.kind() == FileStat.Kind.FILE ? "4096" : isDevice() ? "" : "0";
    }

    private String mode() {
        char kind = switch (stat.kind()) {
            case DIRECTORY -> 'd';
            case CHAR_DEVICE -> 'c';
            case SOCKET -> 's';
            case LINK -> 'l';
            case FILE -> '-';
        };
        StringBuilder mode = new StringBuilder().append(kind);
        for (int bit = 0; bit < PERMISSIONS.length(); bit++) {
            boolean set = (stat.mode() >> PERMISSIONS.length() - 1 - bit & 1) != 0;
            mode.append(set ? PERMISSIONS.charAt(bit) : '-');
        }
        return mode.toString();
    }
}
