package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Aeth;
import org.softroce.roce.AethSyndrome;
import org.softroce.roce.AtomicAckEth;
import org.softroce.roce.Psn;
import org.softroce.roce.RoceHeader;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.mem.DmaCursor;
import org.softroce.rxe.internal.queue.RxeCq;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.uapi.rdma.IbAccess;
import org.softroce.uapi.rdma.IbSendFlags;
import org.softroce.uapi.rdma.IbWcFlags;
import org.softroce.uapi.rdma.IbWcOpcode;
import org.softroce.uapi.rdma.IbWcStatus;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWr;

/**
 * The half that takes answers: completes requests in order, stores read data, decides about retries.
 *
 * <p>Unlike Linux it ends after {@code retry_cnt} retries also when that is 7.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#rxe_completer
 */
final class RxeCompleter {
    /** {@code rnr_retry} that means for ever. */
    private static final int RNR_FOR_EVER = 7;
    private static final int ANSWERED = WrOpcode.READ_MASK | WrOpcode.ATOMIC_MASK;
    private static final int SUCCESS = IbWcStatus.SUCCESS.value();

    private final RxeQp qp;
    private final RxeQueue sq;
    private final RxeCq cq;
    private final DmaCursor data;
    private final MemorySegment word = MemorySegment.ofArray(new long[1]);

    /** The oldest sequence number that is not acknowledged. */
    int psn;
    int retryLeft;
    int rnrRetryLeft;
    /** Deadline of the oldest unacknowledged packet. */
    long retransmitAt = RxeQp.NEVER;

    private boolean startedRetry;
    private boolean progress;
    private int readSlot = -1;
    private long readOffset;

    RxeCompleter(RxeQp qp) {
        this.qp = qp;
        this.sq = qp.sq;
        this.cq = qp.setup.sendCq();
        this.data = new DmaCursor(qp.setup.regions(), qp.setup.pd(), IbAccess.LOCAL_WRITE);
    }

    void reset() {
        retransmitAt = RxeQp.NEVER;
        startedRetry = false;
        readSlot = -1;
    }

    /** Takes an answer; the caller frees the buffer. */
    void onAnswer(SkBuff skb, long now) {
        RxeRequester req = qp.req;
        if (Psn.compare(skb.cb[RxePacket.PSN], req.sentUpTo) >= 0) {
            return;
        }
        progress = false;
        CompState state = CompState.GET_WQE;
        while (state != CompState.DONE) {
            int slot = sq.consumer();
            state = switch (state) {
                case GET_WQE -> getWqe(slot);
                case CHECK_PSN -> checkPsn(skb, slot);
                case CHECK_ACK -> checkAck(skb, slot);
                case READ -> read(skb, slot);
                case ATOMIC -> atomic(skb, slot);
                case WRITE_SEND -> writeSend(skb, slot);
                case COMP_WQE -> completeWqe(slot);
                case COMP_ACK -> completeAck(skb, slot);
                case UPDATE_COMP -> updateComp(skb);
                case ERROR_RETRY -> errorRetry(slot, false, now);
                case RNR_RETRY -> rnrRetry(skb, slot, now);
                case ERROR -> fail(slot);
                case DONE -> CompState.DONE;
            };
        }
        failRefusedHead();
        if (progress && !qp.isError()) {
            rearm(now);
        }
    }

    private void rearm(long now) {
        boolean waiting = qp.timeoutNs != 0 && qp.req.rnrTimerAt == RxeQp.NEVER && qp.req.started[sq.consumer()];
        retransmitAt = waiting ? now + qp.timeoutNs : RxeQp.NEVER;
    }

    private CompState getWqe(int slot) {
        RxeRequester req = qp.req;
        if (!req.started[slot]) {
            return CompState.DONE;
        }
        return req.state[slot] == WqeState.ERROR ? CompState.ERROR : CompState.CHECK_PSN;
    }

    private boolean isAnswered(int slot) {
        return (WrOpcode.mask(qp.req.opcode[slot], qp.setup.type()) & ANSWERED) != 0;
    }

    private CompState checkPsn(SkBuff skb, int slot) {
        RxeRequester req = qp.req;
        int answer = skb.cb[RxePacket.PSN];
        if (Psn.compare(answer, req.lastPsn[slot]) > 0) {
            if (!req.fullySent[slot]) {
                return CompState.DONE;
            }
            if (isAnswered(slot)) {
                return CompState.ERROR_RETRY;
            }
            resetRetryCounters();
            return CompState.COMP_WQE;
        }
        int diff = Psn.compare(answer, psn);
        if (diff < 0) {
            boolean last = answer == req.lastPsn[slot] && !isAnswered(slot)
                    && skb.cb[RxePacket.OPCODE] == RoceOpcode.RC_ACKNOWLEDGE
                    && AethSyndrome.type(syndrome(skb)) == AethSyndrome.ACK;
            return last && req.fullySent[slot] ? CompState.COMP_ACK : CompState.DONE;
        }
        return diff > 0 && isAnswered(slot) && skb.cb[RxePacket.OPCODE] != RoceOpcode.RC_ACKNOWLEDGE
                ? CompState.DONE : CompState.CHECK_ACK;
    }

    private static int syndrome(SkBuff skb) {
        return Aeth.syndrome(skb.data(), skb.cb[RxePacket.BTH] + 12L);
    }

    private CompState checkAck(SkBuff skb, int slot) {
        int opcode = skb.cb[RxePacket.OPCODE];
        if (opcode == RoceOpcode.RC_ACKNOWLEDGE) {
            return checkSyndrome(skb, slot);
        }
        int wr = qp.req.opcode[slot];
        if (opcode == RoceOpcode.RC_ATOMIC_ACKNOWLEDGE) {
            boolean atomic = wr == WrOpcode.ATOMIC_CMP_AND_SWP || wr == WrOpcode.ATOMIC_FETCH_AND_ADD;
            return atomic && AethSyndrome.type(syndrome(skb)) == AethSyndrome.ACK ? CompState.ATOMIC
                    : failWith(slot, IbWcStatus.BAD_RESP_ERR);
        }
        boolean headed = opcode != RoceOpcode.RC_RDMA_READ_RESPONSE_MIDDLE;
        if (headed && AethSyndrome.type(syndrome(skb)) != AethSyndrome.ACK) {
            return failWith(slot, IbWcStatus.BAD_RESP_ERR);
        }
        return wr == WrOpcode.RDMA_READ ? CompState.READ : failWith(slot, IbWcStatus.FATAL_ERR);
    }

    private CompState checkSyndrome(SkBuff skb, int slot) {
        int syndrome = syndrome(skb);
        return switch (AethSyndrome.type(syndrome)) {
            case AethSyndrome.ACK -> isAnswered(slot) ? CompState.DONE : CompState.WRITE_SEND;
            case AethSyndrome.RNR_NAK -> {
                qp.counters.inc(RxeCounter.RCV_RNR);
                acknowledgeBefore(skb);
                yield CompState.RNR_RETRY;
            }
            case AethSyndrome.NAK -> nak(skb, syndrome, slot);
            default -> failWith(slot, IbWcStatus.BAD_RESP_ERR);
        };
    }

    private CompState nak(SkBuff skb, int syndrome, int slot) {
        return switch (syndrome) {
            case AethSyndrome.NAK_PSN_SEQUENCE_ERROR -> {
                if (Psn.compare(skb.cb[RxePacket.PSN], psn) > 0) {
                    qp.counters.inc(RxeCounter.RCV_SEQ_ERR);
                    acknowledgeBefore(skb);
                }
                yield CompState.ERROR_RETRY;
            }
            case AethSyndrome.NAK_INVALID_REQUEST -> failWith(slot, IbWcStatus.REM_INV_REQ_ERR);
            case AethSyndrome.NAK_REMOTE_ACCESS_ERROR -> failWith(slot, IbWcStatus.REM_ACCESS_ERR);
            default -> failWith(slot, IbWcStatus.REM_OP_ERR);
        };
    }

    /** A NAK acknowledges all packets before its own number; of a read they are data that has to come. */
    private void acknowledgeBefore(SkBuff skb) {
        int answer = skb.cb[RxePacket.PSN];
        if (Psn.compare(answer, psn) > 0 && !isAnswered(sq.consumer())) {
            psn = answer;
            resetRetryCounters();
        }
    }

    private CompState failWith(int slot, IbWcStatus status) {
        qp.req.status[slot] = status.value();
        return CompState.ERROR;
    }

    private void resetRetryCounters() {
        retryLeft = qp.retryCnt;
        rnrRetryLeft = qp.rnrRetry;
        startedRetry = false;
        progress = true;
    }

    private CompState writeSend(SkBuff skb, int slot) {
        resetRetryCounters();
        RxeRequester req = qp.req;
        boolean last = req.fullySent[slot] && req.lastPsn[slot] == skb.cb[RxePacket.PSN];
        return last ? CompState.COMP_ACK : CompState.UPDATE_COMP;
    }

    /**
     * Stores one answer of a read at the place its sequence number says.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#do_read
     */
    private CompState read(SkBuff skb, int slot) {
        RxeRequester req = qp.req;
        int[] cb = skb.cb;
        long total = req.length[slot] & 0xffff_ffffL;
        long offset = (long) Psn.distance(cb[RxePacket.PSN], req.firstPsn[slot]) * qp.mtu;
        long expected = Math.min(qp.mtu, total - offset);
        if (offset < 0 || cb[RxePacket.LENGTH] != expected) {
            return failWith(slot, IbWcStatus.BAD_RESP_ERR);
        }
        if (slot != readSlot || offset != readOffset) {
            req.openData(data, slot);
            data.skip(offset);
            readSlot = slot;
        }
        if (data.copyIn(skb.data(), cb[RxePacket.PAYLOAD], (int) expected) != DmaCursor.OK) {
            return failWith(slot, IbWcStatus.LOC_PROT_ERR);
        }
        readOffset = offset + expected;
        resetRetryCounters();
        return readOffset == total ? CompState.COMP_ACK : CompState.UPDATE_COMP;
    }

    private CompState atomic(SkBuff skb, int slot) {
        RxeRequester req = qp.req;
        long at = skb.cb[RxePacket.BTH] + RoceOpcode.offset(RoceOpcode.RC_ATOMIC_ACKNOWLEDGE, RoceHeader.ATMACK);
        word.set(ValueLayout.JAVA_LONG, 0, AtomicAckEth.original(skb.data(), at));
        req.openData(data, slot);
        readSlot = -1;
        if (data.copyIn(word, 0, Long.BYTES) != DmaCursor.OK) {
            return failWith(slot, IbWcStatus.LOC_PROT_ERR);
        }
        resetRetryCounters();
        return CompState.COMP_ACK;
    }

    /** The answer is for a later request, so this one is done. */
    private CompState completeWqe(int slot) {
        int last = qp.req.lastPsn[slot];
        if (Psn.compare(last, psn) >= 0) {
            psn = Psn.next(last);
        }
        complete(slot, SUCCESS);
        return qp.isError() ? CompState.DONE : CompState.GET_WQE;
    }

    private CompState completeAck(SkBuff skb, int slot) {
        progress = true;
        complete(slot, SUCCESS);
        if (qp.isError()) {
            return CompState.DONE;
        }
        return updateComp(skb);
    }

    private CompState updateComp(SkBuff skb) {
        int answer = skb.cb[RxePacket.PSN];
        if (Psn.compare(answer, psn) >= 0) {
            psn = Psn.next(answer);
        }
        return CompState.DONE;
    }

    /**
     * Sends again from the first unacknowledged packet, or gives up.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#COMPST_ERROR_RETRY
     */
    private CompState errorRetry(int slot, boolean timedOut, long now) {
        RxeRequester req = qp.req;
        boolean underWay = startedRetry || req.rnrTimerAt != RxeQp.NEVER;
        if (underWay && !timedOut) {
            return CompState.DONE;
        }
        if (retryLeft == 0) {
            qp.counters.inc(RxeCounter.RETRY_EXCEEDED);
            return failWith(slot, IbWcStatus.RETRY_EXC_ERR);
        }
        retryLeft--;
        qp.counters.inc(RxeCounter.COMP_RETRY);
        req.needRetry = true;
        startedRetry = true;
        retransmitAt = qp.timeoutNs == 0 ? RxeQp.NEVER : now + qp.timeoutNs;
        progress = false;
        return CompState.DONE;
    }

    private CompState rnrRetry(SkBuff skb, int slot, long now) {
        if (qp.req.rnrTimerAt != RxeQp.NEVER) {
            return CompState.DONE;
        }
        if (rnrRetryLeft == 0) {
            qp.counters.inc(RxeCounter.RNR_RETRY_EXCEEDED);
            return failWith(slot, IbWcStatus.RNR_RETRY_EXC_ERR);
        }
        if (rnrRetryLeft != RNR_FOR_EVER) {
            rnrRetryLeft--;
        }
        qp.req.rnrTimerAt = now + AethSyndrome.rnrTimerNs(AethSyndrome.value(syndrome(skb)));
        retransmitAt = RxeQp.NEVER;
        progress = false;
        return CompState.DONE;
    }

    /** The oldest unacknowledged packet waited too long. */
    void onRetransmitTimer(long now) {
        retransmitAt = RxeQp.NEVER;
        int slot = sq.consumer();
        if (!qp.req.started[slot]) {
            return;
        }
        if (errorRetry(slot, true, now) == CompState.ERROR) {
            fail(slot);
        }
    }

    /** Completes the head of the queue with its error, and all behind it as flushed. */
    private CompState fail(int slot) {
        complete(slot, qp.req.status[slot]);
        qp.error();
        return CompState.DONE;
    }

    /** If the oldest request is one that could not be sent, nothing is waited for any more. */
    void failRefusedHead() {
        int slot = sq.consumer();
        if (!qp.isError() && qp.req.started[slot] && qp.req.state[slot] == WqeState.ERROR) {
            fail(slot);
        }
    }

    /** Completes all that is posted as flushed. */
    void flush() {
        int producer = sq.userProducer();
        MemorySegment ring = sq.memory();
        while (sq.consumer() != producer) {
            int slot = sq.consumer();
            if (!qp.req.started[slot]) {
                qp.req.opcode[slot] = ring.get(RdmaUserRxe.U32, sq.at(slot) + SendWr.OPCODE);
                qp.req.length[slot] = 0;
            }
            complete(slot, IbWcStatus.WR_FLUSH_ERR.value());
        }
    }

    private void complete(int slot, int status) {
        RxeRequester req = qp.req;
        int opcode = req.opcode[slot];
        boolean posted = true;
        if (status != SUCCESS || qp.setup.signalAll() || (req.flags[slot] & IbSendFlags.SIGNALED) != 0) {
            long wrId = sq.memory().get(RdmaUserRxe.U64, sq.at(slot) + SendWr.WR_ID);
            boolean immediate = opcode == WrOpcode.RDMA_WRITE_WITH_IMM || opcode == WrOpcode.SEND_WITH_IMM;
            req.completed(slot);
            sq.advanceConsumer();
            posted = cq.post(wrId, status, wcOpcode(opcode), req.length[slot], 0, qp.qpn, 0,
                    immediate ? IbWcFlags.WITH_IMM : 0, 0, false);
        } else {
            req.completed(slot);
            sq.advanceConsumer();
        }
        if (opcode == WrOpcode.SEND || opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.SEND_WITH_INV) {
            qp.counters.inc(RxeCounter.RDMA_SEND);
        }
        if (!posted && !qp.isError()) {
            qp.error();
        }
    }

    /** @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#wr_to_wc_opcode */
    private static int wcOpcode(int wr) {
        return switch (wr) {
            case WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM -> IbWcOpcode.RDMA_WRITE.value();
            case WrOpcode.SEND, WrOpcode.SEND_WITH_IMM, WrOpcode.SEND_WITH_INV -> IbWcOpcode.SEND.value();
            case WrOpcode.RDMA_READ, WrOpcode.RDMA_READ_WITH_INV -> IbWcOpcode.RDMA_READ.value();
            case WrOpcode.ATOMIC_CMP_AND_SWP -> IbWcOpcode.COMP_SWAP.value();
            case WrOpcode.ATOMIC_FETCH_AND_ADD -> IbWcOpcode.FETCH_ADD.value();
            case WrOpcode.BIND_MW -> IbWcOpcode.BIND_MW.value();
            case WrOpcode.LOCAL_INV -> IbWcOpcode.LOCAL_INV.value();
            default -> 0xff;
        };
    }
}
