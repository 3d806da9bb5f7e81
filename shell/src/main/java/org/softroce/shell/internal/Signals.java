package org.softroce.shell.internal;

import java.util.Locale;
import java.util.Map;

/** The signals a user of this shell sends. */
final class Signals {
    static final int HUP = 1;
    static final int INT = 2;
    static final int PIPE = 13;
    static final int TERM = 15;
    /** Exit code of a command that a signal ended, less the signal. */
    static final int EXIT = 128;

    private static final Map<String, Integer> NUMBERS = Map.of("HUP", HUP, "INT", INT, "QUIT", 3, "KILL", 9,
            "USR1", 10, "PIPE", PIPE, "TERM", TERM);
    private static final int LAST = 64;

    private Signals() {
    }

    /** Number of {@code 9}, {@code KILL} or {@code SIGKILL}; -1 if there is no such signal. */
    static int number(String text) {
        if (text.matches("[0-9]{1,2}")) {
            int number = Integer.parseInt(text);
            return number <= LAST ? number : -1;
        }
        String name = text.toUpperCase(Locale.ROOT);
        return NUMBERS.getOrDefault(name.startsWith("SIG") ? name.substring(3) : name, -1);
    }
}
