package org.softroce.kmod.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.task.Invocation;

/**
 * A command line of one of the programs, read to its end.
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
     * Reads it; an error is printed.
     *
     * @param known letters, followed by a colon if they take a value
     * @param names long names
     * @return {@code null} after an error
     */
    static Options parse(Invocation invocation, String known, Map<String, Character> names) {
        List<GetOpt.Long> longs = new ArrayList<>();
        names.forEach((name, letter) -> longs.add(new GetOpt.Long(name, known.contains(letter + ":"), letter)));
        GetOpt getopt = new GetOpt(invocation.name(), invocation.args(), known, longs, invocation.err());
        List<Character> letters = new ArrayList<>();
        Map<Character, String> values = new HashMap<>();
        for (int option = getopt.next(); option != GetOpt.END; option = getopt.next()) {
            if (option == GetOpt.UNKNOWN) {
                return null;
            }
            letters.add((char) option);
            if (getopt.argument() != null) {
                values.put((char) option, getopt.argument());
            }
        }
        return new Options(letters, values, getopt.operands());
    }
}
