package org.softroce.kmod.internal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.task.Invocation;

/**
 * A command line taken apart as {@code getopt_long} does: options may stand anywhere, {@code --} ends them.
 *
 * @param letters  short options in order, long ones as the letter they stand for
 * @param values   what {@code -F value} was given, by letter
 * @param operands the rest
 */
record Options(List<Character> letters, Map<Character, String> values, List<String> operands) {

    /** What every program of kmod knows. */
    static final Map<String, Character> COMMON = Map.of("version", 'V', "help", 'h', "syslog", 's', "verbose", 'v');

    boolean has(char letter) {
        return letters.contains(letter);
    }

    /**
     * Parses; an error is printed in the words of the C library.
     *
     * @param known letters, followed by a colon if they take a value
     * @param names long names
     * @return {@code null} after an error
     */
    static Options parse(Invocation invocation, String known, Map<String, Character> names) {
        Options options = new Options(new ArrayList<>(), new HashMap<>(), new ArrayList<>());
        List<String> args = invocation.args();
        PrintStream err = invocation.err();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--")) {
                options.operands.addAll(args.subList(i + 1, args.size()));
                break;
            } else if (arg.startsWith("--")) {
                Character letter = names.get(arg.substring(2));
                if (letter == null) {
                    err.println(invocation.name() + ": unrecognized option '" + arg + "'");
                    return null;
                }
                options.letters.add(letter);
            } else if (arg.startsWith("-") && arg.length() > 1) {
                i = options.takeLetters(invocation, known, i);
                if (i < 0) {
                    return null;
                }
            } else {
                options.operands.add(arg);
            }
        }
        return options;
    }

    /** Letters of one argument; the index of the last argument used, or negative after an error. */
    private int takeLetters(Invocation invocation, String known, int index) {
        String arg = invocation.args().get(index);
        for (int i = 1; i < arg.length(); i++) {
            char letter = arg.charAt(i);
            int at = letter == ':' ? -1 : known.indexOf(letter);
            if (at < 0) {
                invocation.err().println(invocation.name() + ": invalid option -- '" + letter + "'");
                return -1;
            }
            letters.add(letter);
            if (at + 1 < known.length() && known.charAt(at + 1) == ':') {
                return takeValue(invocation, letter, arg.substring(i + 1), index);
            }
        }
        return index;
    }

    private int takeValue(Invocation invocation, char letter, String attached, int index) {
        if (!attached.isEmpty()) {
            values.put(letter, attached);
            return index;
        }
        if (index + 1 == invocation.args().size()) {
            invocation.err().println(invocation.name() + ": option requires an argument -- '" + letter + "'");
            return -1;
        }
        values.put(letter, invocation.args().get(index + 1));
        return index + 1;
    }
}
