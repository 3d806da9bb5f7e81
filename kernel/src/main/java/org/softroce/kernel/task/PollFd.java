package org.softroce.kernel.task;

/**
 * One entry of {@link Task#poll}.
 *
 * @mirrors include/uapi/asm-generic/poll.h#pollfd
 */
public final class PollFd {
    public final int fd;
    public int events;
    public int revents;

    public PollFd(int fd, int events) {
        this.fd = fd;
        this.events = events;
    }
}
