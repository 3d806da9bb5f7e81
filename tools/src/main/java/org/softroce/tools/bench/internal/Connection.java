package org.softroce.tools.bench.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.verbs.IbvAccess;
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
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWrOpcode;

/** Two connected queue pairs, one at each device, with a buffer each; writes go both ways. */
final class Connection implements AutoCloseable {

    private static final int DEPTH = 128;
    private static final int GID_INDEX = 1;

    final Side[] sides = new Side[2];
    private final int bytes;

    /** One end. */
    static final class Side {
        final IbvPd pd;
        final MemorySegment buffer;
        final IbvMr mr;
        final IbvCq cq;
        final IbvQp qp;
        final IbvSendWr wr = new IbvSendWr(1);
        final IbvWcArray wc = new IbvWcArray(16);

        Side(IbvContext context, int bytes) {
            pd = context.allocPd();
            buffer = pd.allocate(Math.max(bytes, 4096));
            mr = pd.regMr(buffer, IbvAccess.LOCAL_WRITE | IbvAccess.REMOTE_WRITE);
            cq = context.createCq(DEPTH, null, 0);
            IbvQpInitAttr init = new IbvQpInitAttr();
            init.sendCq = cq;
            init.recvCq = cq;
            init.cap.maxSendWr = DEPTH;
            qp = pd.createQp(init);
        }

        /** Waits for one completion; throws if it is an error. */
        void awaitCompletion() {
            for (int spins = 0; cq.poll(wc) == 0; spins++) {
                if (spins > 64) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
            if (wc.statusCode(0) != 0) {
                throw new IllegalStateException("write completed with " + wc.status(0).text());
            }
        }

        void close() {
            qp.close();
            cq.close();
            mr.close();
            pd.close();
        }
    }

    Connection(BenchMachine machine, int bytes, int mtuBytes) {
        this.bytes = bytes;
        IbvGid[] gids = new IbvGid[2];
        for (int i = 0; i < 2; i++) {
            sides[i] = new Side(machine.context(i), bytes);
            gids[i] = machine.context(i).queryGid(1, GID_INDEX);
        }
        for (int i = 0; i < 2; i++) {
            connect(sides[i], sides[1 - i], gids[1 - i], mtu(mtuBytes));
        }
    }

    private static IbvMtu mtu(int bytes) {
        return IbvMtu.of(Integer.numberOfTrailingZeros(bytes) - 7);
    }

    private void connect(Side side, Side peer, IbvGid gid, IbvMtu mtu) {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.INIT;
        attr.portNum = 1;
        attr.qpAccessFlags = IbvAccess.REMOTE_WRITE;
        side.qp.modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.PKEY_INDEX | IbvQpAttrMask.PORT
                | IbvQpAttrMask.ACCESS_FLAGS);
        attr.qpState = IbvQpState.RTR;
        attr.pathMtu = mtu;
        attr.destQpNum = peer.qp.qpNum();
        attr.maxDestRdAtomic = 1;
        attr.minRnrTimer = 12;
        attr.ahAttr.isGlobal = true;
        attr.ahAttr.dgid = gid;
        attr.ahAttr.sgidIndex = GID_INDEX;
        attr.ahAttr.hopLimit = 64;
        attr.ahAttr.portNum = 1;
        side.qp.modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.AV | IbvQpAttrMask.PATH_MTU | IbvQpAttrMask.DEST_QPN
                | IbvQpAttrMask.RQ_PSN | IbvQpAttrMask.MAX_DEST_RD_ATOMIC | IbvQpAttrMask.MIN_RNR_TIMER);
        attr.qpState = IbvQpState.RTS;
        attr.timeout = 14;
        attr.retryCnt = 7;
        attr.rnrRetry = 7;
        attr.maxRdAtomic = 1;
        side.qp.modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.TIMEOUT | IbvQpAttrMask.RETRY_CNT
                | IbvQpAttrMask.RNR_RETRY | IbvQpAttrMask.SQ_PSN | IbvQpAttrMask.MAX_QP_RD_ATOMIC);
        side.wr.opcode = IbvWrOpcode.RDMA_WRITE;
        side.wr.sendFlags = IbvSendFlags.SIGNALED;
        side.wr.numSge = 1;
        side.wr.sge(0, side.mr.addr(), bytes, side.mr.lkey());
        side.wr.remoteAddr = peer.mr.addr();
        side.wr.rkey = peer.mr.rkey();
    }

    /** Writes from side 0 to side 1, one at a time, to completion. */
    void write(int count) {
        Side side = sides[0];
        for (int i = 0; i < count; i++) {
            side.qp.postSend(side.wr);
            side.awaitCompletion();
        }
    }

    @Override
    public void close() {
        for (Side side : sides) {
            side.close();
        }
    }
}
