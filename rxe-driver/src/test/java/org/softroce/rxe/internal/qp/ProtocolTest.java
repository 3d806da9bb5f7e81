package org.softroce.rxe.internal.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.softroce.roce.Bth;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;

/** What a connection does when something is missing, late, lost or forbidden. */
final class ProtocolTest {
    private static final int SIGNALED = 2;
    private static final int FENCE = 1;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private static SimPair pair() {
        return new SimPair(NetworkOptions.perfect(), 1 << 17, 32).timers(14, 7, 7, 12)
                .connect(IbMtu.MTU_1024, 100, 200);
    }

    private static void write(SimPair p, long wrId, int length) {
        p.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, wrId, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, length,
                p.a.mr.lkey());
    }

    private static void send(SimPair p, long wrId, int length) {
        p.a.sq.send(WrOpcode.SEND, SIGNALED, wrId, 0, 0, 0, SimHost.IOVA, length, p.a.mr.lkey());
    }

    private static void completes(SimHost host, long wrId, int status) {
        assertThat(host.scq.poll()).as("completion of %d", wrId).isTrue();
        assertThat(host.scq.wrId).isEqualTo(wrId);
        assertThat(host.scq.status).isEqualTo(status);
    }

    private static int requests(SimPair p) {
        return (int) p.network.trace.stream().filter(f -> (Capture.mask(f) & RoceOpcode.REQ_MASK) != 0).count();
    }

    @ParameterizedTest
    @EnumSource(IbMtu.class)
    void everyOpcodeAtEveryLengthAroundTheMtu(IbMtu pathMtu) {
        int mtu = pathMtu.bytes();
        int[] opcodes = {WrOpcode.SEND, WrOpcode.SEND_WITH_IMM, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM,
            WrOpcode.RDMA_READ};
        int[] lengths = {0, 1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu, 3 * mtu - 1, 3 * mtu, 3 * mtu + 1, 65536};
        SimPair p = new SimPair(NetworkOptions.perfect(), 1 << 18, 8).timers(14, 7, 7, 12)
                .connect(pathMtu, 0xfffff0, 0xfffffe);
        for (int opcode : opcodes) {
            for (int length : lengths) {
                exchange(p, opcode, length);
            }
        }
    }

    private static void exchange(SimPair p, int opcode, int length) {
        SimHost from = opcode == WrOpcode.RDMA_READ ? p.b : p.a;
        SimHost to = opcode == WrOpcode.RDMA_READ ? p.a : p.b;
        for (int i = 0; i < length; i++) {
            from.memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + opcode + length));
        }
        to.memory.asSlice(1 << 17, (1 << 17)).fill((byte) 0x55);
        boolean recv = opcode != WrOpcode.RDMA_READ && opcode != WrOpcode.RDMA_WRITE;
        if (recv) {
            p.b.rq.recv(7, SimHost.IOVA + (1 << 17), 1 << 16, p.b.mr.lkey());
        }
        boolean read = opcode == WrOpcode.RDMA_READ;
        p.a.sq.send(opcode, SIGNALED, length, 0x01020304, SimHost.IOVA + (read ? 0 : 1 << 17), p.b.mr.rkey(),
                SimHost.IOVA + (read ? 1 << 17 : 0), length, p.a.mr.lkey());
        p.settle();
        completes(p.a, length, 0);
        assertThat(p.a.scq.byteLen).isEqualTo(length);
        assertThat(to.memory.asSlice(1 << 17, length).mismatch(from.memory.asSlice(0, length))).isEqualTo(-1);
        assertThat(to.memory.get(ValueLayout.JAVA_BYTE, (1 << 17) + length)).isEqualTo((byte) 0x55);
        assertThat(p.b.rcq.poll()).isEqualTo(recv);
        if (recv) {
            assertThat(p.b.rcq.byteLen).isEqualTo(length);
            boolean imm = opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
            assertThat(p.b.rcq.flags & 2).isEqualTo(imm ? 2 : 0);
            assertThat(p.b.rcq.imm).isEqualTo(imm ? 0x01020304 : 0);
        }
    }

    @Test
    void inlineDataTravelsWithoutARegion() {
        SimPair p = pair();
        byte[] data = new byte[SimHost.MAX_INLINE];
        data[63] = 9;
        p.a.sq.sendInline(WrOpcode.RDMA_WRITE, SIGNALED, 1, SimHost.IOVA + 100, p.b.mr.rkey(), data);
        p.settle();
        completes(p.a, 1, 0);
        assertThat(p.b.memory.get(ValueLayout.JAVA_BYTE, 163)).isEqualTo((byte) 9);
    }

    @Test
    void onlyWhatIsSignalledCompletes() {
        SimPair p = pair();
        p.a.sq.send(WrOpcode.RDMA_WRITE, 0, 1, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8, p.a.mr.lkey());
        write(p, 2, 8);
        p.settle();
        completes(p.a, 2, 0);
        assertThat(p.a.scq.poll()).isFalse();
        assertThat(p.a.sq.isEmpty()).isTrue();
    }

    @Test
    void rnrForEverWaitsForTheReceiver() {
        SimPair p = pair();
        send(p, 1, 100);
        assertThat(p.runUntil(() -> false, 2 * SECOND)).isFalse();
        assertThat(p.a.scq.count()).isZero();
        long naks = p.b.qp.counters().get(RxeCounter.SND_RNR);
        assertThat(naks).isGreaterThan(1000);
        assertThat(p.a.qp.counters().get(RxeCounter.RCV_RNR)).isBetween(naks - 1, naks);
        p.b.rq.recv(5, SimHost.IOVA, 200, p.b.mr.lkey());
        assertThat(p.runUntil(() -> p.a.scq.count() == 1, 2 * MS)).isTrue();
        completes(p.a, 1, 0);
        assertThat(p.b.rcq.poll()).isTrue();
    }

    @Test
    void rnrRetriesAreCounted() {
        for (int retries = 0; retries < 7; retries++) {
            SimPair p = new SimPair(NetworkOptions.perfect(), 4096, 8).timers(14, 7, retries, 1)
                    .connect(IbMtu.MTU_1024, 0, 0);
            p.network.tracing = true;
            send(p, 1, 10);
            send(p, 2, 10);
            p.settle();
            completes(p.a, 1, 13);
            completes(p.a, 2, 5);
            long first = p.network.trace.stream().filter(f -> Capture.opcode(f) == RoceOpcode.RC_SEND_ONLY
                    && Capture.psn(f) == 0).count();
            assertThat(first).isEqualTo(retries + 1);
            assertThat(p.a.qp.state()).isEqualTo(IbQpState.ERR);
            assertThat(p.a.qp.counters().get(RxeCounter.RNR_RETRY_EXCEEDED)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(RnrCase.class)
    void anRnrTimerIsTheTimeOfItsCode(RnrCase c) {
        SimPair p = new SimPair(NetworkOptions.perfect(), 4096, 8).timers(0, 7, 7, c.code)
                .connect(IbMtu.MTU_1024, 0, 0);
        send(p, 1, 10);
        long start = p.network.now;
        p.runUntil(() -> p.a.qp.counters().get(RxeCounter.RCV_RNR) == 2, 10 * SECOND);
        long roundTrip = 2 * NetworkOptions.perfect().delayNs();
        assertThat(p.network.now - start).isEqualTo(c.ns + 2 * roundTrip);
    }

    /** A few rows of IBA table 45. */
    enum RnrCase {
        C0(0, 655_360_000), C1(1, 10_000), C12(12, 640_000), C13(13, 960_000), C14(14, 1_280_000),
        C31(31, 491_520_000);

        private final int code;
        private final long ns;

        RnrCase(int code, long ns) {
            this.code = code;
            this.ns = ns;
        }
    }

    @Test
    void aDeadPeerEndsAfterTheRetries() {
        for (int retries : new int[] {0, 3, 7}) {
            SimPair p = new SimPair(NetworkOptions.perfect(), 4096, 8).timers(10, retries, 7, 1)
                    .connect(IbMtu.MTU_1024, 0, 0);
            p.network.tracing = true;
            p.network.drop = f -> true;
            write(p, 1, 10);
            p.a.run();
            write(p, 2, 10);
            long start = p.network.now;
            p.settle();
            completes(p.a, 1, 12);
            completes(p.a, 2, 5);
            long one = p.network.trace.stream().filter(f -> Capture.psn(f) == 0).count();
            assertThat(one).isEqualTo(retries + 1);
            assertThat(p.network.now - start).isEqualTo((retries + 1) * (4096L << 10));
            assertThat(p.a.qp.counters().get(RxeCounter.RETRY_EXCEEDED)).isEqualTo(1);
            assertThat(p.a.movedToError).isTrue();
        }
    }

    @Test
    void aGapIsToldOnceAndSentAgainFromThere() {
        SimPair p = pair();
        p.network.tracing = true;
        AtomicInteger seen = new AtomicInteger();
        p.network.drop = f -> Capture.opcode(f) == RoceOpcode.RC_RDMA_WRITE_ONLY && seen.incrementAndGet() == 6;
        for (int i = 0; i < 20; i++) {
            write(p, i, 64);
        }
        p.settle();
        for (int i = 0; i < 20; i++) {
            completes(p.a, i, 0);
        }
        List<byte[]> naks = p.network.trace.stream()
                .filter(f -> Capture.opcode(f) == RoceOpcode.RC_ACKNOWLEDGE && (f[Capture.BTH + 12] & 0xe0) == 0x60)
                .toList();
        assertThat(naks).hasSize(1);
        assertThat(naks.getFirst()[Capture.BTH + 12]).isEqualTo((byte) 0x60);
        assertThat(Capture.psn(naks.getFirst())).isEqualTo(105);
        assertThat(requests(p)).isEqualTo(20 + 15);
        assertThat(p.b.qp.counters().get(RxeCounter.OUT_OF_SEQ_REQ)).isEqualTo(1);
    }

    @Test
    void aLostAcknowledgementIsAskedForAgainAndNothingIsExecutedTwice() {
        SimPair p = pair();
        AtomicInteger acks = new AtomicInteger();
        p.network.drop = f -> Capture.opcode(f) == RoceOpcode.RC_ACKNOWLEDGE && acks.incrementAndGet() == 1;
        p.b.rq.recv(1, SimHost.IOVA, 100, p.b.mr.lkey());
        p.b.rq.recv(2, SimHost.IOVA, 100, p.b.mr.lkey());
        send(p, 1, 100);
        p.settle();
        completes(p.a, 1, 0);
        assertThat(p.b.rcq.count()).isEqualTo(1);
        assertThat(p.b.qp.counters().get(RxeCounter.DUP_REQ)).isEqualTo(1);
    }

    @Test
    void aLaterAcknowledgementCoversEarlierRequests() {
        SimPair p = pair();
        AtomicInteger acks = new AtomicInteger();
        p.network.drop = f -> Capture.opcode(f) == RoceOpcode.RC_ACKNOWLEDGE && acks.incrementAndGet() < 5;
        for (int i = 0; i < 5; i++) {
            write(p, i, 3000);
        }
        assertThat(p.runUntil(() -> p.a.scq.count() == 5, MS)).isTrue();
        assertThat(p.a.qp.counters().get(RxeCounter.COMP_RETRY)).isZero();
    }

    @Test
    void aReadGoesOnWhereAnswersAreMissing() {
        SimPair p = pair();
        for (int i = 0; i < 40_000; i++) {
            p.b.memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
        }
        AtomicInteger middle = new AtomicInteger();
        p.network.drop = f -> Capture.opcode(f) == RoceOpcode.RC_RDMA_READ_RESPONSE_MIDDLE
                && middle.incrementAndGet() == 10;
        p.network.tracing = true;
        p.a.sq.send(WrOpcode.RDMA_READ, SIGNALED, 1, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA + 100, 40_000,
                p.a.mr.lkey());
        p.settle();
        completes(p.a, 1, 0);
        assertThat(p.a.memory.asSlice(100, 40_000).mismatch(p.b.memory.asSlice(0, 40_000))).isEqualTo(-1);
        assertThat(requests(p)).isEqualTo(2);
    }

    @Test
    void aMessageOfManyPacketsAsksForAcknowledgementsOnTheWay() {
        SimPair p = new SimPair(NetworkOptions.perfect(), 1 << 18, 8).timers(14, 7, 7, 12)
                .connect(IbMtu.MTU_256, 0xffff00, 0);
        p.network.tracing = true;
        write(p, 1, 200 * 256);
        p.settle();
        completes(p.a, 1, 0);
        List<Integer> asked = p.network.trace.stream().filter(f -> (Capture.mask(f) & RoceOpcode.REQ_MASK) != 0)
                .filter(f -> Bth.ackRequest(MemorySegment.ofArray(f), Capture.BTH))
                .map(f -> Capture.psn(f) - 0xffff00 & 0xffffff).toList();
        assertThat(asked).containsExactly(65, 131, 197, 199);
    }

    @Test
    void twoGigabytesAreOneMessage() {
        SimPair p = pair();
        long psnBefore = p.a.qp.req.psn;
        p.network.drop = f -> Capture.opcode(f) != RoceOpcode.RC_RDMA_WRITE_FIRST;
        p.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 1 << 31,
                p.a.mr.lkey());
        p.a.run();
        assertThat(p.a.qp.req.lastPsn[0] - psnBefore).isEqualTo((1L << 21) - 1);
        SimPair tooLong = pair();
        tooLong.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, SimHost.IOVA, tooLong.b.mr.rkey(), SimHost.IOVA,
                (1 << 31) + 1, tooLong.a.mr.lkey());
        tooLong.settle();
        completes(tooLong.a, 1, 1);
    }

    @Test
    void writingBeyondTheRegionIsAnAccessErrorOnBothSides() {
        SimPair p = pair();
        p.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, SimHost.IOVA + (1 << 17) - 10, p.b.mr.rkey(), SimHost.IOVA,
                11, p.a.mr.lkey());
        write(p, 2, 4);
        p.settle();
        completes(p.a, 1, 10);
        completes(p.a, 2, 5);
        assertThat(p.b.qp.state()).isEqualTo(IbQpState.ERR);
    }

    @Test
    void aRegionGivesOnlyItsOwnRights() {
        int[][] cases = {{WrOpcode.RDMA_WRITE, 1 | 4}, {WrOpcode.RDMA_READ, 1 | 2}, {WrOpcode.ATOMIC_FETCH_AND_ADD, 7}};
        for (int[] c : cases) {
            SimPair p = pair();
            RxeMr weak = p.b.region(p.b.memory, SimHost.IOVA, c[1]);
            if (c[0] == WrOpcode.ATOMIC_FETCH_AND_ADD) {
                p.a.sq.atomic(c[0], SIGNALED, 1, SimHost.IOVA, weak.rkey(), 1, 0, SimHost.IOVA, p.a.mr.lkey());
            } else {
                p.a.sq.send(c[0], SIGNALED, 1, 0, SimHost.IOVA, weak.rkey(), SimHost.IOVA, 8, p.a.mr.lkey());
            }
            p.settle();
            completes(p.a, 1, 10);
        }
    }

    @Test
    void aRegionThatIsGoneIsAnError() {
        SimPair p = pair();
        p.b.mr.invalidate();
        write(p, 1, 8);
        p.settle();
        completes(p.a, 1, 10);
        SimPair local = pair();
        local.a.mr.invalidate();
        write(local, 1, 8);
        local.settle();
        completes(local.a, 1, 4);
    }

    @Test
    void memoryWhoseOwnerClosedItIsAnErrorNotACrash() {
        SimPair p = pair();
        try (Arena arena = Arena.ofShared()) {
            RxeMr gone = p.b.region(arena.allocate(4096), SimHost.IOVA, 15);
            arena.close();
            p.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, SimHost.IOVA, gone.rkey(), SimHost.IOVA, 8,
                    p.a.mr.lkey());
            p.settle();
        } catch (IllegalStateException alreadyClosed) {
            assertThat(alreadyClosed).hasMessageContaining("closed");
        }
        completes(p.a, 1, 10);
    }

    @Test
    void earlierRequestsAreAnsweredBeforeARefusedOneEndsTheQueuePair() {
        SimPair p = pair();
        write(p, 1, 5000);
        p.a.sq.send(WrOpcode.RDMA_WRITE, 0, 2, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8, 0xbad00);
        write(p, 3, 8);
        p.settle();
        completes(p.a, 1, 0);
        completes(p.a, 2, 4);
        completes(p.a, 3, 5);
    }

    @Test
    void opcodesThatAreNotServedAreRefused() {
        for (int opcode : new int[] {7, 8, 10, 11, 12, 14, 15, 16, 31, 32, 33, -1, Integer.MIN_VALUE}) {
            SimPair p = pair();
            p.a.sq.send(opcode, SIGNALED, 1, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8, p.a.mr.lkey());
            p.settle();
            completes(p.a, 1, 2);
        }
    }

    @Test
    void atomicsChangeMemoryOnceAndReturnWhatWasThere() {
        SimPair p = pair();
        p.b.memory.set(ValueLayout.JAVA_LONG, 64, 5);
        AtomicInteger acks = new AtomicInteger();
        p.network.drop = f -> Capture.opcode(f) == RoceOpcode.RC_ATOMIC_ACKNOWLEDGE && acks.incrementAndGet() == 1;
        p.a.sq.atomic(WrOpcode.ATOMIC_FETCH_AND_ADD, SIGNALED, 1, SimHost.IOVA + 64, p.b.mr.rkey(), 37, 0,
                SimHost.IOVA, p.a.mr.lkey());
        p.a.sq.atomic(WrOpcode.ATOMIC_CMP_AND_SWP, SIGNALED, 2, SimHost.IOVA + 64, p.b.mr.rkey(), 42, 99,
                SimHost.IOVA + 8, p.a.mr.lkey());
        p.settle();
        completes(p.a, 1, 0);
        completes(p.a, 2, 0);
        assertThat(p.a.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
        assertThat(p.a.memory.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
        assertThat(p.b.memory.get(ValueLayout.JAVA_LONG, 64)).isEqualTo(99);
        p.a.sq.atomic(WrOpcode.ATOMIC_FETCH_AND_ADD, SIGNALED, 3, SimHost.IOVA + 65, p.b.mr.rkey(), 1, 0,
                SimHost.IOVA, p.a.mr.lkey());
        p.settle();
        completes(p.a, 3, 9);
    }

    @Test
    void aFencedRequestWaitsForReads() {
        SimPair p = pair();
        p.network.tracing = true;
        p.a.sq.send(WrOpcode.RDMA_READ, SIGNALED, 1, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8, p.a.mr.lkey());
        p.a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED | FENCE, 2, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8,
                p.a.mr.lkey());
        p.settle();
        assertThat(p.network.trace.stream().map(Capture::opcode).toList()).containsExactly(
                RoceOpcode.RC_RDMA_READ_REQUEST, RoceOpcode.RC_RDMA_READ_RESPONSE_ONLY,
                RoceOpcode.RC_RDMA_WRITE_ONLY, RoceOpcode.RC_ACKNOWLEDGE);
    }

    @Test
    void noMoreReadsAreOutThanThePeerServes() {
        SimPair p = pair();
        p.network.tracing = true;
        for (int i = 0; i < 10; i++) {
            p.a.sq.send(WrOpcode.RDMA_READ, SIGNALED, i, 0, SimHost.IOVA, p.b.mr.rkey(), SimHost.IOVA, 8,
                    p.a.mr.lkey());
        }
        p.a.run();
        assertThat(requests(p)).isEqualTo(4);
        p.settle();
        for (int i = 0; i < 10; i++) {
            completes(p.a, i, 0);
        }
    }

    @Test
    void aFullCompletionQueueEndsTheQueuePairAndSaysSo() {
        SimPair p = new SimPair(NetworkOptions.perfect(), 4096, 32, 3).timers(14, 7, 7, 12)
                .connect(IbMtu.MTU_1024, 0, 0);
        for (int i = 0; i < 10; i++) {
            write(p, i, 8);
        }
        p.settle();
        assertThat(p.a.scq.count()).isEqualTo(3);
        assertThat(p.a.events).contains(IbEventType.CQ_ERR);
        assertThat(p.a.qp.state()).isEqualTo(IbQpState.ERR);
    }

    @Test
    void resetMakesItNewAndKeepsCompletions() {
        SimPair p = pair();
        write(p, 1, 8);
        p.settle();
        p.b.network.drop = f -> true;
        write(p, 2, 8);
        p.a.run();
        for (SimHost host : new SimHost[] {p.a, p.b}) {
            host.attr.qpState = IbQpState.RESET;
            host.qp.modify(host.attr, IbQpAttrMask.STATE, null);
            host.qp.modify(host.attr, IbQpAttrMask.STATE, null);
            host.sq.resync();
            host.rq.resync();
        }
        assertThat(p.a.qp.nextDeadline()).isEqualTo(RxeQp.NEVER);
        p.network.drop = f -> false;
        p.connect(IbMtu.MTU_512, 7, 9);
        write(p, 3, 2000);
        p.settle();
        completes(p.a, 1, 0);
        completes(p.a, 3, 0);
        assertThat(p.a.scq.poll()).isFalse();
    }

    @Test
    void errorFlushesBothQueues() {
        SimPair p = pair();
        p.network.drop = f -> true;
        write(p, 1, 8);
        p.a.run();
        write(p, 2, 8);
        p.a.rq.recv(3, SimHost.IOVA, 8, p.a.mr.lkey());
        p.a.attr.qpState = IbQpState.ERR;
        p.a.qp.modify(p.a.attr, IbQpAttrMask.STATE, null);
        completes(p.a, 1, 5);
        completes(p.a, 2, 5);
        assertThat(p.a.rcq.poll()).isTrue();
        assertThat(p.a.rcq.status).isEqualTo(5);
        write(p, 4, 8);
        p.a.run();
        completes(p.a, 4, 5);
        assertThat(p.a.movedToError).as("told only what happened by itself").isFalse();
    }

    @Test
    void aDrainedSendQueueSaysSoAndGoesOnLater() {
        SimPair p = pair();
        write(p, 1, 3000);
        p.a.run();
        p.a.attr.qpState = IbQpState.SQD;
        p.a.qp.modify(p.a.attr, IbQpAttrMask.STATE, null);
        write(p, 2, 8);
        p.settle();
        completes(p.a, 1, 0);
        assertThat(p.a.scq.poll()).isFalse();
        assertThat(p.a.events).containsExactly(IbEventType.SQ_DRAINED);
        p.a.attr.qpState = IbQpState.RTS;
        p.a.qp.modify(p.a.attr, IbQpAttrMask.STATE, null);
        p.settle();
        completes(p.a, 2, 0);
    }

    @Test
    void aFlippedBitIsDroppedCountedAndRecovered() {
        SimPair p = new SimPair(new NetworkOptions(3, 1000, 0, 0, 0, 0, 20), 1 << 16, 8).timers(8, 7, 7, 1)
                .connect(IbMtu.MTU_1024, 0, 0);
        for (int i = 0; i < 200; i++) {
            write(p, i, 1000);
            p.settle();
            completes(p.a, i, 0);
        }
        assertThat(p.b.qp.counters().icrcErrors()).isPositive();
    }

    @Test
    void anIcrcThatWasLeftOpenIsThereWhenTheFrameLeaves() {
        SimNetwork network = new SimNetwork(NetworkOptions.perfect());
        SimPair p = new SimPair(network, new SimHost(network, 0x11, 10, 1 << 16, 8, 16, false),
                new SimHost(network, 0x12, 11, 1 << 16, 8, 16, false)).timers(14, 7, 7, 12)
                .connect(IbMtu.MTU_1024, 100, 200);
        write(p, 1, 5000);
        p.settle();
        completes(p.a, 1, 0);
        assertThat(p.a.qp.counters().get(RxeCounter.COMP_RETRY)).isZero();
        assertThat(p.b.qp.counters().icrcErrors()).isZero();
    }

    @Test
    void aSendThatDoesNotFitEndsBothSides() {
        SimPair p = pair();
        p.b.rq.recv(1, SimHost.IOVA, 99, p.b.mr.lkey());
        send(p, 1, 100);
        p.settle();
        completes(p.a, 1, 11);
        assertThat(p.b.rcq.poll()).isTrue();
        assertThat(p.b.rcq.status).isEqualTo(2);
    }

    @Test
    void answersToNothingAreIgnored() {
        SimPair p = pair();
        p.network.tracing = true;
        write(p, 1, 8);
        p.settle();
        completes(p.a, 1, 0);
        byte[] ack = p.network.trace.getLast();
        p.a.deliver(ack);
        p.a.deliver(ack);
        assertThat(p.a.qp.state()).isEqualTo(IbQpState.RTS);
        write(p, 2, 8);
        p.settle();
        completes(p.a, 2, 0);
    }
}
