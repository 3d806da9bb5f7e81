package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.AtomicEth;
import org.softroce.roce.Bth;
import org.softroce.roce.Icrc;
import org.softroce.roce.Psn;
import org.softroce.roce.RoceHeader;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.mem.DmaCursor;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.uapi.rdma.IbSendFlags;
import org.softroce.uapi.rdma.IbWcStatus;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWr;

/**
 * The sending half: turns posted requests into packets, in order, and starts over where the completer says.
 *
 * <p>What must not change under way (opcode, flags, length, sequence numbers) is kept in arrays by slot from the moment
 * a request is started; user space can spoil its own data in the ring, not the protocol.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_req.c#rxe_requester
 */
final class RxeRequester {
    /** Packets that may be unacknowledged ({@code RXE_MAX_UNACKED_PSNS}). */
    static final int MAX_UNACKED_PSNS = 128;
    /** After so many packets an acknowledgement is asked for ({@code RXE_MAX_PKT_PER_ACK}). */
    static final int MAX_PKT_PER_ACK = 64;

    private static final long MAX_MESSAGE_BYTES = 1L << 31;

    private final RxeQp qp;
    private final RxeQueue sq;
    private final MemorySegment ring;
    private final DmaCursor data;

    // by slot
    final int[] state;
    final int[] opcode;
    final int[] flags;
    final int[] length;
    final int[] firstPsn;
    final int[] lastPsn;
    final int[] status;
    final boolean[] hasRdAtomic;
    /** In the sequence: packets were sent, or it was refused. */
    final boolean[] started;
    /** All packets were out at least once. */
    final boolean[] fullySent;

    int psn;
    /** Behind the last packet that ever went out. */
    int sentUpTo;
    int wqeIndex;
    int rdAtomicLeft;
    boolean needRetry;
    /** Deadline of the receiver-not-ready pause. */
    long rnrTimerAt = RxeQp.NEVER;

    private int producer;
    private boolean open;
    private int previousOpcode = RoceOpcode.NONE;
    private int noAckPackets;
    private long sent;
    private long total;
    private int wrMask;

    RxeRequester(RxeQp qp) {
        this.qp = qp;
        this.sq = qp.sq;
        this.ring = sq.memory();
        this.data = new DmaCursor(qp.setup.regions(), qp.setup.pd(), 0);
        int slots = sq.slots();
        state = new int[slots];
        opcode = new int[slots];
        flags = new int[slots];
        length = new int[slots];
        firstPsn = new int[slots];
        lastPsn = new int[slots];
        status = new int[slots];
        hasRdAtomic = new boolean[slots];
        started = new boolean[slots];
        fullySent = new boolean[slots];
    }

    void reset() {
        wqeIndex = sq.consumer();
        producer = wqeIndex;
        open = false;
        previousOpcode = RoceOpcode.NONE;
        needRetry = false;
        noAckPackets = 0;
        rdAtomicLeft = qp.maxRdAtomic;
        Arrays.fill(state, WqeState.POSTED);
        Arrays.fill(hasRdAtomic, false);
        Arrays.fill(started, false);
        Arrays.fill(fullySent, false);
    }

    /** The pause is over: send again from the request that was not taken. */
    void onRnrTimer() {
        rnrTimerAt = RxeQp.NEVER;
        needRetry = true;
    }

    /** Sends at most one packet; false if there is nothing to send now. */
    boolean step(long now) {
        if (rnrTimerAt != RxeQp.NEVER) {
            return false;
        }
        if (needRetry) {
            needRetry = false;
            retry();
        }
        if (!open) {
            int opened = nextWqe();
            if (opened <= 0) {
                return opened < 0;
            }
        }
        if (Psn.compare(psn, comp().psn + MAX_UNACKED_PSNS) > 0) {
            return false;
        }
        if ((wrMask & (WrOpcode.READ_MASK | WrOpcode.ATOMIC_MASK)) != 0 && !takeRdAtomic()) {
            return false;
        }
        send(now);
        return true;
    }

    private RxeCompleter comp() {
        return qp.comp;
    }

    private boolean takeRdAtomic() {
        int slot = wqeIndex;
        if (!hasRdAtomic[slot]) {
            if (rdAtomicLeft == 0) {
                return false;
            }
            rdAtomicLeft--;
            hasRdAtomic[slot] = true;
        }
        return true;
    }

    /**
     * Opens the next request: 1 = open, 0 = none to open, -1 = it was refused.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_req.c#req_next_wqe
     */
    private int nextWqe() {
        int slot = wqeIndex;
        if (slot == producer) {
            producer = sq.userProducer();
            if (slot == producer) {
                drained();
                return 0;
            }
        }
        boolean again = started[slot];
        if (state[slot] == WqeState.ERROR) {
            return 0;
        }
        if (qp.isDraining() && !again) {
            drained();
            return 0;
        }
        if (!again) {
            int refused = admit(slot, sq.at(slot));
            if (refused != 0) {
                fail(slot, refused);
                return -1;
            }
        }
        if (!again && (flags[slot] & IbSendFlags.FENCE) != 0 && rdAtomicLeft != qp.maxRdAtomic) {
            return 0;
        }
        begin(slot, again);
        return 1;
    }

    private void drained() {
        if (qp.isDraining() && wqeIndex == sq.consumer()) {
            qp.drainedNow();
        }
    }

    /** Reads and checks a new request; 0 or the status to refuse it with. */
    private int admit(int slot, long at) {
        int wr = ring.get(RdmaUserRxe.U32, at + SendWr.OPCODE);
        int wrFlags = ring.get(RdmaUserRxe.U32, at + SendWr.SEND_FLAGS);
        int bytes = ring.get(RdmaUserRxe.U32, at + SendWqe.DMA_LENGTH);
        int sges = ring.get(RdmaUserRxe.U32, at + SendWqe.DMA_NUM_SGE);
        opcode[slot] = wr;
        flags[slot] = wrFlags;
        length[slot] = bytes;
        hasRdAtomic[slot] = false;
        int mask = WrOpcode.mask(wr, qp.setup.type());
        int packets = WrOpcode.WRITE_MASK | WrOpcode.SEND_MASK | WrOpcode.READ_MASK | WrOpcode.ATOMIC_MASK;
        if (qp.setup.type() != WrOpcode.QPT_RC || (mask & packets) == 0 || wr == WrOpcode.RDMA_READ_WITH_INV) {
            return IbWcStatus.LOC_QP_OP_ERR.value();
        }
        boolean inline = (wrFlags & IbSendFlags.INLINE) != 0;
        long unsigned = bytes & 0xffff_ffffL;
        if (unsigned > MAX_MESSAGE_BYTES) {
            return IbWcStatus.LOC_LEN_ERR.value();
        }
        boolean fits = inline ? (mask & WrOpcode.INLINE_MASK) != 0 && unsigned <= qp.setup.maxInline()
                : sges >= 0 && sges <= qp.setup.maxSendSge();
        boolean answered = (mask & (WrOpcode.READ_MASK | WrOpcode.ATOMIC_MASK)) != 0;
        if (!fits || answered && qp.maxRdAtomic == 0) {
            return IbWcStatus.LOC_QP_OP_ERR.value();
        }
        if ((mask & WrOpcode.ATOMIC_MASK) != 0 && bytes != Long.BYTES) {
            return IbWcStatus.LOC_LEN_ERR.value();
        }
        return 0;
    }

    private void begin(int slot, boolean again) {
        wrMask = WrOpcode.mask(opcode[slot], qp.setup.type());
        total = length[slot] & 0xffff_ffffL;
        sent = 0;
        previousOpcode = RoceOpcode.NONE;
        if (!again) {
            firstPsn[slot] = psn;
            int packets = (wrMask & WrOpcode.ATOMIC_MASK) != 0 ? 1 : Psn.packets(total, qp.mtu);
            lastPsn[slot] = Psn.add(psn, packets - 1);
            started[slot] = true;
        }
        if ((wrMask & (WrOpcode.WRITE_MASK | WrOpcode.SEND_MASK)) != 0) {
            openData(data, slot);
        }
        if (again) {
            resume(slot);
        }
        open = true;
    }

    /** Skips what the peer has already got. */
    private void resume(int slot) {
        int packets = Psn.distance(psn, firstPsn[slot]);
        if (packets > 0 && (wrMask & WrOpcode.ATOMIC_MASK) == 0) {
            sent = (long) packets * qp.mtu;
            if ((wrMask & WrOpcode.READ_MASK) == 0) {
                data.skip(sent);
                boolean write = (wrMask & WrOpcode.WRITE_MASK) != 0;
                previousOpcode = write ? RoceOpcode.RC_RDMA_WRITE_FIRST : RoceOpcode.RC_SEND_FIRST;
            }
        }
    }

    /** Points a cursor at the data of a slot; the count of list entries is limited anew. */
    void openData(DmaCursor cursor, int slot) {
        long at = sq.at(slot);
        if ((flags[slot] & IbSendFlags.INLINE) != 0) {
            cursor.openInline(ring, at + SendWqe.DMA_INLINE_DATA);
        } else {
            int sges = ring.get(RdmaUserRxe.U32, at + SendWqe.DMA_NUM_SGE);
            cursor.open(ring, at + SendWqe.DMA_SGE, Math.max(0, Math.min(sges, qp.setup.maxSendSge())));
        }
    }

    /**
     * Sends the next packet of the open request.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_req.c#init_req_packet
     */
    private void send(long now) {
        int slot = wqeIndex;
        int mtu = qp.mtu;
        long left = total - sent;
        boolean fits = left <= mtu;
        int next = WrOpcode.nextOpcode(qp.setup.type(), opcode[slot], previousOpcode, fits);
        int mask = RoceOpcode.mask(next);
        boolean carries = (mask & RoceOpcode.WRITE_OR_SEND_MASK) != 0;
        int payload = !carries ? 0 : fits ? (int) left : mtu;
        int pad = -payload & 3;
        int headers = RoceOpcode.headerLength(next);
        SkBuff skb = qp.ops.alloc();
        QpWire wire = qp.wire;
        int bth = wire.bth();
        wire.begin(skb, headers + payload + pad + Icrc.SIZE);
        MemorySegment frame = skb.data();
        boolean end = (mask & RoceOpcode.END_MASK) != 0;
        boolean ackRequest = end || noAckPackets++ > MAX_PKT_PER_ACK;
        if (ackRequest) {
            noAckPackets = 0;
        }
        QpWire.bth(frame, bth, next, Bth.flags(end && solicited(slot, mask), false, pad), qp.destQpn, ackRequest, psn);
        if (headers > Bth.SIZE) {
            extended(frame, bth, next, mask, sq.at(slot), left);
        }
        int at = bth + headers;
        if (payload > 0 && !fill(slot, frame, at, payload)) {
            skb.free();
            return;
        }
        if (pad > 0) {
            for (int i = 0; i < pad; i++) {
                frame.set(ValueLayout.JAVA_BYTE, at + payload + i, (byte) 0);
            }
        }
        previousOpcode = next;
        advance(slot, end, payload);
        if (qp.timeoutNs != 0 && comp().retransmitAt == RxeQp.NEVER) {
            comp().retransmitAt = now + qp.timeoutNs;
        }
        qp.transmit(skb, at + payload + pad);
    }

    private boolean fill(int slot, MemorySegment frame, int at, int payload) {
        int result = data.copyOut(frame, at, payload);
        if (result == DmaCursor.OK) {
            return true;
        }
        fail(slot, (result == DmaCursor.BAD_MEMORY ? IbWcStatus.LOC_PROT_ERR : IbWcStatus.LOC_QP_OP_ERR).value());
        return false;
    }

    private boolean solicited(int slot, int mask) {
        boolean wakes = (mask & (RoceOpcode.SEND_MASK | RoceOpcode.IMMDT_MASK)) != 0;
        return wakes && (flags[slot] & IbSendFlags.SOLICITED) != 0;
    }

    private void extended(MemorySegment frame, int bth, int next, int mask, long wqe, long left) {
        if ((mask & RoceOpcode.RETH_MASK) != 0) {
            long remote = ring.get(RdmaUserRxe.U64, wqe + SendWr.WR_RDMA_REMOTE_ADDR) + sent;
            int rkey = ring.get(RdmaUserRxe.U32, wqe + SendWr.WR_RDMA_RKEY);
            QpWire.reth(frame, bth + RoceOpcode.rethOffset(next), remote, rkey, (int) left);
        }
        if ((mask & RoceOpcode.IMMDT_MASK) != 0) {
            frame.set(RdmaUserRxe.BE32, bth + RoceOpcode.immDtOffset(next),
                    ring.get(RdmaUserRxe.BE32, wqe + SendWr.EX_IMM_DATA));
        }
        if ((mask & RoceOpcode.IETH_MASK) != 0) {
            frame.set(RdmaUserRxe.BE32, bth + RoceOpcode.offset(next, RoceHeader.IETH),
                    ring.get(RdmaUserRxe.U32, wqe + SendWr.EX_INVALIDATE_RKEY));
        }
        if ((mask & RoceOpcode.ATMETH_MASK) != 0) {
            atomic(frame, bth + RoceOpcode.offset(next, RoceHeader.ATMETH), next, wqe);
        }
    }

    private void atomic(MemorySegment frame, int at, int next, long wqe) {
        long remote = ring.get(RdmaUserRxe.U64, wqe + SendWr.WR_ATOMIC_REMOTE_ADDR);
        long compareAdd = ring.get(RdmaUserRxe.U64, wqe + SendWr.WR_ATOMIC_COMPARE_ADD);
        long swap = ring.get(RdmaUserRxe.U64, wqe + SendWr.WR_ATOMIC_SWAP);
        int rkey = ring.get(RdmaUserRxe.U32, wqe + SendWr.WR_ATOMIC_RKEY);
        boolean compareAndSwap = next == RoceOpcode.RC_COMPARE_SWAP;
        AtomicEth.write(frame, at, remote, rkey, compareAndSwap ? swap : compareAdd, compareAndSwap ? compareAdd : 0);
    }

    /** State and sequence number are right before the packet leaves: its answer may come back at once. */
    private void advance(int slot, boolean end, int payload) {
        sent += payload;
        if ((wrMask & WrOpcode.READ_MASK) != 0) {
            psn = Psn.next(lastPsn[slot]);
        } else {
            psn = Psn.next(psn);
        }
        if (Psn.compare(psn, sentUpTo) > 0) {
            sentUpTo = psn;
        }
        if (end) {
            state[slot] = WqeState.PENDING;
            fullySent[slot] = true;
            wqeIndex = sq.next(slot);
            open = false;
        } else {
            state[slot] = WqeState.PROCESSING;
        }
    }

    /** A request that cannot be sent ends the queue pair, after all before it are answered. */
    private void fail(int slot, int wcStatus) {
        state[slot] = WqeState.ERROR;
        status[slot] = wcStatus;
        open = false;
        started[slot] = true;
        comp().failRefusedHead();
    }

    /**
     * Goes back to the first packet that is not acknowledged.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_req.c#req_retry
     */
    private void retry() {
        int slot = sq.consumer();
        wqeIndex = slot;
        psn = comp().psn;
        open = false;
        noAckPackets = 0;
        while (slot != producer && started[slot] && state[slot] != WqeState.ERROR) {
            state[slot] = WqeState.POSTED;
            slot = sq.next(slot);
        }
    }

    /** The completer is done with the oldest request; if it was about to be sent again, it is not. */
    void completed(int slot) {
        started[slot] = false;
        fullySent[slot] = false;
        state[slot] = WqeState.POSTED;
        if (hasRdAtomic[slot]) {
            hasRdAtomic[slot] = false;
            rdAtomicLeft++;
        }
        if (wqeIndex == slot) {
            wqeIndex = sq.next(slot);
            open = false;
            psn = Psn.next(lastPsn[slot]);
        }
    }
}
