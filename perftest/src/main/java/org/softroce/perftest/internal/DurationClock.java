package org.softroce.perftest.internal;

/**
 * The phases of a run by time: margin, sampled part, margin, end.
 *
 * @mirrors perftest/src/perftest_resources.c#catch_alarm
 */
final class DurationClock {

    private final long sampleStart;
    private final long sampleEnd;
    private final long end;
    private boolean over;
    private boolean sampling;
    private long looked;

    /** Both in seconds; the whole run lasts {@code duration}. */
    DurationClock(int duration, int margin) {
        long now = System.nanoTime();
        sampleStart = now + margin * 1_000_000_000L;
        end = now + duration * 1_000_000_000L;
        sampleEnd = end - margin * 1_000_000_000L;
        looked = now;
    }

    private void look() {
        looked = System.nanoTime();
        over = looked - end >= 0;
        sampling = looked - sampleStart >= 0 && looked - sampleEnd < 0;
    }

    boolean isOver() {
        look();
        return over;
    }

    boolean isSampling() {
        return sampling;
    }

    long sampleStartNs() {
        return sampleStart;
    }

    long sampleEndNs() {
        return sampleEnd;
    }
}
