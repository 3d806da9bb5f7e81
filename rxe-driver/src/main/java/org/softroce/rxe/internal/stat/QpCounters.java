package org.softroce.rxe.internal.stat;

/**
 * Counters of one queue pair: written by its owner alone, so that counting needs no atomic operation; read by anybody.
 */
public final class QpCounters {
    private final long[] values = new long[RxeCounter.COUNT];
    private long icrcErrors;
    private long exceptions;

    public void inc(RxeCounter counter) {
        values[counter.ordinal()]++;
    }

    public long get(RxeCounter counter) {
        return values[counter.ordinal()];
    }

    public void incIcrcError() {
        icrcErrors++;
    }

    /** Packets whose ICRC was wrong. */
    public long icrcErrors() {
        return icrcErrors;
    }

    public void incException() {
        exceptions++;
    }

    /** Unexpected exceptions, each of which moved the queue pair to the error state. */
    public long exceptions() {
        return exceptions;
    }

    /** Adds all port counters to {@code sums}, by ordinal. */
    public void addTo(long[] sums) {
        for (int i = 0; i < values.length; i++) {
            sums[i] += values[i];
        }
    }
}
