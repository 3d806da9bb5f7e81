package org.softroce.perftest.internal;

/** Ends a test with exit code 1; what happened is printed already. */
final class TestFailure extends Exception {
    private static final long serialVersionUID = 1L;

    TestFailure() {
        super(null, null, false, false);
    }
}
