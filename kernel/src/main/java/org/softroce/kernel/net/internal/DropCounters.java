package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many frames were dropped for each reason. */
final class DropCounters {

    private static final DropReason[] REASONS = DropReason.values();

    private final AtomicLongArray counts = new AtomicLongArray(REASONS.length);

    void count(DropReason reason) {
        counts.incrementAndGet(reason.ordinal());
    }

    long get(DropReason reason) {
        return counts.get(reason.ordinal());
    }

    /** {@code NAME count}, all of them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(REASONS.length);
        for (DropReason reason : REASONS) {
            lines.add(reason + " " + get(reason));
        }
        return lines;
    }
}
