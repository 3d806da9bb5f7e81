package org.softroce.rxe.internal.qp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Aeth;
import org.softroce.roce.AethSyndrome;
import org.softroce.roce.AtomicAckEth;
import org.softroce.roce.AtomicEth;
import org.softroce.roce.Bth;
import org.softroce.roce.Icrc;
import org.softroce.roce.Psn;
import org.softroce.roce.Reth;
import org.softroce.roce.RoceHeader;
import org.softroce.roce.RoceOpcode;
import org.softroce.rxe.internal.mem.DmaCursor;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbAccess;
import org.softroce.uapi.rdma.IbWcFlags;
import org.softroce.uapi.rdma.IbWcOpcode;
import org.softroce.uapi.rdma.IbWcStatus;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.RecvWqe;

/**
 * The half that serves the peer: checks each request packet in the kernel's order, executes it once, answers.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#rxe_receiver
 */
final class RxeResponder {
    private static final long MAX_MESSAGE_BYTES = 1L << 31;
    private static final int NO_WQE = -1;

    private final RxeQp qp;
    private final RxeQueue rq;
    private final DmaCursor data;

    /** The sequence number expected next. */
    int psn;
    /** The one after the last send or write executed. */
    int ackPsn;
    private int msn;
    private int opcode = RoceOpcode.NONE;
    private boolean sentPsnNak;

    private int syndrome = AethSyndrome.ACK_UNLIMITED;
    private IbWcStatus status = IbWcStatus.SUCCESS;
    private boolean gotoError;

    // the message under way
    private long va;
    private int rkey;
    private long resid;
    private int messageLength;
    private RxeMr region;

    // the receive request in use
    private int wqe = NO_WQE;
    private int received;

    private RespResources resources = new RespResources(0);
    private RespResource replying;

    RxeResponder(RxeQp qp) {
        this.qp = qp;
        this.rq = qp.rq;
        this.data = new DmaCursor(qp.setup.regions(), qp.setup.pd(), IbAccess.LOCAL_WRITE);
    }

    void allocateResources(int count) {
        resources = new RespResources(count);
        replying = null;
    }

    void reset() {
        msn = 0;
        opcode = RoceOpcode.NONE;
        sentPsnNak = false;
        gotoError = false;
        wqe = NO_WQE;
        allocateResources(resources.count());
    }

    void stop() {
        replying = null;
    }

    /** A read is being answered; requests have to wait. */
    boolean isReplying() {
        return replying != null;
    }

    /** Handles one request packet; the caller frees the buffer. */
    void onRequest(SkBuff skb) {
        syndrome = AethSyndrome.ACK_UNLIMITED;
        region = null;
        RespState state = RespState.CHK_PSN;
        while (state != RespState.DONE) {
            state = switch (state) {
                case CHK_PSN -> checkPsn(skb);
                case CHK_OP_SEQ -> checkOpSeq(skb);
                case CHK_OP_VALID -> checkOpValid(skb);
                case CHK_RESOURCE -> checkResource(skb);
                case CHK_LENGTH -> checkLength(skb);
                case CHK_RKEY -> checkRkey(skb);
                case EXECUTE -> execute(skb);
                case READ_REPLY -> readReply(skb);
                case ATOMIC_REPLY -> atomicReply(skb);
                case COMPLETE -> complete(skb);
                case ACKNOWLEDGE -> acknowledge(skb);
                case DUPLICATE_REQUEST -> duplicateRequest(skb);
                case CLEANUP -> RespState.DONE;
                default -> refuse(state, skb);
            };
        }
        if (gotoError) {
            gotoError = false;
            qp.error();
        }
    }

    private RespState checkPsn(SkBuff skb) {
        int diff = Psn.compare(skb.cb[RxePacket.PSN], psn);
        if (diff == 0) {
            sentPsnNak = false;
            return RespState.CHK_OP_SEQ;
        }
        if (diff < 0) {
            qp.counters.inc(RxeCounter.DUP_REQ);
            return RespState.DUPLICATE_REQUEST;
        }
        if (sentPsnNak) {
            return RespState.CLEANUP;
        }
        sentPsnNak = true;
        qp.counters.inc(RxeCounter.OUT_OF_SEQ_REQ);
        return RespState.ERR_PSN_OUT_OF_SEQ;
    }

    private RespState checkOpSeq(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        boolean goesOn = (mask & RoceOpcode.START_MASK) == 0;
        boolean openSend = opcode == RoceOpcode.RC_SEND_FIRST || opcode == RoceOpcode.RC_SEND_MIDDLE;
        boolean openWrite = opcode == RoceOpcode.RC_RDMA_WRITE_FIRST || opcode == RoceOpcode.RC_RDMA_WRITE_MIDDLE;
        if (openSend || openWrite) {
            int wanted = openSend ? RoceOpcode.SEND_MASK : RoceOpcode.WRITE_MASK;
            return goesOn && (mask & wanted) != 0 ? RespState.CHK_OP_VALID : RespState.ERR_MISSING_OPCODE_LAST_C;
        }
        return goesOn ? RespState.ERR_MISSING_OPCODE_FIRST : RespState.CHK_OP_VALID;
    }

    private RespState checkOpValid(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        int flags = qp.accessFlags;
        boolean refused = (mask & RoceOpcode.READ_MASK) != 0 && (flags & IbAccess.REMOTE_READ) == 0
                || (mask & RoceOpcode.WRITE_MASK) != 0 && (flags & IbAccess.REMOTE_WRITE) == 0
                || (mask & RoceOpcode.ATOMIC_MASK) != 0 && (flags & IbAccess.REMOTE_ATOMIC) == 0
                || (mask & (RoceOpcode.FLUSH_MASK | RoceOpcode.ATOMIC_WRITE_MASK)) != 0;
        return refused ? RespState.ERR_UNSUPPORTED_OPCODE : RespState.CHK_RESOURCE;
    }

    private RespState checkResource(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        if ((mask & RoceOpcode.READ_OR_ATOMIC_MASK) != 0) {
            return resources.count() > 0 ? RespState.CHK_LENGTH : RespState.ERR_TOO_MANY_RDMA_ATM_REQ;
        }
        if ((mask & RoceOpcode.RWR_MASK) != 0) {
            return takeRecv();
        }
        return RespState.CHK_LENGTH;
    }

    /** Opens the oldest receive request; its list is limited to what the queue was made for. */
    private RespState takeRecv() {
        if (rq == null || rq.consumer() == rq.userProducer()) {
            return RespState.ERR_RNR;
        }
        wqe = rq.consumer();
        received = 0;
        MemorySegment ring = rq.memory();
        long at = rq.at(wqe);
        int sges = ring.get(RdmaUserRxe.U32, at + RecvWqe.DMA_NUM_SGE);
        if (sges < 0 || sges > qp.setup.maxRecvSge()) {
            return RespState.ERR_MALFORMED_WQE;
        }
        data.open(ring, at + RecvWqe.DMA_SGE, sges);
        return RespState.CHK_LENGTH;
    }

    private RespState checkLength(SkBuff skb) {
        int[] cb = skb.cb;
        int mask = cb[RxePacket.MASK];
        if ((mask & RoceOpcode.PAYLOAD_MASK) != 0) {
            int payload = cb[RxePacket.LENGTH];
            boolean only = (mask & RoceOpcode.ONLY_MASK) == RoceOpcode.ONLY_MASK;
            boolean last = (mask & RoceOpcode.END_MASK) != 0;
            boolean wrong = only ? payload > qp.mtu
                    : last ? payload == 0 || payload > qp.mtu : payload != qp.mtu;
            if (wrong) {
                return RespState.ERR_LENGTH;
            }
        }
        if ((mask & RoceOpcode.RETH_MASK) != 0 && rethLength(skb) > MAX_MESSAGE_BYTES) {
            return RespState.ERR_LENGTH;
        }
        return (mask & RoceOpcode.SEND_MASK) != 0 ? RespState.EXECUTE : RespState.CHK_RKEY;
    }

    private static long reth(SkBuff skb) {
        return skb.cb[RxePacket.BTH] + RoceOpcode.rethOffset(skb.cb[RxePacket.OPCODE]);
    }

    private static long rethLength(SkBuff skb) {
        return Reth.length(skb.data(), reth(skb)) & 0xffff_ffffL;
    }

    private RespState checkRkey(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        int wanted;
        if ((mask & RoceOpcode.ATOMIC_MASK) != 0) {
            long at = skb.cb[RxePacket.BTH] + RoceOpcode.offset(skb.cb[RxePacket.OPCODE], RoceHeader.ATMETH);
            va = AtomicEth.va(skb.data(), at);
            rkey = AtomicEth.rkey(skb.data(), at);
            resid = Long.BYTES;
            wanted = IbAccess.REMOTE_ATOMIC;
        } else {
            if ((mask & RoceOpcode.RETH_MASK) != 0) {
                long at = reth(skb);
                va = Reth.va(skb.data(), at);
                rkey = Reth.rkey(skb.data(), at);
                resid = rethLength(skb);
                messageLength = (int) resid;
                if (resid == 0) {
                    return skb.cb[RxePacket.LENGTH] == 0 ? RespState.EXECUTE : RespState.ERR_LENGTH;
                }
            }
            wanted = (mask & RoceOpcode.READ_MASK) != 0 ? IbAccess.REMOTE_READ : IbAccess.REMOTE_WRITE;
        }
        RxeMr mr = qp.setup.regions().get(rkey >>> 8);
        if (mr == null || !mr.permits(qp.setup.pd(), rkey, wanted) || !mr.covers(va, resid)) {
            return RespState.ERR_RKEY_VIOLATION;
        }
        region = mr;
        return (mask & RoceOpcode.WRITE_MASK) != 0 ? checkWriteLength(skb) : RespState.EXECUTE;
    }

    private RespState checkWriteLength(SkBuff skb) {
        int payload = skb.cb[RxePacket.LENGTH];
        int pad = skb.cb[RxePacket.PAD];
        boolean right = resid > qp.mtu ? payload == qp.mtu && pad == 0
                : payload == resid && pad == (-payload & 3);
        return right ? RespState.EXECUTE : RespState.ERR_LENGTH;
    }

    private RespState execute(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        if ((mask & RoceOpcode.SEND_MASK) != 0) {
            RespState error = sendDataIn(skb);
            if (error != RespState.EXECUTE) {
                return error;
            }
        } else if ((mask & RoceOpcode.WRITE_MASK) != 0) {
            if (!writeDataIn(skb)) {
                return RespState.ERR_RKEY_VIOLATION;
            }
        } else if ((mask & RoceOpcode.READ_MASK) != 0) {
            msn++;
            return RespState.READ_REPLY;
        } else {
            return RespState.ATOMIC_REPLY;
        }
        if ((mask & RoceOpcode.IETH_MASK) != 0) {
            return RespState.ERR_INVALIDATE_RKEY;
        }
        if ((mask & RoceOpcode.END_MASK) != 0) {
            msn++;
        }
        executed(skb);
        return (mask & RoceOpcode.COMP_MASK) != 0 ? RespState.COMPLETE : RespState.ACKNOWLEDGE;
    }

    private void executed(SkBuff skb) {
        psn = Psn.next(skb.cb[RxePacket.PSN]);
        ackPsn = psn;
        opcode = skb.cb[RxePacket.OPCODE];
        status = IbWcStatus.SUCCESS;
    }

    private RespState sendDataIn(SkBuff skb) {
        int payload = skb.cb[RxePacket.LENGTH];
        if (data.copyIn(skb.data(), skb.cb[RxePacket.PAYLOAD], payload) != DmaCursor.OK) {
            return RespState.ERR_MALFORMED_WQE;
        }
        received += payload;
        return RespState.EXECUTE;
    }

    private boolean writeDataIn(SkBuff skb) {
        int payload = skb.cb[RxePacket.LENGTH];
        if (payload == 0) {
            return true;
        }
        try {
            region.copyIn(va, skb.data(), skb.cb[RxePacket.PAYLOAD], payload);
        } catch (IllegalStateException | IndexOutOfBoundsException | UnsupportedOperationException
                | ErrnoException e) {
            return false;
        }
        va += payload;
        resid -= payload;
        return true;
    }

    private RespResource prepare(SkBuff skb, int type) {
        RespResource r = resources.next();
        r.type = type;
        r.replay = false;
        r.firstPsn = skb.cb[RxePacket.PSN];
        r.curPsn = r.firstPsn;
        r.va = va;
        r.curVa = va;
        r.length = resid;
        r.resid = resid;
        r.rkey = rkey;
        r.fresh = true;
        r.lastPsn = type == RespResource.READ ? Psn.add(r.firstPsn, Psn.packets(resid, qp.mtu) - 1) : r.firstPsn;
        return r;
    }

    private RespState readReply(SkBuff skb) {
        replying = prepare(skb, RespResource.READ);
        return RespState.DONE;
    }

    /**
     * Sends the next packet of the answer to a read.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#read_reply
     */
    void reply() {
        RespResource r = replying;
        int payload = (int) Math.min(r.resid, qp.mtu);
        boolean last = r.resid <= qp.mtu;
        int next = r.fresh
                ? last ? RoceOpcode.RC_RDMA_READ_RESPONSE_ONLY : RoceOpcode.RC_RDMA_READ_RESPONSE_FIRST
                : last ? RoceOpcode.RC_RDMA_READ_RESPONSE_LAST : RoceOpcode.RC_RDMA_READ_RESPONSE_MIDDLE;
        SkBuff skb = qp.ops.alloc();
        int at = answer(skb, next, payload, r.curPsn, AethSyndrome.ACK_UNLIMITED);
        if (payload > 0 && !readDataOut(r, skb.data(), at, payload)) {
            skb.free();
            replying = null;
            refuseReply(r);
            return;
        }
        r.fresh = false;
        r.curVa += payload;
        r.resid -= payload;
        int sentPsn = r.curPsn;
        r.curPsn = Psn.next(sentPsn);
        if (r.resid == 0) {
            replying = null;
            if (!r.replay) {
                opcode = RoceOpcode.NONE;
            }
            if (Psn.compare(r.curPsn, psn) >= 0) {
                psn = r.curPsn;
            }
        }
        finish(skb, at, payload);
    }

    /** The region may have gone since the request came. */
    private boolean readDataOut(RespResource r, MemorySegment frame, int at, int payload) {
        RxeMr mr = qp.setup.regions().get(r.rkey >>> 8);
        if (mr == null || !mr.permits(qp.setup.pd(), r.rkey, IbAccess.REMOTE_READ) || !mr.covers(r.curVa, payload)) {
            return false;
        }
        try {
            mr.copyOut(r.curVa, frame, at, payload);
            return true;
        } catch (IllegalStateException | IndexOutOfBoundsException | ErrnoException e) {
            return false;
        }
    }

    private void refuseReply(RespResource r) {
        sendAck(AethSyndrome.NAK_REMOTE_ACCESS_ERROR, r.curPsn);
        qp.error();
    }

    private RespState atomicReply(SkBuff skb) {
        int requested = skb.cb[RxePacket.OPCODE];
        long at = skb.cb[RxePacket.BTH] + RoceOpcode.offset(requested, RoceHeader.ATMETH);
        MemorySegment frame = skb.data();
        long original;
        try {
            original = requested == RoceOpcode.RC_COMPARE_SWAP
                    ? region.compareAndSwap(va, AtomicEth.compare(frame, at), AtomicEth.swapAdd(frame, at))
                    : region.fetchAndAdd(va, AtomicEth.swapAdd(frame, at));
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            return RespState.ERR_MISALIGNED_ATOMIC;
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            return RespState.ERR_RKEY_VIOLATION;
        }
        RespResource r = prepare(skb, RespResource.ATOMIC);
        r.original = original;
        msn++;
        executed(skb);
        sendAtomicAck(r);
        return RespState.CLEANUP;
    }

    private void sendAtomicAck(RespResource r) {
        SkBuff skb = qp.ops.alloc();
        int at = answer(skb, RoceOpcode.RC_ATOMIC_ACKNOWLEDGE, 0, r.firstPsn, AethSyndrome.ACK_UNLIMITED);
        long ack = qp.wire.bth() + RoceOpcode.offset(RoceOpcode.RC_ATOMIC_ACKNOWLEDGE, RoceHeader.ATMACK);
        AtomicAckEth.original(skb.data(), ack, r.original);
        finish(skb, at, 0);
    }

    /**
     * Completes the receive request, if the message used one.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#do_complete
     */
    private RespState complete(SkBuff skb) {
        if (wqe == NO_WQE) {
            return RespState.ACKNOWLEDGE;
        }
        int mask = skb.cb[RxePacket.MASK];
        int ex = 0;
        int flags = 0;
        int bytes = 0;
        IbWcOpcode wc = IbWcOpcode.RECV;
        if (status == IbWcStatus.SUCCESS) {
            qp.counters.inc(RxeCounter.RDMA_RECV);
            boolean write = (mask & RoceOpcode.WRITE_MASK) != 0;
            wc = write ? IbWcOpcode.RECV_RDMA_WITH_IMM : IbWcOpcode.RECV;
            bytes = write ? messageLength : received;
            flags = IbWcFlags.GRH;
            if ((mask & RoceOpcode.IMMDT_MASK) != 0) {
                flags |= IbWcFlags.WITH_IMM;
                ex = skb.data().get(RdmaUserRxe.U32,
                        skb.cb[RxePacket.BTH] + RoceOpcode.immDtOffset(skb.cb[RxePacket.OPCODE]));
            }
        }
        boolean solicited = Bth.solicited(skb.data(), skb.cb[RxePacket.BTH]) || status != IbWcStatus.SUCCESS;
        return post(wc, status, bytes, ex, flags, solicited) ? RespState.ACKNOWLEDGE : RespState.ERR_CQ_OVERFLOW;
    }

    private boolean post(IbWcOpcode wc, IbWcStatus with, int bytes, int ex, int flags, boolean solicited) {
        long wrId = rq.memory().get(RdmaUserRxe.U64, rq.at(wqe) + RecvWqe.WR_ID);
        wqe = NO_WQE;
        rq.advanceConsumer();
        return qp.setup.recvCq().post(wrId, with.value(), wc.value(), bytes, ex, qp.qpn, 0, flags,
                with == IbWcStatus.SUCCESS ? qp.portNum : 0, solicited);
    }

    private RespState acknowledge(SkBuff skb) {
        if (syndrome != AethSyndrome.ACK_UNLIMITED) {
            sendAck(syndrome, skb.cb[RxePacket.PSN]);
        } else if (Bth.ackRequest(skb.data(), skb.cb[RxePacket.BTH])) {
            sendAck(AethSyndrome.ACK_UNLIMITED, skb.cb[RxePacket.PSN]);
        }
        return RespState.CLEANUP;
    }

    private void sendAck(int withSyndrome, int ofPsn) {
        SkBuff skb = qp.ops.alloc();
        int at = answer(skb, RoceOpcode.RC_ACKNOWLEDGE, 0, ofPsn, withSyndrome);
        finish(skb, at, 0);
    }

    /**
     * Writes all headers of an answer; where the payload starts.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#prepare_ack_packet
     */
    private int answer(SkBuff skb, int with, int payload, int ofPsn, int withSyndrome) {
        QpWire wire = qp.wire;
        int bth = wire.bth();
        int headers = RoceOpcode.headerLength(with);
        int pad = -payload & 3;
        wire.begin(skb, headers + payload + pad + Icrc.SIZE);
        QpWire.bth(skb.data(), bth, with, Bth.flags(false, false, pad), qp.destQpn, false, ofPsn);
        if ((RoceOpcode.mask(with) & RoceOpcode.AETH_MASK) != 0) {
            Aeth.write(skb.data(), bth + Bth.SIZE, withSyndrome, msn);
        }
        return bth + headers;
    }

    private void finish(SkBuff skb, int payloadAt, int payload) {
        int end = payloadAt + payload;
        for (int pad = -payload & 3; pad > 0; pad--) {
            skb.data().set(ValueLayout.JAVA_BYTE, end, (byte) 0);
            end++;
        }
        qp.transmit(skb, end);
    }

    /**
     * Answers once more what was executed before: an acknowledgement, the data of a read, the result of an atomic.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#duplicate_request
     */
    private RespState duplicateRequest(SkBuff skb) {
        int mask = skb.cb[RxePacket.MASK];
        int request = skb.cb[RxePacket.PSN];
        if ((mask & RoceOpcode.WRITE_OR_SEND_MASK) != 0) {
            sendAck(AethSyndrome.ACK_UNLIMITED, Psn.previous(ackPsn));
        } else if ((mask & RoceOpcode.READ_MASK) != 0) {
            RespResource r = resources.find(request, RespResource.READ);
            if (r != null) {
                replay(r, skb, request);
            }
        } else {
            RespResource r = resources.find(request, RespResource.ATOMIC);
            if (r != null) {
                sendAtomicAck(r);
            }
        }
        return RespState.CLEANUP;
    }

    private void replay(RespResource r, SkBuff skb, int request) {
        long from = Reth.va(skb.data(), reth(skb));
        long bytes = rethLength(skb);
        long skipped = from - r.va;
        boolean part = skipped >= 0 && bytes <= r.length && skipped <= r.length - bytes
                && Reth.rkey(skb.data(), reth(skb)) == r.rkey;
        if (part) {
            r.curPsn = request;
            r.curVa = from;
            r.resid = bytes;
            r.fresh = true;
            r.replay = true;
            replying = r;
        }
    }

    /** Errors: what the peer hears and what becomes of the receive request. */
    private RespState refuse(RespState state, SkBuff skb) {
        switch (state) {
            case ERR_PSN_OUT_OF_SEQ -> {
                sendAck(AethSyndrome.NAK_PSN_SEQUENCE_ERROR, psn);
                return RespState.CLEANUP;
            }
            case ERR_RNR -> {
                qp.counters.inc(RxeCounter.SND_RNR);
                sendAck(AethSyndrome.rnrNak(qp.minRnrTimer), skb.cb[RxePacket.PSN]);
                return RespState.CLEANUP;
            }
            case ERR_RKEY_VIOLATION -> classAc(AethSyndrome.NAK_REMOTE_ACCESS_ERROR, IbWcStatus.REM_ACCESS_ERR);
            case ERR_MALFORMED_WQE -> classAc(AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR, IbWcStatus.LOC_QP_OP_ERR);
            case ERR_INVALIDATE_RKEY -> {
                gotoError = true;
                status = IbWcStatus.REM_INV_REQ_ERR;
            }
            case ERR_CQ_OVERFLOW -> {
                gotoError = true;
                return RespState.DONE;
            }
            default -> classAc(AethSyndrome.NAK_INVALID_REQUEST, IbWcStatus.REM_INV_REQ_ERR);
        }
        return RespState.COMPLETE;
    }

    /** @mirrors drivers/infiniband/sw/rxe/rxe_resp.c#do_class_ac_error */
    private void classAc(int nak, IbWcStatus with) {
        syndrome = nak;
        status = with;
        gotoError = true;
    }

    /** Completes all posted receive requests as flushed. */
    void flush() {
        if (rq == null) {
            return;
        }
        int producer = rq.userProducer();
        while (rq.consumer() != producer) {
            wqe = rq.consumer();
            post(IbWcOpcode.RECV, IbWcStatus.WR_FLUSH_ERR, 0, 0, 0, true);
        }
        wqe = NO_WQE;
    }
}
