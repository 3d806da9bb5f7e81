package org.softroce.rxe.internal.qp;

import java.util.function.BooleanSupplier;
import org.softroce.uapi.rdma.IbMtu;

/** Two connected queue pairs in virtual time. */
final class SimPair {
    final SimNetwork network;
    final SimHost a;
    final SimHost b;

    SimPair(NetworkOptions options, int memoryBytes, int depth) {
        this(options, memoryBytes, depth, depth * 2);
    }

    SimPair(NetworkOptions options, int memoryBytes, int depth, int cqe) {
        network = new SimNetwork(options);
        a = new SimHost(network, 0x11, 10, memoryBytes, depth, cqe);
        b = new SimHost(network, 0x12, 11, memoryBytes, depth, cqe);
    }

    SimPair(SimNetwork network, SimHost a, SimHost b) {
        this.network = network;
        this.a = a;
        this.b = b;
    }

    /** Attributes of both ends before {@link #connect}. */
    SimPair timers(int timeout, int retryCnt, int rnrRetry, int minRnrTimer) {
        for (SimHost host : new SimHost[] {a, b}) {
            host.attr.timeout = timeout;
            host.attr.retryCnt = retryCnt;
            host.attr.rnrRetry = rnrRetry;
            host.attr.minRnrTimer = minRnrTimer;
        }
        return this;
    }

    SimPair connect(IbMtu mtu, int psnA, int psnB) {
        a.connect(b, mtu, psnA, psnB);
        b.connect(a, mtu, psnB, psnA);
        return this;
    }

    /** Both ends work, packets arrive, deadlines come, until the condition holds. False if nothing more can happen. */
    boolean runUntil(BooleanSupplier condition, long limitNs) {
        long end = network.now + limitNs;
        a.run();
        b.run();
        while (!condition.getAsBoolean()) {
            long deadline = Math.min(a.qp.nextDeadline(), b.qp.nextDeadline());
            SimNetwork.Packet packet = network.poll(Math.min(deadline, end));
            if (packet != null) {
                packet.to().deliver(packet.bytes());
                continue;
            }
            if (deadline > end) {
                return false;
            }
            network.now = Math.max(network.now, deadline);
            a.run();
            b.run();
        }
        return true;
    }

    /** Until nothing is under way and no deadline is left. */
    void settle() {
        runUntil(() -> false, 3_600_000_000_000L);
    }
}
