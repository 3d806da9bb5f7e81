package org.softroce.shell.internal;

/** A command line that cannot be read; the message is what the user sees. */
final class ShellSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ShellSyntaxException(String message) {
        super(message, null, false, false);
    }
}
