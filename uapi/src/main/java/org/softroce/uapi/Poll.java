package org.softroce.uapi;

/**
 * Event bits of {@code poll}.
 *
 * @mirrors include/uapi/asm-generic/poll.h
 */
public final class Poll {
    /** Something can be read. */
    public static final int POLLIN = 1;
    /** Something urgent can be read. */
    public static final int POLLPRI = 2;
    /** Writing will not block. */
    public static final int POLLOUT = 4;
    /** An error; reported without being asked for. */
    public static final int POLLERR = 8;
    /** The other side is gone; reported without being asked for. */
    public static final int POLLHUP = 0x10;
    /** Not an open descriptor. */
    public static final int POLLNVAL = 0x20;
    public static final int POLLRDNORM = 0x40;
    public static final int POLLRDBAND = 0x80;
    public static final int POLLWRNORM = 0x100;
    public static final int POLLWRBAND = 0x200;
    public static final int POLLRDHUP = 0x2000;

    private Poll() {
    }
}
