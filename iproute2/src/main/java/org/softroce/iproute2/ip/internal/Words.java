package org.softroce.iproute2.ip.internal;

import java.util.List;

/**
 * The words of a command line, one after the other.
 *
 * @mirrors include/utils.h#NEXT_ARG
 */
final class Words {

    private final Session session;
    private final List<String> words;
    private int at;

    Words(Session session, List<String> words) {
        this.session = session;
        this.words = words;
    }

    boolean hasNext() {
        return at < words.size();
    }

    String next() {
        return words.get(at++);
    }

    String peek() {
        return words.get(at);
    }

    /** The value that has to follow a keyword. */
    String value() {
        if (!hasNext()) {
            throw session.fail(255, "Command line is not complete. Try option \"help\"", null);
        }
        return next();
    }

    /** All that are left. */
    List<String> rest() {
        List<String> rest = List.copyOf(words.subList(at, words.size()));
        at = words.size();
        return rest;
    }

    /** True if the word is the beginning of the keyword, as abbreviations go. */
    static boolean matches(String word, String keyword) {
        return !word.isEmpty() && keyword.startsWith(word);
    }
}
