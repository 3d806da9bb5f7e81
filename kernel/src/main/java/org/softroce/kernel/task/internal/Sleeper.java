package org.softroce.kernel.task.internal;

import java.util.concurrent.locks.LockSupport;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * A thread that sleeps in a system call, entered in the wait queues of what may wake it.
 *
 * @mirrors kernel/sched/wait.c#prepare_to_wait
 */
final class Sleeper implements Runnable {

    /** No end of time. */
    static final long FOREVER = Long.MAX_VALUE;

    private final Thread thread = Thread.currentThread();
    private volatile boolean woken;

    /** Wakes the thread; called by a wait queue. */
    @Override
    public void run() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /** Enters the queue; {@code null} is a queue that never wakes. */
    void enter(WaitQueue queue) {
        if (queue != null) {
            queue.add(this);
        }
    }

    void leave(WaitQueue queue) {
        if (queue != null) {
            queue.remove(this);
        }
    }

    /** Forgets earlier wake-ups; look at the state after this and before {@link #await}. */
    void prepare() {
        woken = false;
    }

    /**
     * Sleeps until woken.
     *
     * @param startNs   {@code System.nanoTime()} when the call began
     * @param timeoutNs how long the whole call may take, or {@link #FOREVER}
     * @return false if the time is up
     * @throws ErrnoException EINTR if the thread is interrupted; the interrupt stays set
     */
    boolean await(long startNs, long timeoutNs) {
        while (!woken) {
            if (thread.isInterrupted()) {
                throw new ErrnoException(Errno.EINTR, "the calling thread was interrupted");
            }
            if (timeoutNs == FOREVER) {
                LockSupport.park(this);
                continue;
            }
            long left = timeoutNs - (System.nanoTime() - startNs);
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, left);
        }
        return true;
    }
}
