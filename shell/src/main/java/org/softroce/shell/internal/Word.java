package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A word as written: pieces of text and variables, quoted or not. */
record Word(List<Part> parts) {

    /**
     * A piece of a word.
     *
     * @param text     the text, or the name of the variable
     * @param variable a reference to a variable
     * @param quoted   inside quotes (or after a backslash): taken as it is
     */
    record Part(String text, boolean variable, boolean quoted) { }

    Word {
        parts = List.copyOf(parts);
    }

    /** The word without any expansion, for messages and for the list of jobs. */
    String source() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (part.variable()) {
                text.append('$').append(part.text());
            } else if (part.quoted() && (part.text().isEmpty() || !Lexer.isPlain(part.text()))) {
                text.append('\'').append(part.text().replace("'", "'\\''")).append('\'');
            } else {
                text.append(part.text());
            }
        }
        return text.toString();
    }

    /** The text if the word is a single unquoted piece, else null. */
    String plain() {
        return parts.size() == 1 && !parts.get(0).variable() && !parts.get(0).quoted() ? parts.get(0).text() : null;
    }

    /** Whether characters such as {@code *} in it have their meaning: none is quoted. */
    boolean isPattern() {
        return parts.stream().noneMatch(part -> part.quoted() || part.variable());
    }

    /** What the word stands for: one string, or none or several where an unquoted variable is empty or has blanks. */
    List<String> expand(Function<String, String> variables) {
        List<String> words = new ArrayList<>();
        StringBuilder current = null;
        for (Part part : parts) {
            String text = part.variable() ? variables.apply(part.text()) : part.text();
            if (!part.variable() || part.quoted()) {
                current = (current == null ? new StringBuilder() : current).append(text);
                continue;
            }
            String[] fields = text.split("\\s+", -1);
            for (int i = 0; i < fields.length; i++) {
                if (i > 0 && current != null) {
                    words.add(current.toString());
                    current = null;
                }
                if (!fields[i].isEmpty()) {
                    current = (current == null ? new StringBuilder() : current).append(fields[i]);
                }
            }
        }
        if (current != null) {
            words.add(current.toString());
        }
        return words;
    }
}
