package org.softroce.tools.bench.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Half of a round trip of 2-byte writes between two threads that watch their memory, as {@code ib_write_lat} does it.
 */
final class HalfRoundTrip implements Measure {

    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle();
    private static final int ROUND_TRIPS = 20_000;
    private static final int RECEIVED = 0;
    private static final int TO_SEND = 8;

    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final BenchMachine machine;
    private final Connection connection;

    HalfRoundTrip(BenchMachine machine) {
        this.machine = machine;
        connection = new Connection(machine, 2, 4096);
        for (Connection.Side side : connection.sides) {
            side.wr.sge(0, side.mr.addr() + TO_SEND, 2, side.mr.lkey());
        }
    }

    @Override
    public String unit() {
        return "us";
    }

    @Override
    public double round() throws InterruptedException {
        for (Connection.Side side : connection.sides) {
            SHORT.setVolatile(side.buffer, (long) RECEIVED, (short) 0);
        }
        failure.set(null);
        Thread answering = Thread.ofPlatform().daemon().name("bench-answer").start(() -> {
            try {
                play(connection.sides[1], false);
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });
        long start = System.nanoTime();
        play(connection.sides[0], true);
        long elapsed = System.nanoTime() - start;
        answering.join();
        if (failure.get() != null) {
            throw failure.get();
        }
        return elapsed / 2e3 / ROUND_TRIPS;
    }

    private void play(Connection.Side side, boolean first) {
        MemorySegment buffer = side.buffer;
        for (int i = 1; i <= ROUND_TRIPS; i++) {
            if (first) {
                send(side, (short) i);
            }
            for (int spins = 0; (short) SHORT.getVolatile(buffer, (long) RECEIVED) != (short) i; spins++) {
                if (spins > 64) {
                    giveWay();
                } else {
                    Thread.onSpinWait();
                }
            }
            if (!first) {
                send(side, (short) i);
            }
        }
    }

    /** The peer is slow: give it the core, unless it failed or the bench was interrupted. */
    private void giveWay() {
        machine.checkExiting();
        if (failure.get() != null) {
            throw failure.get();
        }
        Thread.yield();
    }

    private static void send(Connection.Side side, short value) {
        side.buffer.set(ValueLayout.JAVA_SHORT, TO_SEND, value);
        side.qp.postSend(side.wr);
        side.awaitCompletion();
    }

    @Override
    public void close() {
        connection.close();
    }
}
