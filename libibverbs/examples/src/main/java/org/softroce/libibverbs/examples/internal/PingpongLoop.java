package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWcStatus;

/**
 * The exchange itself: nothing here allocates while it runs.
 *
 * @mirrors libibverbs/examples/rc_pingpong.c#parse_single_wc
 */
final class PingpongLoop {

    /** Empty polls before the core is offered to the other side. */
    private static final int SPINS = 64;

    private final PingpongOptions options;
    private final PingpongContext context;
    private final PrintStream err;
    private final IbvWcArray wc = new IbvWcArray(2);
    private int routs;
    private int scnt;
    private int rcnt;
    private int pending = PingpongContext.RECV_WRID;
    private int events;
    private long elapsedNs;

    PingpongLoop(PingpongOptions options, PingpongContext context, PrintStream err, int routs) {
        this.options = options;
        this.context = context;
        this.err = err;
        this.routs = routs;
    }

    /** Completion events taken, to be acknowledged. */
    int events() {
        return events;
    }

    long elapsedNs() {
        return elapsedNs;
    }

    /** @param first true for the side that sends first */
    void run(boolean first) throws Failure {
        if (first) {
            context.postSend();
            pending |= PingpongContext.SEND_WRID;
        }
        long start = System.nanoTime();
        while (rcnt < options.iters || scnt < options.iters) {
            if (options.events) {
                takeEvent();
            }
            int count = poll();
            for (int i = 0; i < count; i++) {
                completion(i, count);
            }
        }
        elapsedNs = System.nanoTime() - start;
    }

    private int poll() {
        int count = context.cq.poll(wc);
        for (int spins = 0; count == 0 && !options.events; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            count = context.cq.poll(wc);
        }
        return count;
    }

    private void takeEvent() throws Failure {
        IbvCq cq = context.step("Failed to get cq_event", () -> context.channel.getCqEvent());
        events++;
        if (cq != context.cq) {
            err.print("CQ event for unknown CQ " + cq + "\n");
            throw new Failure();
        }
        context.requestNotify();
    }

    private void completion(int index, int count) throws Failure {
        IbvWcStatus status = wc.status(index);
        int wrId = (int) wc.wrId(index);
        if (status != IbvWcStatus.SUCCESS) {
            err.print("Failed status " + status.text() + " (" + status.value() + ") for wr_id " + wrId + "\n");
            err.print("parse WC failed " + count + "\n");
            throw new Failure();
        }
        if (wrId == PingpongContext.SEND_WRID) {
            scnt++;
        } else {
            received();
        }
        pending &= ~wrId;
        if (scnt < options.iters && pending == 0) {
            context.postSend();
            pending = PingpongContext.RECV_WRID | PingpongContext.SEND_WRID;
        }
    }

    private void received() throws Failure {
        if (--routs <= 1) {
            routs += context.postRecv(options.rxDepth - routs);
            if (routs < options.rxDepth) {
                err.print("Couldn't post receive (" + routs + ")\n");
                throw new Failure();
            }
        }
        rcnt++;
    }
}
