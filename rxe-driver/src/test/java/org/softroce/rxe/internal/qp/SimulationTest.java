package org.softroce.rxe.internal.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.softroce.roce.Psn;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.uapi.rdma.IbMtu;

/**
 * Random work over a bad network in virtual time, against a model: every request completes once and in order, memory is
 * what the model says, the expected sequence number never moves back, nothing is left at the end.
 */
final class SimulationTest {
    private static final int SEEDS = 200;
    private static final int REQUESTS = 40;
    private static final int SLOT = 12 * 1024;
    private static final int SLOTS = REQUESTS * 3;
    private static final int MEMORY = SLOT * SLOTS;
    private static final int SIGNALED = 2;
    private static final int FENCE = 1;
    private static final int SOLICITED = 4;
    private static final int DEPTH = 16;
    private static final long LIMIT_NS = 600_000_000_000L;

    /** What a request is expected to do. */
    private record Work(int opcode, int flags, long wrId, int imm, int length, int localSlot, int remoteSlot) {
        boolean usesRecv() {
            return opcode == WrOpcode.SEND || opcode == WrOpcode.SEND_WITH_IMM
                    || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        }

        boolean hasImm() {
            return opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        }
    }

    /** One direction of the traffic, with its checks. */
    private static final class Direction {
        private final SimHost from;
        private final SimHost to;
        private final List<Work> works = new ArrayList<>();
        private final List<Work> received = new ArrayList<>();
        private final Random random;
        private int posted;
        private int completed;
        private int recvPosted;
        private int recvCompleted;
        private int expectedPsn;
        private long nextRecvAt;

        Direction(SimHost from, SimHost to, long seed, int mtu) {
            this.from = from;
            this.to = to;
            this.random = new Random(seed);
            this.expectedPsn = to.qp.resp.psn;
            int[] opcodes = {WrOpcode.SEND, WrOpcode.SEND_WITH_IMM, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM,
                WrOpcode.RDMA_READ};
            int[] edges = {0, 1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu - 1, 3 * mtu, 3 * mtu + 1};
            for (int i = 0; i < REQUESTS; i++) {
                int length = random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextInt(SLOT);
                int flags = random.nextInt(4) == 0 ? 0 : SIGNALED;
                flags |= random.nextInt(6) == 0 ? FENCE : 0;
                flags |= random.nextInt(5) == 0 ? SOLICITED : 0;
                Work work = new Work(opcodes[random.nextInt(opcodes.length)], i == REQUESTS - 1 ? SIGNALED : flags,
                        seed * 1000 + i, random.nextInt(), Math.min(length, SLOT), i, i);
                works.add(work);
                if (work.usesRecv()) {
                    received.add(work);
                }
            }
        }

        /** Posts what the rings have room for, and receive requests only now and then. */
        void post() {
            while (posted < works.size() && !from.sq.isFull()) {
                Work w = works.get(posted++);
                int length = w.length;
                int first = w.length > 10 ? random.nextInt(w.length) : length;
                long at = from.sq.at();
                from.sq.header(at, w.opcode, w.flags, w.wrId, w.imm, SimHost.IOVA + (long) remoteSlot(w) * SLOT,
                        to.mr.rkey(), length, 2);
                long local = SimHost.IOVA + (long) localSlot(w) * SLOT;
                from.sq.sge(at + 208, local, first, from.mr.lkey());
                from.sq.sge(at + 224, local + first, length - first, from.mr.lkey());
                from.sq.publish();
            }
            while (recvPosted < received.size() && !to.rq.isFull() && random.nextInt(3) != 0) {
                long slot = REQUESTS * 2L + recvPosted;
                to.rq.recv(recvPosted++, SimHost.IOVA + slot * SLOT, SLOT, to.mr.lkey());
            }
            nextRecvAt = from.network.now + 200_000;
        }

        private static int localSlot(Work w) {
            return w.opcode == WrOpcode.RDMA_READ ? REQUESTS + w.localSlot : w.localSlot;
        }

        private static int remoteSlot(Work w) {
            return w.opcode == WrOpcode.RDMA_READ ? w.remoteSlot : REQUESTS + w.remoteSlot;
        }

        void check() {
            assertThat(Psn.compare(to.qp.resp.psn, expectedPsn)).as("expected PSN moves forward").isNotNegative();
            expectedPsn = to.qp.resp.psn;
            while (from.scq.poll()) {
                assertThat(from.scq.status).as("status of %d", from.scq.wrId).isZero();
                while ((works.get(completed).flags & SIGNALED) == 0) {
                    completed++;
                }
                assertThat(from.scq.wrId).isEqualTo(works.get(completed).wrId);
                assertThat(from.scq.byteLen).isEqualTo(works.get(completed).length);
                completed++;
            }
            while (to.rcq.poll()) {
                Work w = received.get(recvCompleted);
                assertThat(to.rcq.status).isZero();
                assertThat(to.rcq.wrId).isEqualTo(recvCompleted++);
                assertThat(to.rcq.byteLen).isEqualTo(w.length);
                assertThat(to.rcq.opcode).isEqualTo(w.opcode == WrOpcode.RDMA_WRITE_WITH_IMM ? 129 : 128);
                if (w.hasImm()) {
                    assertThat(to.rcq.imm).isEqualTo(w.imm);
                }
            }
        }

        boolean isDone() {
            return completed == works.size() && recvCompleted == received.size();
        }

        /** Every destination holds its source, every other byte is what it was. */
        void checkMemory(byte[] fromBefore, byte[] toBefore) {
            byte[] expectedFrom = fromBefore;
            byte[] expectedTo = toBefore;
            int recv = 0;
            for (Work w : works) {
                int slot = w.localSlot * SLOT;
                switch (w.opcode) {
                    case WrOpcode.RDMA_READ ->
                        System.arraycopy(toBefore, slot, expectedFrom, slot + REQUESTS * SLOT, w.length);
                    case WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM ->
                        System.arraycopy(fromBefore, slot, expectedTo, slot + REQUESTS * SLOT, w.length);
                    default -> System.arraycopy(fromBefore, slot, expectedTo, (REQUESTS * 2 + recv) * SLOT, w.length);
                }
                recv += w.usesRecv() ? 1 : 0;
            }
        }
    }

    @Test
    void workOverABadNetworkIsDoneOnceAndInOrder() {
        long retries = 0;
        long duplicates = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                SimPair pair = run(seed);
                retries += pair.a.qp.counters().get(RxeCounter.COMP_RETRY);
                duplicates += pair.b.qp.counters().get(RxeCounter.DUP_REQ);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertThat(retries).as("the network was bad").isGreaterThan(SEEDS);
        assertThat(duplicates).as("the network was bad").isGreaterThan(SEEDS);
    }

    private static SimPair run(long seed) {
        Random random = new Random(seed);
        NetworkOptions options = new NetworkOptions(seed, 1_000 + random.nextInt(20_000), random.nextInt(6),
                random.nextInt(5), random.nextInt(8), 60_000, random.nextInt(3));
        IbMtu mtu = IbMtu.of(1 + random.nextInt(5));
        SimPair pair = new SimPair(options, MEMORY, DEPTH, 512).timers(8, 7, 7, 1 + random.nextInt(14))
                .connect(mtu, random.nextInt(1 << 24), 0xffffff - random.nextInt(40));
        fill(pair.a.memory, seed);
        fill(pair.b.memory, ~seed);
        byte[] beforeA = pair.a.memory.toArray(ValueLayout.JAVA_BYTE);
        byte[] beforeB = pair.b.memory.toArray(ValueLayout.JAVA_BYTE);
        Direction there = new Direction(pair.a, pair.b, seed, mtu.bytes());
        boolean done = pair.runUntil(() -> {
            there.check();
            if (pair.network.now >= there.nextRecvAt || there.from.sq.isEmpty()) {
                there.post();
                pair.a.run();
            }
            return there.isDone();
        }, LIMIT_NS);
        assertThat(done).as("all completed: %d of %d, %d of %d received", there.completed, REQUESTS,
                there.recvCompleted, there.received.size()).isTrue();
        pair.settle();
        there.check();
        there.checkMemory(beforeA, beforeB);
        assertThat(pair.a.memory.mismatch(MemorySegment.ofArray(beforeA))).as("memory of the sender").isEqualTo(-1);
        assertThat(pair.b.memory.mismatch(MemorySegment.ofArray(beforeB))).as("memory of the receiver").isEqualTo(-1);
        assertThat(pair.a.sq.isEmpty()).isTrue();
        assertThat(pair.network.isEmpty()).isTrue();
        assertThat(pair.a.qp.nextDeadline()).isEqualTo(RxeQp.NEVER);
        return pair;
    }

    private static void fill(MemorySegment memory, long seed) {
        Random random = new Random(seed);
        for (long i = 0; i < memory.byteSize(); i += 8) {
            memory.set(ValueLayout.JAVA_LONG, i, random.nextLong());
        }
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        List<byte[]> first = trace(42);
        List<byte[]> second = trace(42);
        assertThat(first).hasSameSizeAs(second);
        for (int i = 0; i < first.size(); i++) {
            assertThat(first.get(i)).isEqualTo(second.get(i));
        }
    }

    private static List<byte[]> trace(long seed) {
        SimPair pair = new SimPair(new NetworkOptions(seed, 2_000, 10, 5, 10, 50_000, 5), 1 << 16, 16)
                .timers(8, 7, 7, 4).connect(IbMtu.MTU_256, 0, 0);
        pair.network.tracing = true;
        for (int i = 0; i < 10; i++) {
            pair.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, i, 0, SimHost.IOVA, pair.b.mr.rkey(), SimHost.IOVA, 3000,
                    pair.a.mr.lkey());
        }
        pair.settle();
        return pair.network.trace;
    }
}
