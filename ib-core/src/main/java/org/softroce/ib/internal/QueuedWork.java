package org.softroce.ib.internal;

import java.util.ArrayDeque;

/**
 * Work done one after the other on a thread that exists only while there is some.
 *
 * @mirrors kernel/workqueue.c#queue_work
 */
final class QueuedWork {

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private Thread worker;

    synchronized void run(Runnable action) {
        queue.add(action);
        if (worker == null) {
            worker = Thread.ofPlatform().daemon().name("ib-unreg").start(this::drain);
        }
    }

    private void drain() {
        for (Runnable action = next(); action != null; action = next()) {
            action.run();
        }
    }

    private synchronized Runnable next() {
        Runnable action = queue.poll();
        if (action == null) {
            worker = null;
            notifyAll();
        }
        return action;
    }

    /** Waits until everything queued is done; returns at once when called by the work itself. */
    synchronized void flush() {
        boolean interrupted = false;
        while (worker != null && worker != Thread.currentThread()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
