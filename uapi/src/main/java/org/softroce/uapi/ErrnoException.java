package org.softroce.uapi;

import java.util.Objects;

/**
 * A system call that failed: the number a C program would find in {@code errno}, and a text that names the value,
 * the limit and the remedy, which C programs never get.
 */
public class ErrnoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;
    private final String detail;

    /**
     * A failure.
     *
     * @param errno  the number
     * @param detail which value, which limit, what to do; null if the number says it all
     */
    public ErrnoException(Errno errno, String detail) {
        this(errno, detail, null);
    }

    /** A failure with the exception that led to it. */
    public ErrnoException(Errno errno, String detail, Throwable cause) {
        super(Objects.requireNonNull(errno).text() + (detail == null ? "" : " (" + detail + ")"), cause);
        this.errno = errno;
        this.detail = detail;
    }

    /** The number. */
    public Errno errno() {
        return errno;
    }

    /** The text beyond the number's own, or null. */
    public String detail() {
        return detail;
    }
}
