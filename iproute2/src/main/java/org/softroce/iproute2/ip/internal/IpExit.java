package org.softroce.iproute2.ip.internal;

/** Ends a run with an exit code; everything was said already. */
final class IpExit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    IpExit(int code) {
        super("exit " + code, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
