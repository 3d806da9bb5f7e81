package org.softroce.kernel.net.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.Softnet;

/**
 * The queue of one thread between devices that send and devices that receive.
 *
 * <p>{@link #epoch} is odd while frames are being delivered and changes at least every 64 frames, so that somebody
 * who took a receiver away can wait until nobody uses it any more.
 *
 * @mirrors net/core/dev.c#process_backlog
 */
final class SoftnetData implements Softnet {

    /** Frames that can wait; more are dropped and counted. */
    static final int BACKLOG = 4096;
    private static final int MASK = BACKLOG - 1;
    private static final int EPOCH_FRAMES = 64;
    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(SoftnetData.class, "epoch", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Receiving receiving;
    private final SkBuff[] ring = new SkBuff[BACKLOG];
    private int head;
    private int tail;
    private boolean processing;
    private volatile long epoch;

    SoftnetData(Receiving receiving) {
        this.receiving = receiving;
    }

    @Override
    public SkBuff alloc() {
        return SkBuff.alloc();
    }

    /** Puts a frame up for its {@link SkBuff#device()}; false when the backlog is full. */
    boolean enqueue(SkBuff skb) {
        if (tail - head == BACKLOG) {
            return false;
        }
        ring[tail++ & MASK] = skb;
        return true;
    }

    @Override
    public void process() {
        if (processing || head == tail) {
            return;
        }
        processing = true;
        EPOCH.getAndAdd(this, 1L);
        try {
            int frames = 0;
            while (head != tail) {
                int slot = head++ & MASK;
                SkBuff skb = ring[slot];
                ring[slot] = null;
                receiving.receive(skb);
                if (++frames % EPOCH_FRAMES == 0) {
                    EPOCH.getAndAdd(this, 2L);
                }
            }
        } finally {
            processing = false;
            EPOCH.getAndAdd(this, 1L);
        }
    }

    @Override
    public boolean isProcessing() {
        return processing;
    }

    /** For other threads: odd while frames are delivered. */
    long epoch() {
        return epoch;
    }
}
