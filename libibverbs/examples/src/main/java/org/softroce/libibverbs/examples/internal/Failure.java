package org.softroce.libibverbs.examples.internal;

import org.softroce.uapi.ErrnoException;

/**
 * Ends a program with exit code 1; the tool's words are printed already, our reason is not: it follows the last of
 * them.
 */
final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ErrnoException reason;

    Failure() {
        this(null);
    }

    Failure(ErrnoException reason) {
        super(null, null, false, false);
        this.reason = reason;
    }

    /** What the kernel said, or {@code null} if the tool's words are all there is to say. */
    ErrnoException reason() {
        return reason;
    }
}
