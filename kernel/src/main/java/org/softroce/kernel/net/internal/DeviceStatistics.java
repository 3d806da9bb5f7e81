package org.softroce.kernel.net.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters of a device, each direction on cache lines of its own.
 *
 * <p>Added to without a locked instruction: two threads that count at the same instant may lose one, as the price of
 * not paying on every frame; drops are exact.
 *
 * @mirrors include/uapi/linux/if_link.h#rtnl_link_stats64
 */
final class DeviceStatistics {

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int RX = 16;
    private static final int TX = 32;
    private static final int DROPS = 48;

    private final long[] cells = new long[64];

    void received(int bytes) {
        add(RX, 1);
        add(RX + 1, bytes);
    }

    void sent(int bytes) {
        add(TX, 1);
        add(TX + 1, bytes);
    }

    void droppedOnReceive() {
        CELL.getAndAdd(cells, DROPS, 1L);
    }

    void droppedOnSend() {
        CELL.getAndAdd(cells, DROPS + 1, 1L);
    }

    /** In the order {@code NetDevice.statistics()} documents. */
    long[] snapshot() {
        return new long[] {get(RX), get(RX + 1), get(TX), get(TX + 1), get(DROPS), get(DROPS + 1)};
    }

    private void add(int cell, long value) {
        CELL.setOpaque(cells, cell, (long) CELL.getOpaque(cells, cell) + value);
    }

    private long get(int cell) {
        return (long) CELL.getOpaque(cells, cell);
    }
}
