package org.softroce.rxe.internal.qp;

/**
 * How bad the simulated network is. Percentages are of packets; a reordered packet is delayed by up to
 * {@code reorderNs} more than others.
 */
record NetworkOptions(long seed, long delayNs, double lossPct, double duplicatePct, double reorderPct, long reorderNs,
        double corruptPct) {

    static NetworkOptions perfect() {
        return new NetworkOptions(1, 1_000, 0, 0, 0, 0, 0);
    }
}
