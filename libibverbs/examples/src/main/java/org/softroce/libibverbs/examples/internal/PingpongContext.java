package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvAccess;
import org.softroce.verbs.IbvCompChannel;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvRecvWr;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;

/**
 * The verbs objects of one side.
 *
 * @mirrors libibverbs/examples/rc_pingpong.c#pp_init_ctx
 */
final class PingpongContext implements AutoCloseable {

    static final int RECV_WRID = 1;
    static final int SEND_WRID = 2;

    private final PrintStream err;
    private final PingpongOptions options;
    IbvContext context;
    IbvCompChannel channel;
    IbvCq cq;
    IbvQp qp;
    MemorySegment buffer;
    private IbvPd pd;
    private IbvMr mr;
    private final IbvSendWr sendWr = new IbvSendWr(1);
    private final IbvRecvWr recvWr = new IbvRecvWr(1);

    private PingpongContext(PingpongOptions options, PrintStream err) {
        this.options = options;
        this.err = err;
    }

    /** Everything up to a QP in INIT. */
    static PingpongContext open(IbvDevice device, PingpongOptions options, PrintStream err) throws Failure {
        PingpongContext result = new PingpongContext(options, err);
        try {
            result.build(device);
            return result;
        } catch (Failure e) {
            result.close();
            throw e;
        }
    }

    private void build(IbvDevice device) throws Failure {
        context = step("Couldn't get context for " + device.name(), device::open);
        if (options.events) {
            channel = step("Couldn't create completion channel", context::createCompChannel);
        }
        pd = step("Couldn't allocate PD", context::allocPd);
        refuseUnsupported();
        buffer = step("Couldn't allocate work buf.", () -> pd.allocate(Math.max(options.size, 1)));
        buffer.fill((byte) 0x7b);
        MemorySegment message = buffer.asSlice(0, options.size);
        mr = step("Couldn't register MR", () -> pd.regMr(message, IbvAccess.LOCAL_WRITE));
        cq = step("Couldn't create CQ", () -> context.createCq(options.rxDepth + 1, channel, 0));
        qp = step("Couldn't create QP", this::createQp);
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.INIT;
        attr.portNum = options.ibPort;
        step("Failed to modify QP to INIT", () -> modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.PKEY_INDEX
                | IbvQpAttrMask.PORT | IbvQpAttrMask.ACCESS_FLAGS));
    }

    /** No device of this machine has on-demand paging, completion clocks or device memory. */
    private void refuseUnsupported() throws Failure {
        String why = options.odp ? "The device isn't ODP capable or does not support RC send and receive with ODP"
                : options.timestamps ? "The device isn't completion timestamp capable"
                : options.deviceMemory ? "Device doesn't support dm allocation" : null;
        if (why != null) {
            err.print(why + "\n");
            throw new Failure();
        }
    }

    private IbvQp createQp() {
        IbvQpInitAttr init = new IbvQpInitAttr();
        init.sendCq = cq;
        init.recvCq = cq;
        init.cap.maxRecvWr = options.rxDepth;
        IbvQp created = pd.createQp(init);
        sendWr.wrId = SEND_WRID;
        sendWr.numSge = 1;
        sendWr.sge(0, mr.addr(), options.size, mr.lkey());
        sendWr.sendFlags = IbvSendFlags.SIGNALED
                | (init.cap.maxInlineData >= options.size ? IbvSendFlags.INLINE : 0);
        recvWr.wrId = RECV_WRID;
        recvWr.numSge = 1;
        recvWr.sge(0, mr.addr(), options.size, mr.lkey());
        return created;
    }

    private Object modify(IbvQpAttr attr, int mask) {
        qp.modify(attr, mask);
        return null;
    }

    /**
     * To RTR and RTS.
     *
     * @mirrors libibverbs/examples/rc_pingpong.c#pp_connect_ctx
     */
    void connect(PingpongDest dest, int myPsn) throws Failure {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.RTR;
        attr.pathMtu = options.mtu;
        attr.destQpNum = dest.qpn();
        attr.rqPsn = dest.psn();
        attr.maxDestRdAtomic = 1;
        attr.minRnrTimer = 12;
        attr.ahAttr.dlid = dest.lid();
        attr.ahAttr.sl = options.sl;
        attr.ahAttr.portNum = options.ibPort;
        if (dest.gid().interfaceId() != 0) {
            attr.ahAttr.isGlobal = true;
            attr.ahAttr.hopLimit = 1;
            attr.ahAttr.dgid = dest.gid();
            attr.ahAttr.sgidIndex = options.gidIndex;
        }
        step("Failed to modify QP to RTR", () -> modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.AV
                | IbvQpAttrMask.PATH_MTU | IbvQpAttrMask.DEST_QPN | IbvQpAttrMask.RQ_PSN
                | IbvQpAttrMask.MAX_DEST_RD_ATOMIC | IbvQpAttrMask.MIN_RNR_TIMER));
        attr.qpState = IbvQpState.RTS;
        attr.timeout = 14;
        attr.retryCnt = 7;
        attr.rnrRetry = 7;
        attr.sqPsn = myPsn;
        attr.maxRdAtomic = 1;
        step("Failed to modify QP to RTS", () -> modify(attr, IbvQpAttrMask.STATE | IbvQpAttrMask.TIMEOUT
                | IbvQpAttrMask.RETRY_CNT | IbvQpAttrMask.RNR_RETRY | IbvQpAttrMask.SQ_PSN
                | IbvQpAttrMask.MAX_QP_RD_ATOMIC));
    }

    /** Posts receives; how many went in. */
    int postRecv(int count) {
        for (int i = 0; i < count; i++) {
            try {
                qp.postRecv(recvWr);
            } catch (ErrnoException e) {
                Words.explain(err, e);
                return i;
            }
        }
        return count;
    }

    void postSend() throws Failure {
        try {
            qp.postSend(sendWr);
        } catch (ErrnoException e) {
            err.print("Couldn't post send\n");
            Words.explain(err, e);
            throw new Failure();
        }
    }

    void requestNotify() throws Failure {
        step("Couldn't request CQ notification", () -> {
            cq.requestNotify(false);
            return null;
        });
    }

    /** Something that can fail with an errno. */
    interface Step<T> {
        T run();
    }

    /** Runs; a failure prints the tool's words and carries our reason. */
    <T> T step(String words, Step<T> action) throws Failure {
        try {
            return action.run();
        } catch (ErrnoException e) {
            err.print(words + "\n");
            throw new Failure(e);
        }
    }

    /**
     * Destroys in the order of the tool.
     *
     * @mirrors libibverbs/examples/rc_pingpong.c#pp_close_ctx
     */
    void destroy() throws Failure {
        destroy("Couldn't destroy QP", qp);
        destroy("Couldn't destroy CQ", cq);
        destroy("Couldn't deregister MR", mr);
        destroy("Couldn't deallocate PD", pd);
        if (channel != null) {
            destroy("Couldn't destroy completion channel", channel);
        }
        destroy("Couldn't release context", context);
        context = null;
    }

    private void destroy(String words, AutoCloseable object) throws Failure {
        try {
            object.close();
        } catch (ErrnoException e) {
            err.print(words + "\n");
            Words.explain(err, e);
            throw new Failure();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets the kernel release what is left. */
    @Override
    public void close() {
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
