package org.softroce.libibverbs.examples.internal;

/** Ends a program with exit code 1; what happened is printed already. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    Failure() {
        super(null, null, false, false);
    }
}
