package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Predicate;
import org.softroce.kernel.net.SkBuff;

/** A network in virtual time: the same seed gives the same run. */
final class SimNetwork {
    /** One packet under way or seen. */
    record Packet(long at, long number, SimHost to, byte[] bytes) { }

    private final NetworkOptions options;
    private final Random random;
    private final PriorityQueue<Packet> underWay = new PriorityQueue<>(
            (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
    private long sequence;
    /** Everything that was sent, before the network did anything to it. */
    final List<byte[]> trace = new ArrayList<>();
    /** Packets that this is true of are lost. */
    Predicate<byte[]> drop = bytes -> false;
    boolean tracing;
    long now = 1_000;

    SimNetwork(NetworkOptions options) {
        this.options = options;
        this.random = new Random(options.seed());
    }

    void send(SimHost to, SkBuff skb) {
        skb.completeChecksum();
        byte[] bytes = new byte[skb.length()];
        MemorySegment.copy(skb.data(), ValueLayout.JAVA_BYTE, SkBuff.HEAD, bytes, 0, bytes.length);
        skb.free();
        if (tracing) {
            trace.add(bytes);
        }
        if (drop.test(bytes) || hits(options.lossPct())) {
            return;
        }
        enqueue(to, bytes);
        if (hits(options.duplicatePct())) {
            enqueue(to, bytes.clone());
        }
    }

    private boolean hits(double percent) {
        return percent > 0 && random.nextDouble() * 100 < percent;
    }

    private void enqueue(SimHost to, byte[] bytes) {
        byte[] sent = bytes;
        if (hits(options.corruptPct())) {
            sent = bytes.clone();
            int at = 42 + random.nextInt(sent.length - 42);
            sent[at] ^= (byte) (1 << random.nextInt(8));
        }
        long delay = options.delayNs() + (hits(options.reorderPct()) ? random.nextLong(options.reorderNs()) : 0);
        underWay.add(new Packet(now + delay, sequence++, to, sent));
    }

    /** The next packet to arrive, if it arrives before {@code limit}; moves the clock there. */
    Packet poll(long limit) {
        if (underWay.isEmpty() || underWay.peek().at > limit) {
            return null;
        }
        Packet packet = underWay.poll();
        now = Math.max(now, packet.at);
        return packet;
    }

    boolean isEmpty() {
        return underWay.isEmpty();
    }
}
