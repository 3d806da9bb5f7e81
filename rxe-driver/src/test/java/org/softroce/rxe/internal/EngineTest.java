package org.softroce.rxe.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.softroce.kernel.net.IpAddress;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.testing.Endpoint;
import org.softroce.rxe.internal.testing.Machine;
import org.softroce.uapi.rdma.IbMtu;

/** Queue pairs over the real network of the kernel bundle, with as many threads as come. */
@Timeout(60)
final class EngineTest {
    private static final int SIGNALED = 2;

    private static void connect(Endpoint a, Endpoint b, IbMtu mtu, int timeout) {
        a.connect(b, mtu, 1, timeout, 7);
        b.connect(a, mtu, 1, timeout, 7);
    }

    private static void await(Endpoint e, int status) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!e.cq.poll()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no completion");
            }
            Thread.onSpinWait();
        }
        if (e.cq.status != status) {
            throw new AssertionError("status " + e.cq.status + ", not " + status);
        }
    }

    @Test
    void longMessagesGoBothWays() {
        for (boolean six : new boolean[] {false, true}) {
            try (Machine m = six
                    ? new Machine(4200, IpAddress.parse("fd00::10").get(), IpAddress.parse("fd00::11").get(), 64)
                    : new Machine()) {
                int size = 8 << 20;
                Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, size, 8);
                Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, size, 8);
                connect(a, b, IbMtu.MTU_4096, 14);
                for (long i = 0; i < size; i += 8) {
                    a.memory.segment().set(ValueLayout.JAVA_LONG, i, i * 0x9e3779b97f4a7c15L);
                }
                a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, b.memory.address(), b.mr.rkey(), a.memory.address(),
                        size, a.mr.lkey());
                a.qp.doorbell();
                await(a, 0);
                assertThat(b.memory.segment().mismatch(a.memory.segment())).isEqualTo(-1);
                a.memory.segment().fill((byte) 0);
                a.sq.send(WrOpcode.RDMA_READ, SIGNALED, 2, 0, b.memory.address(), b.mr.rkey(), a.memory.address(), size,
                        a.mr.lkey());
                a.qp.doorbell();
                await(a, 0);
                assertThat(a.memory.segment().mismatch(b.memory.segment())).isEqualTo(-1);
                assertThat(m.rxe0.ops().hwCounters(1)[10]).as("retries").isZero();
                a.destroy();
                b.destroy();
            }
        }
    }

    @Test
    void steadyTrafficAllocatesNothing() {
        try (Machine m = new Machine()) {
            Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, 65536, 16);
            Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, 65536, 16);
            connect(a, b, IbMtu.MTU_1024, 14);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            traffic(a, b, 6_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            traffic(a, b, 6_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).as("bytes for 18000 messages").isLessThan(18_000);
            a.destroy();
            b.destroy();
        }
    }

    private static void traffic(Endpoint a, Endpoint b, int rounds) {
        for (int i = 0; i < rounds; i++) {
            b.rq.recv(i, b.memory.address() + 4096, 4096, b.mr.lkey());
            a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, b.memory.address(), b.mr.rkey(), a.memory.address(), 5000,
                    a.mr.lkey());
            a.sq.send(WrOpcode.SEND, SIGNALED, 2, 0, 0, 0, a.memory.address(), 10, a.mr.lkey());
            a.sq.send(WrOpcode.RDMA_READ, SIGNALED, 3, 0, b.memory.address(), b.mr.rkey(), a.memory.address(), 3000,
                    a.mr.lkey());
            a.qp.doorbell();
            for (int k = 0; k < 3; k++) {
                await(a, 0);
            }
            await(b, 0);
        }
    }

    @Test
    void twoThreadsAtBothEndsOfOneConnection() throws InterruptedException {
        try (Machine m = new Machine()) {
            Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, 65536, 16);
            Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, 65536, 16);
            connect(a, b, IbMtu.MTU_1024, 17);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread one = new Thread(() -> writes(a, b, failure));
            Thread other = new Thread(() -> writes(b, a, failure));
            one.start();
            other.start();
            one.join();
            other.join();
            assertThat(failure.get()).isNull();
            a.destroy();
            b.destroy();
        }
    }

    private static void writes(Endpoint from, Endpoint to, AtomicReference<Throwable> failure) {
        try {
            for (int i = 0; i < 1500; i++) {
                for (int k = 0; k < 8; k++) {
                    from.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, k, 0, to.memory.address(), to.mr.rkey(),
                            from.memory.address(), 4000, from.mr.lkey());
                }
                from.qp.doorbell();
                for (int k = 0; k < 8; k++) {
                    await(from, 0);
                }
            }
        } catch (RuntimeException | AssertionError e) {
            failure.set(e);
        }
    }

    @Test
    void timersRunWithoutAnybodyPosting() {
        try (Machine m = new Machine()) {
            Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, 4096, 8);
            Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, 4096, 8);
            a.connect(b, IbMtu.MTU_1024, 1, 8, 3);
            b.connect(a, IbMtu.MTU_1024, 1, 8, 3);
            b.destroy();
            a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, 0, 0, a.memory.address(), 8, a.mr.lkey());
            a.qp.doorbell();
            await(a, 12);
            a.destroy();
        }
    }

    @Test
    void aPausedLinkLosesNothing() {
        try (Machine m = new Machine()) {
            Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, 4096, 8);
            Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, 4096, 8);
            connect(a, b, IbMtu.MTU_1024, 13);
            m.net.setUp(m.eth1, false);
            a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, 1, 0, b.memory.address(), b.mr.rkey(), a.memory.address(), 100,
                    a.mr.lkey());
            a.qp.doorbell();
            assertThat(a.cq.poll()).isFalse();
            m.net.setUp(m.eth1, true);
            await(a, 0);
            assertThat(m.rxe0.ops().hwCounters(1)[11]).as("send_err").isPositive();
            a.destroy();
            b.destroy();
        }
    }

    @Test
    void destroyUnderTrafficReturns() throws InterruptedException {
        try (Machine m = new Machine()) {
            for (int round = 0; round < 30; round++) {
                Endpoint a = new Endpoint(m.rxe0, m.eth0, m.ip0, 65536, 16);
                Endpoint b = new Endpoint(m.rxe1, m.eth1, m.ip1, 65536, 16);
                connect(a, b, IbMtu.MTU_1024, 8);
                Thread poster = new Thread(() -> {
                    for (int i = 0; i < 200; i++) {
                        if (!a.sq.isFull()) {
                            a.sq.send(WrOpcode.RDMA_WRITE, 0, i, 0, b.memory.address(), b.mr.rkey(),
                                    a.memory.address(), 30_000, a.mr.lkey());
                        }
                        a.qp.doorbell();
                    }
                });
                poster.start();
                long start = System.nanoTime();
                b.destroy();
                a.device.ops().destroyQp(a.qp);
                assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
                poster.join();
            }
        }
    }
}
