package org.softroce.roce;

/**
 * The syndrome byte of an AETH: kind in the top three bits, and five bits of credit, timer or error code
 * (IBA 9.7.5.2).
 *
 * <pre>
 *   7   6   5   4 ... 0
 * +---+-------+---------+
 * | 0 | 0   0 | credits |  ACK; 31 credits: none are counted
 * | 0 | 0   1 |  timer  |  RNR NAK: receiver not ready, try again after the time
 * | 0 | 1   1 |  code   |  NAK: 0 sequence, 1 invalid request, 2 access, 3 operation, 4 invalid RD request
 * +---+-------+---------+
 * </pre>
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hdr.h#aeth_syndrome
 */
public final class AethSyndrome {
    /** The bits that tell ACK, RNR NAK and NAK apart. */
    public static final int TYPE_MASK = 0xe0;
    /** Positive acknowledgement. */
    public static final int ACK = 0x00;
    /** Positive acknowledgement without credit counting; the one rxe sends. */
    public static final int ACK_UNLIMITED = 0x1f;
    /** Receiver not ready; the timer is in the low five bits. */
    public static final int RNR_NAK = 0x20;
    /** Reserved kind. */
    public static final int RESERVED = 0x40;
    /** Negative acknowledgement; the code is in the low five bits. */
    public static final int NAK = 0x60;
    public static final int NAK_PSN_SEQUENCE_ERROR = 0x60;
    public static final int NAK_INVALID_REQUEST = 0x61;
    public static final int NAK_REMOTE_ACCESS_ERROR = 0x62;
    public static final int NAK_REMOTE_OPERATIONAL_ERROR = 0x63;

    private static final int VALUE_MASK = 0x1f;

    /** Hundredths of a millisecond for each timer code (IBA table 45). */
    private static final int[] RNR_TIMER_10_US = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192,
        256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
    private static final long NS_PER_10_US = 10_000;

    /** Number of credits for each credit code (IBA table 46). */
    private static final int[] CREDITS = {
        0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192,
        256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, -1};

    private AethSyndrome() {
    }

    /** {@link #ACK}, {@link #RNR_NAK}, {@link #NAK} or {@link #RESERVED}. */
    public static int type(int syndrome) {
        return syndrome & TYPE_MASK;
    }

    /** The low five bits: credit code, timer code or NAK code. */
    public static int value(int syndrome) {
        return syndrome & VALUE_MASK;
    }

    /** The RNR NAK with a timer code of 0 to 31. */
    public static int rnrNak(int timer) {
        return RNR_NAK | timer & VALUE_MASK;
    }

    /**
     * Nanoseconds of an RNR timer code, 0 to 31: 10 us to 491.52 ms, and 655.36 ms for code 0.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#rnrnak_usec
     */
    public static long rnrTimerNs(int timer) {
        return RNR_TIMER_10_US[timer & VALUE_MASK] * NS_PER_10_US;
    }

    /** Credits of a credit code, 0 to 31; -1 (no limit) for code 31. */
    public static int credits(int code) {
        return CREDITS[code & VALUE_MASK];
    }

    /** In words, as the packet ladder prints it: {@code ACK}, {@code RNR NAK 0.64 ms}, {@code NAK remote access}. */
    public static String text(int syndrome) {
        int value = value(syndrome);
        return switch (type(syndrome)) {
            case ACK -> value == VALUE_MASK ? "ACK" : "ACK credits " + credits(value);
            case RNR_NAK -> "RNR NAK " + rnrTimerNs(value) / NS_PER_10_US / 100.0 + " ms";
            case NAK -> "NAK " + nakText(syndrome);
            default -> String.format("syndrome 0x%02x", syndrome);
        };
    }

    private static String nakText(int syndrome) {
        return switch (syndrome) {
            case NAK_PSN_SEQUENCE_ERROR -> "PSN sequence error";
            case NAK_INVALID_REQUEST -> "invalid request";
            case NAK_REMOTE_ACCESS_ERROR -> "remote access error";
            case NAK_REMOTE_OPERATIONAL_ERROR -> "remote operational error";
            default -> "code " + value(syndrome);
        };
    }
}
