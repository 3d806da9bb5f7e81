package org.softroce.kernel.net.internal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The queues of all threads. */
final class Softnets {

    private static final long LOOK_AGAIN_NS = 20_000;

    private final ThreadLocal<SoftnetData> current;
    private final List<WeakReference<SoftnetData>> all = new ArrayList<>();

    Softnets(Receiving receiving) {
        current = ThreadLocal.withInitial(() -> register(new SoftnetData(receiving)));
    }

    SoftnetData current() {
        return current.get();
    }

    /**
     * Waits until every other thread has finished with the frames it was delivering when this was called.
     *
     * @return false if one of them is stuck in a receiver for longer than this
     * @mirrors net/core/dev.c#synchronize_net
     */
    boolean synchronize(long timeout, TimeUnit unit) {
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        SoftnetData own = current.get();
        for (SoftnetData softnet : snapshot()) {
            long seen = softnet.epoch();
            while (softnet != own && (seen & 1) != 0 && softnet.epoch() == seen) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
        }
        return true;
    }

    private SoftnetData register(SoftnetData softnet) {
        synchronized (all) {
            all.removeIf(reference -> reference.get() == null);
            all.add(new WeakReference<>(softnet));
        }
        return softnet;
    }

    private List<SoftnetData> snapshot() {
        List<SoftnetData> alive = new ArrayList<>();
        synchronized (all) {
            for (WeakReference<SoftnetData> reference : all) {
                SoftnetData softnet = reference.get();
                if (softnet != null) {
                    alive.add(softnet);
                }
            }
        }
        return alive;
    }
}
