package org.softroce.itest.support;

import java.lang.foreign.MemorySegment;
import org.softroce.verbs.IbvAccess;
import org.softroce.verbs.IbvCompChannel;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvRecvWr;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWrOpcode;

/** One end of a reliable connection: protection domain, buffer, completion queue and queue pair. */
public final class RcEnd implements AutoCloseable {
    private static final int DEPTH = 64;
    /** The slot of the first IPv4 address. */
    public static final int GID_INDEX = 1;
    public static final int ALL_ACCESS =
            IbvAccess.LOCAL_WRITE | IbvAccess.REMOTE_WRITE | IbvAccess.REMOTE_READ;
    public static final int INIT_MASK = IbvQpAttrMask.STATE | IbvQpAttrMask.PKEY_INDEX | IbvQpAttrMask.PORT
            | IbvQpAttrMask.ACCESS_FLAGS;
    public static final int RTR_MASK = IbvQpAttrMask.STATE | IbvQpAttrMask.AV | IbvQpAttrMask.PATH_MTU
            | IbvQpAttrMask.DEST_QPN | IbvQpAttrMask.RQ_PSN | IbvQpAttrMask.MAX_DEST_RD_ATOMIC
            | IbvQpAttrMask.MIN_RNR_TIMER;
    public static final int RTS_MASK = IbvQpAttrMask.STATE | IbvQpAttrMask.TIMEOUT | IbvQpAttrMask.RETRY_CNT
            | IbvQpAttrMask.RNR_RETRY | IbvQpAttrMask.SQ_PSN | IbvQpAttrMask.MAX_QP_RD_ATOMIC;

    public final IbvContext context;
    public final IbvPd pd;
    public final MemorySegment buffer;
    public final IbvMr mr;
    public final IbvCompChannel channel;
    public final IbvCq cq;
    public final IbvQp qp;
    public final IbvSendWr send = new IbvSendWr(1);
    public final IbvRecvWr receive = new IbvRecvWr(1);
    public final IbvWcArray wc = new IbvWcArray(16);

    /** A queue pair in INIT with a zeroed buffer of this size, which peers may write and read. */
    public RcEnd(IbvContext context, long bytes) {
        this(context, bytes, ALL_ACCESS);
    }

    public RcEnd(IbvContext context, long bytes, int access) {
        this.context = context;
        pd = context.allocPd();
        buffer = pd.allocate(bytes);
        mr = pd.regMr(buffer, access);
        channel = context.createCompChannel();
        cq = context.createCq(2 * DEPTH, channel, 0);
        IbvQpInitAttr init = new IbvQpInitAttr();
        init.sendCq = cq;
        init.recvCq = cq;
        init.cap.maxSendWr = DEPTH;
        init.cap.maxRecvWr = DEPTH;
        init.cap.maxInlineData = 64;
        qp = pd.createQp(init);
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.INIT;
        attr.portNum = 1;
        attr.qpAccessFlags = ALL_ACCESS;
        qp.modify(attr, INIT_MASK);
    }

    /** Connects both queue pairs, so that they may send. */
    public static void connect(RcEnd one, RcEnd other) {
        connect(one, other, IbvMtu.MTU_1024, 7);
    }

    /** @param rnrRetry tries while the receiver is not ready, 7 = for ever */
    public static void connect(RcEnd one, RcEnd other, IbvMtu mtu, int rnrRetry) {
        one.readyToReceive(other, mtu);
        other.readyToReceive(one, mtu);
        one.readyToSend(rnrRetry);
        other.readyToSend(rnrRetry);
    }

    /** What RTR wants to be told of this peer. */
    public IbvQpAttr receiveAttr(int peerQpn, IbvGid peerGid, IbvMtu mtu) {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.RTR;
        attr.pathMtu = mtu;
        attr.destQpNum = peerQpn;
        attr.maxDestRdAtomic = 16;
        attr.minRnrTimer = 1;
        attr.ahAttr.isGlobal = true;
        attr.ahAttr.dgid = peerGid;
        attr.ahAttr.sgidIndex = GID_INDEX;
        attr.ahAttr.hopLimit = 64;
        attr.ahAttr.portNum = 1;
        return attr;
    }

    private void readyToReceive(RcEnd peer, IbvMtu mtu) {
        qp.modify(receiveAttr(peer.qp.qpNum(), peer.context.queryGid(1, GID_INDEX), mtu), RTR_MASK);
    }

    private void readyToSend(int rnrRetry) {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.RTS;
        attr.timeout = 14;
        attr.retryCnt = 7;
        attr.rnrRetry = rnrRetry;
        attr.maxRdAtomic = 16;
        qp.modify(attr, RTS_MASK);
    }

    /** Fills in a signalled request of the first bytes of both buffers; {@link #send} may be changed before posting. */
    public IbvSendWr request(IbvWrOpcode opcode, int bytes, RcEnd peer) {
        send.wrId++;
        send.opcode = opcode;
        send.sendFlags = IbvSendFlags.SIGNALED;
        send.immData = 0;
        send.numSge = bytes == 0 ? 0 : 1;
        send.sge(0, mr.addr(), bytes, mr.lkey());
        send.remoteAddr = peer.mr.addr();
        send.rkey = peer.mr.rkey();
        return send;
    }

    /** Posts a receive of the first bytes of the buffer. */
    public void postReceive(int bytes) {
        receive.wrId++;
        receive.numSge = bytes == 0 ? 0 : 1;
        receive.sge(0, mr.addr(), bytes, mr.lkey());
        qp.postRecv(receive);
    }

    /** Waits for one completion, which is then in {@link #wc} at 0; its status. */
    public int completion() {
        long endNs = System.nanoTime() + RdmaTestSupport.DEADLINE_MS * 1_000_000;
        for (int polls = 0; cq.poll(1, wc) == 0; polls++) {
            if ((polls & 1023) == 1023) {
                if (System.nanoTime() - endNs > 0) {
                    throw new AssertionError("no completion within " + RdmaTestSupport.DEADLINE_MS + " ms");
                }
                Thread.yield();
            }
        }
        return wc.statusCode(0);
    }

    @Override
    public void close() {
        qp.close();
        cq.close();
        channel.close();
        mr.close();
        pd.close();
    }
}
