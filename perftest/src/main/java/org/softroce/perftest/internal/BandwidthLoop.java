package org.softroce.perftest.internal;

import java.io.PrintStream;
import java.util.Arrays;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWrOpcode;

/**
 * Posts and polls: the measured part, which allocates nothing once it runs.
 *
 * @mirrors perftest/src/perftest_resources.c#run_iter_bw
 */
final class BandwidthLoop {

    private static final int POLL_BATCH = 16;
    /** Empty polls before the core is offered to others. */
    private static final int SPINS = 64;

    private final Parameters p;
    private final Resources resources;
    private final PrintStream err;
    private final IbvSendWr[] wrs;
    private final IbvWcArray wc = new IbvWcArray(POLL_BATCH);
    private final long[] localBase;
    private final long[] remoteBase;
    private final long[] scnt;
    private final long[] ccnt;
    private long[] posted;
    private long[] completed;
    private long totalPosted;
    private long totalCompleted;
    private long target;
    private int emptyPolls;
    private long measured;
    private DurationClock clock;

    BandwidthLoop(Parameters p, Resources resources, Dest[] remote, PrintStream err) {
        this.p = p;
        this.resources = resources;
        this.err = err;
        this.wrs = new IbvSendWr[p.numQps * p.postList];
        this.localBase = new long[p.numQps];
        this.remoteBase = new long[p.numQps];
        this.scnt = new long[p.numQps];
        this.ccnt = new long[p.numQps];
        for (int i = 0; i < p.numQps; i++) {
            localBase[i] = resources.localAddr(i);
            remoteBase[i] = remote[i].vaddr();
            for (int j = 0; j < p.postList; j++) {
                IbvSendWr wr = new IbvSendWr(1);
                wr.wrId = i;
                wr.opcode = IbvWrOpcode.RDMA_WRITE;
                wr.rkey = remote[i].rkey();
                wr.numSge = 1;
                wrs[i * p.postList + j] = wr;
            }
        }
    }

    /** Runs {@code p.size} once; its figures. */
    Report run() throws TestFailure {
        prepare();
        try {
            loop();
        } catch (ErrnoException e) {
            err.print("Couldn't post send: qp 0 scnt=" + totalPosted + "\n");
            Words.explain(err, e);
            throw failed();
        }
        if (clock != null) {
            posted[0] = clock.sampleStartNs();
            completed[0] = clock.sampleEndNs();
        } else if (p.noPeak) {
            completed[0] = System.nanoTime();
        }
        return Report.of(p, posted, completed, clock == null ? target : Math.max(measured, 0));
    }

    private void prepare() {
        Arrays.fill(scnt, 0);
        Arrays.fill(ccnt, 0);
        totalPosted = 0;
        totalCompleted = 0;
        measured = 0;
        clock = p.duration > 0 ? new DurationClock(p.duration, p.margin) : null;
        target = clock == null ? (long) p.iters * p.numQps : 0;
        int samples = p.noPeak ? 1 : (int) target;
        posted = new long[samples];
        completed = new long[samples];
        for (int i = 0; i < p.numQps; i++) {
            for (int j = 0; j < p.postList; j++) {
                IbvSendWr wr = wrs[i * p.postList + j];
                boolean last = j == p.postList - 1;
                wr.next = last ? null : wrs[i * p.postList + j + 1];
                wr.remoteAddr = remoteBase[i];
                wr.sendFlags = p.postList == 1 || last ? IbvSendFlags.SIGNALED : 0;
                wr.sge(0, localBase[i], p.size, resources.mr.lkey());
            }
        }
        if (clock == null && p.noPeak) {
            posted[0] = System.nanoTime();
        }
    }

    private boolean isOver() {
        return clock == null ? totalPosted >= target && totalCompleted >= target
                : clock.isOver() && totalCompleted >= totalPosted - unsignalled();
    }

    /** With moderation the last few of an interrupted run never complete on their own. */
    private long unsignalled() {
        return (long) (p.cqMod - 1) * p.numQps;
    }

    private void loop() throws TestFailure {
        while (!isOver()) {
            for (int i = 0; i < p.numQps; i++) {
                postAll(i);
            }
            if (totalCompleted < totalPosted) {
                poll();
            }
        }
    }

    private void postAll(int index) {
        while ((clock == null ? scnt[index] < p.iters : !clock.isOver())
                && scnt[index] + p.postList <= p.txDepth + ccnt[index]) {
            IbvSendWr wr = wrs[index * p.postList];
            if (p.postList == 1) {
                moderate(index, wr);
            }
            if (!p.noPeak) {
                posted[(int) totalPosted] = System.nanoTime();
            }
            resources.qps[index].postSend(wr);
            if (p.postList == 1 && p.size <= p.cycleBuffer / 2) {
                advance(index, wr);
            }
            scnt[index] += p.postList;
            totalPosted += p.postList;
        }
    }

    /** Asks for a completion at each {@code cqMod}-th message and at the last. */
    private void moderate(int index, IbvSendWr wr) {
        boolean last = clock == null && scnt[index] == p.iters - 1;
        boolean signal = scnt[index] % p.cqMod == p.cqMod - 1 || last;
        wr.sendFlags = signal ? IbvSendFlags.SIGNALED : 0;
    }

    /** Small messages walk through the buffer by cache lines. */
    private void advance(int index, IbvSendWr wr) {
        long steps = p.cycleBuffer / p.increment();
        long at = (scnt[index] + 1) % steps * p.increment();
        wr.sge(0, localBase[index] + at, p.size, resources.mr.lkey());
        wr.remoteAddr = remoteBase[index] + at;
    }

    private void poll() throws TestFailure {
        int count = resources.cq.poll(wc);
        if (count == 0) {
            if (++emptyPolls < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            return;
        }
        emptyPolls = 0;
        for (int i = 0; i < count; i++) {
            if (wc.statusCode(i) != 0) {
                throw completionError(i);
            }
            int index = (int) wc.wrId(i);
            long fill = Math.min(p.cqMod, scnt[index] - ccnt[index]);
            ccnt[index] += fill;
            totalCompleted += fill;
            if (clock != null) {
                measured += clock.isSampling() ? fill : 0;
            } else if (!p.noPeak) {
                completed[(int) Math.min(totalCompleted, target) - 1] = System.nanoTime();
            }
        }
    }

    private TestFailure completionError(int i) {
        err.print(" Completion with error at client\n");
        err.print(" Failed status " + wc.statusCode(i) + ": wr_id " + wc.wrId(i) + " syndrom "
                + "0x" + Integer.toHexString(wc.vendorErr(i)) + "\n");
        err.print("scnt=" + totalPosted + ", ccnt=" + totalCompleted + "\n");
        TestFailure failure = failed();
        err.print("  " + wc.status(i).text() + " (" + wc.status(i) + ")\n");
        return failure;
    }

    private TestFailure failed() {
        err.print(" Failed to complete run_iter_bw function successfully\n");
        return new TestFailure();
    }
}
