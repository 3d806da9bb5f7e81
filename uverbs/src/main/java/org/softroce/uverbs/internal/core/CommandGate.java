package org.softroce.uverbs.internal.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets commands in while the device is there, and lets whoever removes it wait until the last one came out.
 *
 * @mirrors drivers/infiniband/core/uverbs_main.c#disassociate_srcu
 */
final class CommandGate {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** False if the gate is closed; else {@link #exit} must follow in the same thread. */
    boolean enter() {
        if (closed || !lock.readLock().tryLock()) {
            return false;
        }
        if (closed) {
            lock.readLock().unlock();
            return false;
        }
        return true;
    }

    /** Whether {@link #close} was called; it may still wait. */
    boolean isClosed() {
        return closed;
    }

    void exit() {
        lock.readLock().unlock();
    }

    /**
     * Closes for good and waits for commands under way.
     *
     * @return false if some are still inside when the time is over
     */
    boolean close(long timeoutNs) {
        closed = true;
        boolean interrupted = false;
        try {
            long deadline = System.nanoTime() + timeoutNs;
            while (true) {
                try {
                    boolean empty = lock.writeLock().tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (empty) {
                        lock.writeLock().unlock();
                    }
                    return empty;
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
