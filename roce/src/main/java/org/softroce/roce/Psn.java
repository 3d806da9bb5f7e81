package org.softroce.roce;

/**
 * Packet sequence numbers: 24 bits, counting round.
 *
 * <p>Two PSNs are ordered by the shorter way round the circle, so a window of up to 2<sup>23</sup> packets may be open
 * at a time (IBA 9.7.1).
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe.h#psn_compare
 */
public final class Psn {
    /** Number of bits. */
    public static final int BITS = 24;
    /** All valid bits; also the greatest PSN. */
    public static final int MASK = 0xffffff;

    private Psn() {
    }

    /** The PSN {@code count} packets after (or, when negative, before) {@code psn}. */
    public static int add(int psn, int count) {
        return (psn + count) & MASK;
    }

    /** The PSN after {@code psn}. */
    public static int next(int psn) {
        return (psn + 1) & MASK;
    }

    /** The PSN before {@code psn}. */
    public static int previous(int psn) {
        return (psn - 1) & MASK;
    }

    /**
     * Negative, zero or positive as {@code a} comes before, equals or comes after {@code b}. The value is 256 times
     * their distance; use {@link #distance} for the distance itself.
     */
    public static int compare(int a, int b) {
        return (a - b) << (32 - BITS);
    }

    /** How many packets {@code a} lies after {@code b}: -2<sup>23</sup> to 2<sup>23</sup> - 1. */
    public static int distance(int a, int b) {
        return compare(a, b) >> (32 - BITS);
    }

    /** How many packets of at most {@code mtu} bytes carry {@code length} bytes; an empty message takes one. */
    public static int packets(long length, int mtu) {
        return length == 0 ? 1 : (int) ((length + mtu - 1) / mtu);
    }
}
