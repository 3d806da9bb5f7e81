package org.softroce.perftest.internal;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvAccess;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;

/**
 * The verbs objects of one side: one buffer with a sending and a receiving half, one CQ, the queue pairs.
 *
 * @mirrors perftest/src/perftest_resources.c#ctx_init
 */
final class Resources implements AutoCloseable {

    /** RNR timer code of perftest: 0.64 ms. */
    private static final int MIN_RNR_TIMER = 12;

    private final Parameters p;
    private final PrintStream err;
    private final IbvContext context;
    final IbvQp[] qps;
    IbvCq cq;
    IbvMr mr;
    private IbvPd pd;

    private Resources(Parameters p, IbvContext context, PrintStream err) {
        this.p = p;
        this.context = context;
        this.err = err;
        this.qps = new IbvQp[p.numQps];
    }

    static Resources create(Parameters p, IbvContext context, PrintStream err) throws TestFailure {
        Resources result = new Resources(p, context, err);
        try {
            result.build();
            return result;
        } catch (TestFailure e) {
            result.close();
            err.print(" Couldn't create IB resources\n");
            throw e;
        }
    }

    private void build() throws TestFailure {
        pd = step("Couldn't allocate PD", context::allocPd);
        long bytes = 2L * p.bufferBytes() * p.numQps;
        MemorySegment buffer = step("Couldn't allocate work buf.", () -> pd.allocate(bytes));
        mr = step("Couldn't allocate MR", () -> pd.regMr(buffer, IbvAccess.LOCAL_WRITE | IbvAccess.REMOTE_WRITE));
        cq = step("Couldn't create CQ", () -> context.createCq(p.txDepth * p.numQps, null, 0));
        for (int i = 0; i < qps.length; i++) {
            qps[i] = step("Unable to create QP.\nFailed to create QP.", this::createQp);
            IbvQp qp = qps[i];
            IbvQpAttr attr = new IbvQpAttr();
            attr.qpState = IbvQpState.INIT;
            attr.portNum = p.ibPort;
            attr.qpAccessFlags = IbvAccess.REMOTE_WRITE;
            step("Failed to modify QP to INIT, ret=1", () -> modify(qp, attr, IbvQpAttrMask.STATE
                    | IbvQpAttrMask.PKEY_INDEX | IbvQpAttrMask.PORT | IbvQpAttrMask.ACCESS_FLAGS));
        }
    }

    private IbvQp createQp() {
        IbvQpInitAttr init = new IbvQpInitAttr();
        init.sendCq = cq;
        init.recvCq = cq;
        init.cap.maxSendWr = p.txDepth;
        init.cap.maxRecvWr = 1;
        init.cap.maxInlineData = p.inlineSize;
        return pd.createQp(init);
    }

    private static Object modify(IbvQp qp, IbvQpAttr attr, int mask) {
        qp.modify(attr, mask);
        return null;
    }

    /** Our addresses, one for each queue pair; remote writes go to the second half of the buffer. */
    Dest[] dests(IbvGid gid, int lid) {
        Dest[] dests = new Dest[qps.length];
        for (int i = 0; i < dests.length; i++) {
            long vaddr = mr.addr() + (long) (p.numQps + i) * p.bufferBytes();
            int psn = ThreadLocalRandom.current().nextInt(1 << 24);
            dests[i] = new Dest(lid, 1, qps[i].qpNum(), psn, mr.rkey(), vaddr, gid);
        }
        return dests;
    }

    /** Address of the sending half of queue pair {@code index}. */
    long localAddr(int index) {
        return mr.addr() + (long) index * p.bufferBytes();
    }

    /** @mirrors perftest/src/perftest_resources.c#ctx_connect */
    void connect(Dest[] mine, Dest[] remote) throws TestFailure {
        for (int i = 0; i < qps.length; i++) {
            IbvQp qp = qps[i];
            IbvQpAttr attr = new IbvQpAttr();
            attr.qpState = IbvQpState.RTR;
            attr.pathMtu = p.currMtu;
            attr.destQpNum = remote[i].qpn();
            attr.rqPsn = remote[i].psn();
            attr.maxDestRdAtomic = mine[i].outReads();
            attr.minRnrTimer = MIN_RNR_TIMER;
            attr.ahAttr.isGlobal = true;
            attr.ahAttr.dgid = remote[i].gid();
            attr.ahAttr.sgidIndex = p.gidIndex;
            attr.ahAttr.hopLimit = 0xff;
            attr.ahAttr.trafficClass = p.trafficClass;
            attr.ahAttr.dlid = remote[i].lid();
            attr.ahAttr.sl = p.sl;
            attr.ahAttr.portNum = p.ibPort;
            connectStep("Failed to modify QP " + qp.qpNum() + " to RTR", qp, attr, IbvQpAttrMask.STATE
                    | IbvQpAttrMask.AV | IbvQpAttrMask.PATH_MTU | IbvQpAttrMask.DEST_QPN | IbvQpAttrMask.RQ_PSN
                    | IbvQpAttrMask.MAX_DEST_RD_ATOMIC | IbvQpAttrMask.MIN_RNR_TIMER);
            if (!p.isClient() && !p.duplex) {
                continue;
            }
            attr.qpState = IbvQpState.RTS;
            attr.sqPsn = mine[i].psn();
            attr.timeout = p.qpTimeout;
            attr.retryCnt = 7;
            attr.rnrRetry = 7;
            attr.maxRdAtomic = remote[i].outReads();
            connectStep("Failed to modify QP to RTS", qp, attr, IbvQpAttrMask.STATE | IbvQpAttrMask.TIMEOUT
                    | IbvQpAttrMask.RETRY_CNT | IbvQpAttrMask.RNR_RETRY | IbvQpAttrMask.SQ_PSN
                    | IbvQpAttrMask.MAX_QP_RD_ATOMIC);
        }
    }

    private void connectStep(String words, IbvQp qp, IbvQpAttr attr, int mask) throws TestFailure {
        step(words + "\n Unable to Connect the HCA's through the link", () -> modify(qp, attr, mask));
    }

    /** Something that can fail with an errno. */
    interface Step<T> {
        T run();
    }

    private <T> T step(String words, Step<T> action) throws TestFailure {
        return step(err, words, action);
    }

    static <T> T step(PrintStream err, String words, Step<T> action) throws TestFailure {
        try {
            return action.run();
        } catch (ErrnoException e) {
            err.print(words + "\n");
            Words.explain(err, e);
            throw new TestFailure();
        }
    }

    /** @mirrors perftest/src/perftest_resources.c#destroy_ctx */
    @Override
    public void close() {
        for (IbvQp qp : qps) {
            if (qp != null) {
                qp.close();
            }
        }
        if (cq != null) {
            cq.close();
        }
        if (mr != null) {
            mr.close();
        }
        if (pd != null) {
            pd.close();
        }
    }
}
