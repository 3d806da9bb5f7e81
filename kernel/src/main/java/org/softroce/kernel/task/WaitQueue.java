package org.softroce.kernel.task;

import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who wants to know that a file's state changed.
 *
 * <p>{@link #wake()} costs one volatile read while nobody waits and may be called from a data path.
 *
 * @mirrors include/linux/wait.h#wait_queue_head
 */
public final class WaitQueue {

    private final CopyOnWriteArrayList<Runnable> waiters = new CopyOnWriteArrayList<>();

    /** Adds a waiter; look at the file's state once more after this. The same object removes it. */
    public void add(Runnable waiter) {
        waiters.add(waiter);
    }

    public void remove(Runnable waiter) {
        waiters.remove(waiter);
    }

    /** Calls every waiter; they only unpark threads or complete futures. */
    public void wake() {
        if (waiters.isEmpty()) {
            return;
        }
        for (Runnable waiter : waiters) {
            waiter.run();
        }
    }
}
