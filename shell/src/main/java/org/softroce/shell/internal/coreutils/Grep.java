package org.softroce.shell.internal.coreutils;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.uapi.ErrnoException;

/** {@code grep [-EFcinqvw] [-e] PATTERN [PATH]...}; exit code 0 found, 1 not found, 2 trouble. */
final class Grep implements Program {
    private static final int TROUBLE = 2;
    private static final String OPTIONS = "EFcinqvwe";
    /** Characters that are special in an extended expression as they are and in a basic one behind a backslash. */
    private static final String EXTENDED = "|(){}+?";

    @Override
    public int run(Invocation run) throws IOException {
        StringBuilder options = new StringBuilder();
        List<String> words = new ArrayList<>();
        for (String arg : run.args()) {
            if (words.isEmpty() && arg.length() > 1 && arg.startsWith("-") && options.indexOf("e") < 0) {
                options.append(arg, 1, arg.length());
            } else {
                words.add(arg);
            }
        }
        for (char option : options.toString().toCharArray()) {
            if (OPTIONS.indexOf(option) < 0) {
                run.err().println("grep: invalid option -- '" + option + "'");
                return TROUBLE;
            }
        }
        if (words.isEmpty()) {
            run.err().println("Usage: grep [OPTION]... PATTERNS [FILE]...");
            return TROUBLE;
        }
        try {
            Pattern pattern = pattern(words.get(0), options.toString());
            List<String> paths = words.size() > 1 ? words.subList(1, words.size()) : List.of("-");
            return search(run, pattern, paths, options.toString());
        } catch (PatternSyntaxException e) {
            run.err().println("grep: " + words.get(0) + ": " + e.getDescription());
            return TROUBLE;
        }
    }

    /** The expression of POSIX as one of Java. */
    static Pattern pattern(String text, String options) {
        String expression = options.contains("F") ? Pattern.quote(text)
                : options.contains("E") ? text : fromBasic(text);
        if (options.contains("w")) {
            expression = "\\b(?:" + expression + ")\\b";
        }
        return Pattern.compile(expression, options.contains("i") ? Pattern.CASE_INSENSITIVE : 0);
    }

    private static String fromBasic(String text) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                expression.append(EXTENDED.indexOf(next) >= 0 ? "" : "\\").append(next);
            } else {
                expression.append(EXTENDED.indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return expression.toString();
    }

    private static int search(Invocation run, Pattern pattern, List<String> paths, String options)
            throws IOException {
        boolean wanted = !options.contains("v");
        boolean found = false;
        boolean trouble = false;
        for (String path : paths) {
            String prefix = paths.size() > 1 ? path + ":" : "";
            int count = 0;
            int number = 0;
            try (BufferedReader reader = Coreutils.Text.open(run, path)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    number++;
                    if (pattern.matcher(line).find() != wanted) {
                        continue;
                    }
                    count++;
                    if (!options.contains("q") && !options.contains("c")) {
                        run.out().println(prefix + (options.contains("n") ? number + ":" : "") + line);
                    }
                }
            } catch (ErrnoException e) {
                Coreutils.complain(run, path, e);
                trouble = true;
            }
            if (options.contains("c")) {
                run.out().println(prefix + count);
            }
            found |= count > 0;
        }
        if (found && options.contains("q")) {
            return 0;
        }
        return trouble ? TROUBLE : found ? 0 : 1;
    }
}
