package org.softroce.shell.internal;

/** What the lexer finds. */
sealed interface Token {

    /** A word. */
    record Text(Word word) implements Token { }

    /** Something between commands: {@code ; & && || |} or a newline. */
    record Operator(String text) implements Token { }

    /**
     * A redirection.
     *
     * @param fd        the stream, 0 to 2
     * @param text      {@code < > >>} or {@code >&}
     */
    record Redirect(int fd, String text) implements Token { }
}
