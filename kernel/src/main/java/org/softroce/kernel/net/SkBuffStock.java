package org.softroce.kernel.net;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free frame buffers: a small stack per thread, and a shared depot for threads that free more than they take.
 *
 * @mirrors net/core/skbuff.c#napi_alloc_cache
 */
final class SkBuffStock {

    private static final int LOCAL = 256;
    private static final int DEPOT = 4096;
    private static final ThreadLocal<SkBuffStock> CURRENT = ThreadLocal.withInitial(SkBuffStock::new);
    private static final ConcurrentLinkedQueue<SkBuff[]> FULL = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger FULL_COUNT = new AtomicInteger();

    private SkBuff[] stack = new SkBuff[LOCAL];
    private int count;

    static SkBuffStock of() {
        return CURRENT.get();
    }

    SkBuff take() {
        if (count == 0) {
            SkBuff[] full = FULL.poll();
            if (full == null) {
                return new SkBuff().taken();
            }
            FULL_COUNT.decrementAndGet();
            stack = full;
            count = LOCAL;
        }
        SkBuff skb = stack[--count];
        stack[count] = null;
        return skb.taken();
    }

    void put(SkBuff skb) {
        if (count == LOCAL) {
            if (FULL_COUNT.incrementAndGet() > DEPOT / LOCAL) {
                FULL_COUNT.decrementAndGet();
                return;
            }
            FULL.add(stack);
            stack = new SkBuff[LOCAL];
            count = 0;
        }
        stack[count++] = skb;
    }
}
