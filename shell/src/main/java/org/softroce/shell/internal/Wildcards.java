package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.uapi.ErrnoException;

/** Expands <code>{a,b}</code>, {@code *} and {@code ?} against the machine's tree, for absolute paths. */
final class Wildcards {
    private static final Pattern BRACES = Pattern.compile("\\{([^{}]*,[^{}]*)}");
    private static final Pattern STAR = Pattern.compile("[*?]");

    private final Tasks tasks;

    Wildcards(Tasks tasks) {
        this.tasks = tasks;
    }

    /** What the text stands for: itself if there are no such characters, or nothing is called so. */
    List<String> expand(String text) {
        Matcher braces = BRACES.matcher(text);
        List<String> words = new ArrayList<>();
        if (braces.find()) {
            for (String choice : braces.group(1).split(",", -1)) {
                words.addAll(expand(text.substring(0, braces.start()) + choice + text.substring(braces.end())));
            }
            return words;
        }
        if (!text.startsWith("/") || !STAR.matcher(text).find()) {
            return List.of(text);
        }
        Task task = tasks.create("sh", 0, null);
        try {
            walk(task, "", List.of(text.substring(1).split("/", -1)), words);
        } finally {
            task.exit();
        }
        return words.isEmpty() ? List.of(text) : words;
    }

    private static void walk(Task task, String folder, List<String> rest, List<String> words) {
        if (rest.isEmpty()) {
            words.add(folder);
            return;
        }
        String segment = rest.get(0);
        List<String> next = rest.subList(1, rest.size());
        for (String name : names(task, folder, segment)) {
            walk(task, folder + "/" + name, next, words);
        }
    }

    /** Entries of the folder that match; hidden ones only if asked for. */
    private static List<String> names(Task task, String folder, String segment) {
        try {
            if (!STAR.matcher(segment).find()) {
                if (!segment.isEmpty()) {
                    task.stat(folder + "/" + segment);
                }
                return List.of(segment);
            }
            Pattern pattern = Pattern.compile(regex(segment));
            return task.readDirectory(folder.isEmpty() ? "/" : folder).stream().sorted()
                    .filter(name -> pattern.matcher(name).matches()).toList();
        } catch (ErrnoException e) {
            return List.of();
        }
    }

    private static String regex(String segment) {
        StringBuilder regex = new StringBuilder();
        for (char c : segment.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return regex.toString();
    }
}
