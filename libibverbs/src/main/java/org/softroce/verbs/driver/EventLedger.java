package org.softroce.verbs.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.softroce.kernel.task.Task;

/**
 * Counts the events of an object that were acknowledged, so that destroying it can wait for the rest.
 *
 * @mirrors libibverbs/verbs.h#ibv_cq.comp_events_completed
 */
final class EventLedger {
    /** How often a waiting thread looks whether its process is being killed. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int completed;

    void acknowledge(int count) {
        lock.lock();
        try {
            completed += count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all that were given out are acknowledged; TaskExit if the process is killed meanwhile. */
    void await(int reported, Task task) {
        lock.lock();
        try {
            boolean interrupted = false;
            while (completed != reported) {
                task.checkExiting();
                try {
                    changed.awaitNanos(LOOK_NS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
