package org.softroce.rxe.internal.qp;

import org.softroce.ib.IbPd;
import org.softroce.ib.IbQpAttr;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Icrc;
import org.softroce.roce.RoceOpcode;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.mem.RxePool;
import org.softroce.rxe.internal.queue.RxeCq;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.rxe.internal.stat.DropReason;
import org.softroce.rxe.internal.stat.QpCounters;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;

/**
 * A queue pair as a state machine: frames, doorbells and times go in, frames and deadlines come out.
 *
 * <p>It knows no threads: all methods but the getters marked so are for one caller at a time, its owner. Times are
 * nanoseconds of any clock that does not run backwards. Three parts share it: {@link RxeRequester} sends requests,
 * {@link RxeCompleter} takes the answers, {@link RxeResponder} serves the peer.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c
 */
public final class RxeQp {
    /** No deadline. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * What a queue pair is made of.
     *
     * @param icrc false: compute the ICRC of a frame only when somebody outside sees it
     */
    public record Setup(int qpn, int type, IbPd pd, RxePool<RxeMr> regions, RxeQueue sendQueue, RxeQueue recvQueue,
            RxeCq sendCq, RxeCq recvCq, int maxSendSge, int maxRecvSge, int maxInline, boolean signalAll,
            boolean icrc) { }

    private static final int FIFO = 256;
    private static final long TIMEOUT_UNIT_NS = 4096;

    final Setup setup;
    final QpOps ops;
    final QpCounters counters;
    final RxeQueue sq;
    final RxeQueue rq;
    final Icrc icrc = new Icrc();
    final int qpn;

    int mtu = 256;
    int accessFlags;
    int destQpn;
    int retryCnt;
    int rnrRetry;
    int minRnrTimer;
    int maxRdAtomic;
    int maxDestRdAtomic;
    int portNum = 1;
    long timeoutNs;
    QpWire wire;
    private int timeout;
    private int pkeyIndex;
    private int qkey;
    private int sqPsn;
    private int rqPsn;
    private int pathMtuCode = 1;

    final RxeRequester req;
    final RxeCompleter comp;
    final RxeResponder resp;

    private volatile IbQpState state = IbQpState.RESET;
    private boolean drained;
    private SkBuff[] fifo;
    private int fifoHead;
    private int fifoCount;

    public RxeQp(Setup setup, QpOps ops, QpCounters counters) {
        this.setup = setup;
        this.ops = ops;
        this.counters = counters;
        this.sq = setup.sendQueue();
        this.rq = setup.recvQueue();
        this.qpn = setup.qpn();
        this.req = new RxeRequester(this);
        this.comp = new RxeCompleter(this);
        this.resp = new RxeResponder(this);
    }

    /** May be asked by any thread. */
    public IbQpState state() {
        return state;
    }

    public QpCounters counters() {
        return counters;
    }

    /** Path to the peer, {@code null} before RTR. */
    public QpWire wire() {
        return wire;
    }

    public int destQpn() {
        return destQpn;
    }

    /** The last sequence number the peer acknowledged. */
    public int lastAckedPsn() {
        return comp.psn - 1 & 0xff_ffff;
    }

    /** Requests may be received: the state the receive checks ask for, by any thread. */
    public boolean canRespond() {
        IbQpState s = state;
        return s == IbQpState.RTR || s == IbQpState.RTS || s == IbQpState.SQD;
    }

    /** Answers may be received; by any thread. */
    public boolean canComplete() {
        IbQpState s = state;
        return s == IbQpState.RTS || s == IbQpState.SQD;
    }

    /** Whether a packet has the addresses of this connection; by any thread once connected. */
    public boolean comesFromPeer(SkBuff skb) {
        QpWire w = wire;
        return w != null && w.matches(skb);
    }

    boolean isError() {
        return state == IbQpState.ERR;
    }

    /**
     * Takes over a parsed packet: serves a request, takes an answer, or drops it.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_recv.c#rxe_rcv_pkt
     */
    public void onPacket(SkBuff skb, long now) {
        int[] cb = skb.cb;
        int mask = cb[RxePacket.MASK];
        boolean request = (mask & RoceOpcode.REQ_MASK) != 0;
        if (request ? !canRespond() : !canComplete()) {
            skb.free();
            return;
        }
        if (!skb.isChecksumUnnecessary() && !icrc.check(skb.data(), skb.view(), skb.network(), cb[RxePacket.ICRC])) {
            counters.incIcrcError();
            ops.dropped(DropReason.BAD_ICRC);
            skb.free();
            return;
        }
        counters.inc(RxeCounter.RCVD_PKTS);
        if (!request) {
            comp.onAnswer(skb, now);
            skb.free();
        } else if (resp.isReplying() || fifoCount > 0) {
            enqueue(skb);
        } else {
            resp.onRequest(skb);
            skb.free();
        }
    }

    /** Requests wait while a read is being answered. */
    private void enqueue(SkBuff skb) {
        if (fifo == null) {
            fifo = new SkBuff[FIFO];
        }
        if (fifoCount == FIFO) {
            skb.free();
            return;
        }
        fifo[fifoHead + fifoCount & FIFO - 1] = skb;
        fifoCount++;
    }

    private SkBuff dequeue() {
        SkBuff skb = fifo[fifoHead];
        fifo[fifoHead] = null;
        fifoHead = fifoHead + 1 & FIFO - 1;
        fifoCount--;
        return skb;
    }

    /**
     * User space may have posted something.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.c#rxe_post_send
     */
    public void onDoorbell(long now) {
        if (isError()) {
            flush();
        }
    }

    /**
     * Does the next piece of work that sends at most one packet: an answer first, else a request.
     *
     * @return false if there is nothing to do until something comes in
     * @mirrors drivers/infiniband/sw/rxe/rxe_task.c#do_task
     */
    public boolean pollTransmit(long now) {
        if (resp.isReplying()) {
            resp.reply();
            return true;
        }
        if (fifoCount > 0) {
            SkBuff skb = dequeue();
            if (canRespond()) {
                resp.onRequest(skb);
            }
            skb.free();
            return true;
        }
        return canComplete() && req.step(now);
    }

    /** When {@link #onTimeout} wants to be called, {@link #NEVER} if not at all. */
    public long nextDeadline() {
        return Math.min(comp.retransmitAt, req.rnrTimerAt);
    }

    /** Deadlines were computed with a time that was {@code ns} too early. */
    public void shiftDeadlines(long ns) {
        if (comp.retransmitAt != NEVER) {
            comp.retransmitAt += ns;
        }
        if (req.rnrTimerAt != NEVER) {
            req.rnrTimerAt += ns;
        }
    }

    /** Time has passed; does nothing if no deadline has come. */
    public void onTimeout(long now) {
        if (!canComplete()) {
            return;
        }
        if (req.rnrTimerAt <= now) {
            req.onRnrTimer();
        }
        if (comp.retransmitAt <= now) {
            comp.onRetransmitTimer(now);
        }
    }

    /**
     * Moves to the error state and flushes both queues.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#rxe_qp_error
     */
    public void error() {
        if (!isError()) {
            ops.movedToError();
        }
        toError();
    }

    /** The same on behalf of somebody outside, who need not be told. */
    public void toError() {
        state = IbQpState.ERR;
        flush();
    }

    private void flush() {
        stopTimers();
        dropPackets();
        resp.stop();
        comp.flush();
        resp.flush();
    }

    private void stopTimers() {
        comp.retransmitAt = NEVER;
        req.rnrTimerAt = NEVER;
    }

    private void dropPackets() {
        while (fifoCount > 0) {
            dequeue().free();
        }
    }

    /**
     * Back to the start; completions already posted stay.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#rxe_qp_reset
     */
    public void reset() {
        state = IbQpState.RESET;
        stopTimers();
        dropPackets();
        sq.dropAll();
        if (rq != null) {
            rq.dropAll();
        }
        req.reset();
        comp.reset();
        resp.reset();
        drained = false;
    }

    /**
     * Takes over attributes that are checked, then the state.
     *
     * @param path what an address vector in {@code attr} means, {@code null} without one
     * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#rxe_qp_from_attr
     */
    public void modify(IbQpAttr attr, int mask, QpWire path) {
        if ((mask & IbQpAttrMask.DEST_QPN) != 0) {
            destQpn = attr.destQpNum;
        }
        if (path != null) {
            wire = path;
        }
        if ((mask & IbQpAttrMask.ACCESS_FLAGS) != 0) {
            accessFlags = attr.accessFlags;
        }
        if ((mask & IbQpAttrMask.PKEY_INDEX) != 0) {
            pkeyIndex = attr.pkeyIndex;
        }
        if ((mask & IbQpAttrMask.PORT) != 0) {
            portNum = attr.portNum;
        }
        if ((mask & IbQpAttrMask.QKEY) != 0) {
            qkey = attr.qkey;
        }
        if ((mask & IbQpAttrMask.PATH_MTU) != 0) {
            mtu = attr.pathMtu.bytes();
            pathMtuCode = attr.pathMtu.value();
        }
        modifyTimers(attr, mask);
        modifySequence(attr, mask);
        if ((mask & IbQpAttrMask.STATE) != 0) {
            enter(attr.qpState);
        }
    }

    private void modifyTimers(IbQpAttr attr, int mask) {
        if ((mask & IbQpAttrMask.TIMEOUT) != 0) {
            timeout = attr.timeout;
            timeoutNs = timeout == 0 ? 0 : TIMEOUT_UNIT_NS << timeout;
        }
        if ((mask & IbQpAttrMask.RETRY_CNT) != 0) {
            retryCnt = attr.retryCnt;
            comp.retryLeft = retryCnt;
        }
        if ((mask & IbQpAttrMask.RNR_RETRY) != 0) {
            rnrRetry = attr.rnrRetry;
            comp.rnrRetryLeft = rnrRetry;
        }
        if ((mask & IbQpAttrMask.MIN_RNR_TIMER) != 0) {
            minRnrTimer = attr.minRnrTimer;
        }
    }

    private void modifySequence(IbQpAttr attr, int mask) {
        if ((mask & IbQpAttrMask.MAX_QP_RD_ATOMIC) != 0) {
            maxRdAtomic = powerOfTwo(attr.maxRdAtomic);
            req.rdAtomicLeft = maxRdAtomic;
        }
        if ((mask & IbQpAttrMask.MAX_DEST_RD_ATOMIC) != 0) {
            maxDestRdAtomic = powerOfTwo(attr.maxDestRdAtomic);
            resp.allocateResources(maxDestRdAtomic);
        }
        if ((mask & IbQpAttrMask.RQ_PSN) != 0) {
            rqPsn = attr.rqPsn & 0xff_ffff;
            resp.psn = rqPsn;
            resp.ackPsn = rqPsn;
        }
        if ((mask & IbQpAttrMask.SQ_PSN) != 0) {
            sqPsn = attr.sqPsn & 0xff_ffff;
            req.psn = sqPsn;
            req.sentUpTo = sqPsn;
            comp.psn = sqPsn;
        }
    }

    private static int powerOfTwo(int n) {
        return n <= 1 ? n : Integer.highestOneBit(n - 1) << 1;
    }

    private void enter(IbQpState next) {
        switch (next) {
            case RESET -> reset();
            case ERR -> toError();
            case SQD -> {
                drained = false;
                state = IbQpState.SQD;
            }
            default -> state = next;
        }
    }

    /** The send queue stands still: no request is started, and tells so once when the last one is answered. */
    boolean isDraining() {
        return state == IbQpState.SQD;
    }

    void drainedNow() {
        if (!drained) {
            drained = true;
            ops.event(IbEventType.SQ_DRAINED);
        }
    }

    /**
     * Writes the attributes as they are.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#rxe_qp_to_attr
     */
    public void query(IbQpAttr attr) {
        attr.qpState = state;
        attr.curQpState = state;
        attr.pathMtu = IbMtu.of(pathMtuCode);
        attr.qkey = qkey;
        attr.rqPsn = resp.psn;
        attr.sqPsn = req.psn;
        attr.destQpNum = destQpn;
        attr.accessFlags = accessFlags;
        attr.pkeyIndex = pkeyIndex;
        attr.sqDraining = isDraining() && !drained;
        attr.maxRdAtomic = maxRdAtomic;
        attr.maxDestRdAtomic = maxDestRdAtomic;
        attr.minRnrTimer = minRnrTimer;
        attr.portNum = portNum;
        attr.timeout = timeout;
        attr.retryCnt = retryCnt;
        attr.rnrRetry = rnrRetry;
    }

    /** Gives back what it holds; nothing may come in any more. */
    public void release() {
        stopTimers();
        dropPackets();
        state = IbQpState.RESET;
    }

    /** Finishes a frame whose headers and payload are written, and sends it. */
    boolean transmit(SkBuff skb, int icrcOffset) {
        if (setup.icrc()) {
            icrc.generate(skb.data(), skb.view(), wire.ip(), icrcOffset);
            skb.setChecksumUnnecessary(true);
        } else {
            skb.setChecksumPartial(IcrcHelp.INSTANCE);
        }
        if (ops.xmit(skb)) {
            counters.inc(RxeCounter.SENT_PKTS);
            return true;
        }
        counters.inc(RxeCounter.SEND_ERR);
        return false;
    }
}
