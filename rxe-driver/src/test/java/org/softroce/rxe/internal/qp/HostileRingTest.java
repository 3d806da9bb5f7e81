package org.softroce.rxe.internal.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.softroce.roce.WrOpcode;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;

/** User space writes anything it likes into its rings, at any time: nothing is thrown, nobody else's memory changes. */
final class HostileRingTest {
    private static final int SEEDS = 300;

    @Test
    void scribbledRingsEndInCompletionsNotInExceptions() {
        int errors = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            SimPair p = new SimPair(NetworkOptions.perfect(), 8192, 16).timers(10, 1, 1, 1)
                    .connect(IbMtu.MTU_256, 5, 9);
            byte[] peerMemory = p.b.memory.toArray(ValueLayout.JAVA_BYTE);
            p.b.mr.invalidate();
            try {
                for (int step = 0; step < 20; step++) {
                    post(p, random);
                    scribble(random.nextBoolean() ? p.a.sq.memory() : p.a.rq.memory(), random);
                    p.runUntil(() -> false, random.nextInt(200_000));
                    p.a.scq.poll();
                }
                p.settle();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
            assertThat(p.b.memory.mismatch(MemorySegment.ofArray(peerMemory))).as("seed %d", seed).isEqualTo(-1);
            errors += p.a.qp.state() == IbQpState.ERR ? 1 : 0;
            p.a.attr.qpState = IbQpState.RESET;
            p.a.qp.modify(p.a.attr, IbQpAttrMask.STATE, null);
            assertThat(p.a.qp.nextDeadline()).isEqualTo(RxeQp.NEVER);
        }
        assertThat(errors).isGreaterThan(SEEDS / 2);
    }

    private static void post(SimPair p, Random random) {
        int[] opcodes = {WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ, WrOpcode.SEND_WITH_IMM,
            WrOpcode.ATOMIC_FETCH_AND_ADD};
        if (!p.a.sq.isFull()) {
            p.a.sq.send(opcodes[random.nextInt(opcodes.length)], 2, random.nextLong(), 0, SimHost.IOVA,
                    p.b.mr.rkey(), SimHost.IOVA, 8 + random.nextInt(600), p.a.mr.lkey());
        }
        if (!p.b.rq.isFull() && random.nextBoolean()) {
            p.b.rq.recv(1, SimHost.IOVA, 100, 0x1234567);
        }
    }

    /** Some words of the header (but the driver's idea of its size) or of an element. */
    private static void scribble(MemorySegment ring, Random random) {
        for (int i = 0; i < 4; i++) {
            if (random.nextInt(3) == 0) {
                int[] heads = {QueueBuf.LOG2_ELEM_SIZE, QueueBuf.INDEX_MASK, QueueBuf.PRODUCER_INDEX,
                    QueueBuf.CONSUMER_INDEX};
                ring.set(RdmaUserRxe.U32, heads[random.nextInt(heads.length)], random.nextInt());
            } else {
                long words = (ring.byteSize() - QueueBuf.DATA) / 4;
                ring.set(RdmaUserRxe.U32, QueueBuf.DATA + random.nextLong(words) * 4,
                        random.nextBoolean() ? random.nextInt() : random.nextInt(40));
            }
        }
    }
}
