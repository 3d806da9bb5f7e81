package org.softroce.tools.bench.internal;

import org.softroce.verbs.IbvSendFlags;

/** 2-byte writes a second: a completion for each 32nd, as perftest moderates. */
final class WriteRate implements Measure {

    private static final int WRITES = 200_000;
    private static final int MODERATION = 32;

    private final Connection connection;

    WriteRate(BenchMachine machine) {
        connection = new Connection(machine, 2, 4096);
    }

    @Override
    public String unit() {
        return "messages/s";
    }

    @Override
    public double round() {
        Connection.Side side = connection.sides[0];
        long start = System.nanoTime();
        for (int i = 0; i < WRITES / MODERATION; i++) {
            side.wr.sendFlags = 0;
            for (int j = 1; j < MODERATION; j++) {
                side.qp.postSend(side.wr);
            }
            side.wr.sendFlags = IbvSendFlags.SIGNALED;
            side.qp.postSend(side.wr);
            side.awaitCompletion();
        }
        return WRITES / MODERATION * MODERATION * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public void close() {
        connection.close();
    }
}
