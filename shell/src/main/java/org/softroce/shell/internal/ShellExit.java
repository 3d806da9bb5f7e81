package org.softroce.shell.internal;

/** Unwinds the interpreter: somebody said {@code exit}. */
final class ShellExit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    ShellExit(int code) {
        super(null, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
