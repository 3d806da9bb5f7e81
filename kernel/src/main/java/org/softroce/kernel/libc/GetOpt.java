package org.softroce.kernel.libc;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Option parsing as {@code getopt_long} does it: options may stand behind operands, short ones may be joined, long ones
 * shortened while they stay unique, and complaints have glibc's words.
 *
 * @mirrors glibc/posix/getopt.c#_getopt_internal_r
 */
public final class GetOpt {

    /** Returned by {@link #next()} at the end. */
    public static final int END = -1;
    /** Returned for an option that is none; the complaint was printed. */
    public static final int UNKNOWN = '?';

    /**
     * A long option.
     *
     * @param value what {@link #next()} returns for it
     */
    public record Long(String name, boolean hasArgument, int value) { }

    private final String program;
    private final List<String> args;
    private final String shortOptions;
    private final List<Long> longOptions;
    private final PrintStream err;
    private final List<String> operands = new ArrayList<>();
    private int index;
    private int inWord;
    private String argument;

    /**
     * @param program name for complaints
     * @param shortOptions such as {@code "d:i:hv"}
     */
    public GetOpt(String program, List<String> args, String shortOptions, List<Long> longOptions, PrintStream err) {
        this.program = program;
        this.args = args;
        this.shortOptions = shortOptions;
        this.longOptions = longOptions;
        this.err = err;
    }

    /** Argument of the option just returned, or {@code null}. */
    public String argument() {
        return argument;
    }

    /** What is no option, in order; complete once {@link #next()} returned {@link #END}. */
    public List<String> operands() {
        return operands;
    }

    /** The next option: its character, the value of a long one, {@link #UNKNOWN} or {@link #END}. */
    public int next() {
        argument = null;
        if (inWord > 0) {
            return shortOption();
        }
        while (index < args.size()) {
            String word = args.get(index);
            if (word.equals("--")) {
                operands.addAll(args.subList(index + 1, args.size()));
                index = args.size();
            } else if (word.startsWith("--")) {
                index++;
                return longOption(word.substring(2));
            } else if (word.startsWith("-") && word.length() > 1) {
                inWord = 1;
                return shortOption();
            } else {
                operands.add(word);
                index++;
            }
        }
        return END;
    }

    private int shortOption() {
        String word = args.get(index);
        char option = word.charAt(inWord++);
        boolean last = inWord == word.length();
        int at = option == ':' ? -1 : shortOptions.indexOf(option);
        if (at < 0) {
            endWord(last);
            return complain("invalid option -- '" + option + "'");
        }
        if (at + 1 < shortOptions.length() && shortOptions.charAt(at + 1) == ':') {
            if (!last) {
                argument = word.substring(inWord);
                endWord(true);
            } else {
                endWord(true);
                if (index == args.size()) {
                    return complain("option requires an argument -- '" + option + "'");
                }
                argument = args.get(index++);
            }
            return option;
        }
        endWord(last);
        return option;
    }

    private void endWord(boolean last) {
        if (last) {
            inWord = 0;
            index++;
        }
    }

    private int longOption(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Long found = find(name);
        if (found == null) {
            return UNKNOWN;
        }
        if (equals >= 0) {
            if (!found.hasArgument) {
                return complain("option '--" + found.name + "' doesn't allow an argument");
            }
            argument = word.substring(equals + 1);
        } else if (found.hasArgument) {
            if (index == args.size()) {
                return complain("option '--" + found.name + "' requires an argument");
            }
            argument = args.get(index++);
        }
        return found.value;
    }

    private Long find(String name) {
        List<Long> candidates = longOptions.stream().filter(option -> option.name.startsWith(name)).toList();
        for (Long candidate : candidates) {
            if (candidate.name.equals(name)) {
                return candidate;
            }
        }
        if (candidates.isEmpty()) {
            complain("unrecognized option '--" + name + "'");
            return null;
        }
        if (candidates.size() > 1) {
            StringBuilder text = new StringBuilder("option '--" + name + "' is ambiguous; possibilities:");
            candidates.forEach(candidate -> text.append(" '--").append(candidate.name).append('\''));
            complain(text.toString());
            return null;
        }
        return candidates.get(0);
    }

    private int complain(String text) {
        err.print(program + ": " + text + "\n");
        return UNKNOWN;
    }
}
