package org.softroce.tools.tcpdump.internal;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Time stamps in the six ways of {@code -t}: time of day, none, seconds since 1970, since the frame before, date and
 * time, since the first frame.
 *
 * @mirrors print.c of tcpdump#ts_print
 */
final class TimeText {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NS_PER_US = 1000;
    private static final int US_PER_S = 1_000_000;
    private static final int NONE = 1;
    private static final int EPOCH = 2;
    private static final int SINCE_LAST = 3;
    private static final int DATE = 4;
    private static final int SINCE_FIRST = 5;

    private final int format;
    private final DateTimeFormatter clock;
    private long referenceNs = Long.MIN_VALUE;

    TimeText(int format, ZoneId zone) {
        this.format = format;
        String pattern = format == DATE ? "yyyy-MM-dd HH:mm:ss.SSSSSS " : "HH:mm:ss.SSSSSS ";
        this.clock = DateTimeFormatter.ofPattern(pattern).withZone(zone);
    }

    /** The stamp and a blank, or nothing. */
    String text(long timeNs) {
        if (referenceNs == Long.MIN_VALUE) {
            referenceNs = timeNs;
        }
        long since = timeNs - referenceNs;
        if (format == SINCE_LAST) {
            referenceNs = timeNs;
        }
        return switch (format) {
            case NONE -> "";
            case EPOCH -> String.format("%d.%06d ", timeNs / NS_PER_S, timeNs / NS_PER_US % US_PER_S);
            case SINCE_LAST, SINCE_FIRST -> elapsed(since / NS_PER_US);
            default -> clock.format(Instant.ofEpochSecond(timeNs / NS_PER_S, timeNs % NS_PER_S));
        };
    }

    private static String elapsed(long us) {
        long magnitude = Math.abs(us);
        long seconds = magnitude / US_PER_S;
        return String.format("%s%02d:%02d:%02d.%06d ", us < 0 ? "-" : " ", seconds / 3600, seconds / 60 % 60,
                seconds % 60, magnitude % US_PER_S);
    }
}
