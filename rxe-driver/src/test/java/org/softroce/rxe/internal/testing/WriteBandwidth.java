package org.softroce.rxe.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.softroce.kernel.net.IpAddress;
import org.softroce.roce.WrOpcode;
import org.softroce.uapi.rdma.IbMtu;

/** Measures writes between two devices of one machine against a plain copy of the same size. Not a test. */
public final class WriteBandwidth {
    private static final int DEPTH = 64;
    private static final int SIGNALED = 2;
    /** Everything happens in one thread, and others of the machine do not count. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private WriteBandwidth() { }

    /** @param arguments message bytes, path MTU, seconds, rounds */
    public static void main(String[] arguments) {
        int bytes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 65536;
        int mtu = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4096;
        double seconds = arguments.length > 2 ? Double.parseDouble(arguments[2]) : 1;
        int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5;
        try (Machine machine = new Machine(mtu + 104, IpAddress.ofIpv4(0xc0a8640a),
                IpAddress.ofIpv4(0xc0a8640b), 24)) {
            Endpoint a = new Endpoint(machine.rxe0, machine.eth0, machine.ip0, Math.max(bytes, 4096), DEPTH);
            Endpoint b = new Endpoint(machine.rxe1, machine.eth1, machine.ip1, Math.max(bytes, 4096), DEPTH);
            IbMtu pathMtu = IbMtu.fitting(mtu);
            a.connect(b, pathMtu, 100, 14, 7);
            b.connect(a, pathMtu, 100, 14, 7);
            for (int round = 0; round < rounds; round++) {
                double copy = copy(bytes, seconds);
                double write = write(a, b, bytes, seconds);
                System.out.printf("%d B: write %.1f ns (%.2f GB/s, %.2f M/s), copy %.1f ns, ratio %.3f%n", bytes, write,
                        bytes / write, 1000 / write, copy, copy / write);
            }
            a.destroy();
            b.destroy();
        }
    }

    private static double copy(int bytes, double seconds) {
        MemorySegment from = Arena.ofAuto().allocate(bytes, 64);
        MemorySegment to = Arena.ofAuto().allocate(bytes, 64);
        long end = System.nanoTime() + (long) (seconds * 0.3e9);
        long start = CPU.getCurrentThreadCpuTime();
        long count = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 256; i++) {
                MemorySegment.copy(from, 0, to, 0, bytes);
            }
            count += 256;
        }
        return (CPU.getCurrentThreadCpuTime() - start) / (double) count;
    }

    private static double write(Endpoint a, Endpoint b, int bytes, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        long start = CPU.getCurrentThreadCpuTime();
        long count = 0;
        while (System.nanoTime() < end) {
            count += batch(a, b, bytes);
        }
        return (CPU.getCurrentThreadCpuTime() - start) / (double) count;
    }

    private static int batch(Endpoint a, Endpoint b, int bytes) {
        for (int i = 0; i < DEPTH; i++) {
            a.sq.send(WrOpcode.RDMA_WRITE, SIGNALED, i, 0, b.memory.address(), b.mr.rkey(), a.memory.address(), bytes,
                    a.mr.lkey());
            a.qp.doorbell();
        }
        for (int i = 0; i < DEPTH; i++) {
            while (!a.cq.poll()) {
                Thread.onSpinWait();
            }
            if (a.cq.status != 0) {
                throw new IllegalStateException("status " + a.cq.status);
            }
        }
        return DEPTH;
    }
}
