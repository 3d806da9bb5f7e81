package org.softroce.providers.rxe.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Guards the few stores into a ring; never held across a system call, allocates nothing.
 *
 * @mirrors pthread_spin_lock
 */
final class SpinLock {
    private static final VarHandle HELD;
    private static final int SPINS = 64;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through HELD
    private volatile int held;

    void lock() {
        int spins = 0;
        while (!HELD.weakCompareAndSetAcquire(this, 0, 1)) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    void unlock() {
        HELD.setRelease(this, 0);
    }
}
