package org.softroce.kernel.task.internal;

import java.util.List;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;

/**
 * The files of one {@code poll}, held until it returns.
 *
 * @mirrors fs/select.c#do_poll
 */
final class PollSet implements AutoCloseable {

    private static final int ALWAYS = Poll.POLLERR | Poll.POLLHUP;

    private final PollFd[] fds;
    /** {@code null} where the descriptor is negative or not open. */
    private final OpenDescription[] descriptions;

    PollSet(List<PollFd> list, DescriptorTable files) {
        fds = list.toArray(PollFd[]::new);
        descriptions = new OpenDescription[fds.length];
        for (int i = 0; i < fds.length; i++) {
            if (fds[i].fd >= 0) {
                descriptions[i] = acquire(files, fds[i].fd);
            }
        }
    }

    private static OpenDescription acquire(DescriptorTable files, int fd) {
        try {
            return files.acquire(fd);
        } catch (ErrnoException e) {
            return null;
        }
    }

    /** Fills in what is ready; how many entries have something. */
    int look() {
        int ready = 0;
        for (int i = 0; i < fds.length; i++) {
            PollFd entry = fds[i];
            if (descriptions[i] != null) {
                entry.revents = state(descriptions[i].file()) & (entry.events | ALWAYS);
            } else {
                entry.revents = entry.fd < 0 ? 0 : Poll.POLLNVAL;
            }
            ready += entry.revents == 0 ? 0 : 1;
        }
        return ready;
    }

    /** A file without a wait queue never changes: it is ready for everything. */
    private static int state(OpenFile file) {
        int state = file.poll();
        return state == 0 && file.waitQueue() == null ? Poll.POLLIN | Poll.POLLOUT : state;
    }

    /** Sleeps until something is ready, the time is up (0) or the caller exits. */
    int await(WaitQueue exitQueue, Task caller, long timeoutNs) {
        long start = System.nanoTime();
        Sleeper sleeper = new Sleeper();
        sleeper.enter(exitQueue);
        for (OpenDescription description : descriptions) {
            sleeper.enter(description == null ? null : description.file().waitQueue());
        }
        try {
            while (true) {
                sleeper.prepare();
                caller.checkExiting();
                int ready = look();
                if (ready > 0 || !sleeper.await(start, timeoutNs)) {
                    return ready;
                }
            }
        } finally {
            sleeper.leave(exitQueue);
            for (OpenDescription description : descriptions) {
                sleeper.leave(description == null ? null : description.file().waitQueue());
            }
        }
    }

    @Override
    public void close() {
        for (OpenDescription description : descriptions) {
            if (description != null) {
                description.drop();
            }
        }
    }
}
