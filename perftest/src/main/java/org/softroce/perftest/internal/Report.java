package org.softroce.perftest.internal;

/**
 * Result of one size on one side.
 *
 * @param peak in MiB/s, or Gb/s as asked for
 * @param average likewise
 * @param messageRate million messages a second
 * @mirrors perftest/src/perftest_parameters.h#bw_report_data
 */
record Report(long size, long iters, double peak, double average, double messageRate) {

    private static final double MIB = 0x100000;
    private static final double GBIT_BYTES = 125_000_000;

    /**
     * Computes the figures.
     *
     * @param postedNs time of each post, or of the first alone
     * @param completedNs time of each completion, or of the last alone
     * @param iters messages of all queue pairs together
     * @mirrors perftest/src/perftest_parameters.c#print_report_bw
     */
    static Report of(Parameters p, long[] postedNs, long[] completedNs, long iters) {
        double factor = p.gbits ? GBIT_BYTES : MIB;
        int last = p.noPeak ? 0 : (int) iters - 1;
        double seconds = Math.max(completedNs[last] - postedNs[0], 1) / 1e9;
        double average = p.size * (double) iters / (seconds * factor);
        double peak = 0;
        if (!p.noPeak) {
            peak = p.size * 1e9 / (peakNs(p, postedNs, completedNs, (int) iters) * factor);
        }
        return new Report(p.size, iters, peak, average, iters / (seconds * 1e6));
    }

    /** Shortest time a message took on average, over all stretches from some post to some completion. */
    private static double peakNs(Parameters p, long[] posted, long[] completed, int iters) {
        double best = completed[iters - 1] - posted[0];
        for (int i = 0; i < iters; i += p.postList) {
            for (int j = (i / p.cqMod + 1) * p.cqMod - 1; j < iters; j += p.cqMod) {
                best = Math.min(best, (completed[j] - posted[i]) / (double) (j - i + 1));
            }
            if (iters % p.cqMod != 0) {
                best = Math.min(best, (completed[iters - 1] - posted[i]) / (double) (iters - i));
            }
        }
        return Math.max(best, 1);
    }

    /** Both directions together. */
    Report plus(Report other) {
        return new Report(size, iters, peak + other.peak, average + other.average, messageRate + other.messageRate);
    }

    /** The line of the table, or the number alone that {@code --output} asks for. */
    String line(Parameters p) {
        if (!p.full()) {
            return String.format("%.6f\n", p.output.equals("bandwidth") ? average : messageRate);
        }
        if (p.gbits && average < 0.1) {
            return String.format(" %-7d    %d           %-7.6f            %-7.6f            %-7.6f\n", size, iters, peak,
                    average, messageRate);
        }
        return String.format(" %-7d    %-10d       %-7.2f            %-7.2f\t\t     %-7.6f\n", size, iters, peak, average,
                messageRate);
    }
}
