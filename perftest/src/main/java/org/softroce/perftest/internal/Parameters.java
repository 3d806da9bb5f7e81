package org.softroce.perftest.internal;

import org.softroce.verbs.IbvMtu;

/**
 * What a bandwidth test is to do: the options with their defaults, and what was settled with the other side.
 *
 * @mirrors perftest/src/perftest_parameters.h#perftest_parameters
 */
final class Parameters {

    static final String RESULT_LINE =
            "---------------------------------------------------------------------------------------\n";
    /** Version told to the other side, that of perftest 25.01. */
    static final String VERSION = "6.24";
    static final int MAX_SIZE = 1 << 23;
    static final int MIN_ITERS = 5;
    static final int MAX_TX = 15000;
    static final int MAX_QP_NUM = 16384;
    static final int MAX_CQ_MOD = 1024;
    static final int MAX_GID_INDEX = 64;
    /** Larger messages are signalled one by one, or the average would be wrong. */
    static final int MSG_SIZE_CQ_MOD_LIMIT = 8192;
    /** Beyond this the peak is not looked for. */
    static final int MAX_PEAK_ITERS = 20000;

    String device;
    int ibPort = 1;
    int port = 18515;
    /** Bytes of a message. */
    int size = 65536;
    boolean sizeGiven;
    int iters = 5000;
    int txDepth = 128;
    int numQps = 1;
    /** Bytes as asked for, 0 = the port's. */
    int mtu;
    IbvMtu currMtu;
    int gidIndex = -1;
    boolean gidGiven;
    boolean all;
    /** Seconds, 0 = count iterations. */
    int duration;
    int margin = -1;
    boolean duplex;
    int inlineSize;
    boolean inlineGiven;
    int postList = 1;
    boolean gbits;
    boolean noPeak;
    int cqMod = 100;
    boolean cqModGiven;
    int qpTimeout = 14;
    int sl;
    int trafficClass;
    boolean ipv6;
    boolean noLock;
    /** {@code bandwidth} or {@code message_rate}: print that number alone. */
    String output;
    String server;

    int cycleBuffer = 4096;
    int cacheLine = 64;
    String remoteVersion = "";

    boolean isClient() {
        return server != null;
    }

    boolean full() {
        return output == null;
    }

    /** Bytes of buffer that one queue pair and direction has. */
    int bufferBytes() {
        return Math.max(size, cycleBuffer);
    }

    /**
     * Step of the addresses within the buffer, a whole number of cache lines.
     *
     * @mirrors perftest/src/perftest_resources.h#INC
     */
    int increment() {
        return size > cacheLine ? (size + cacheLine - 1) / cacheLine * cacheLine : cacheLine;
    }
}
