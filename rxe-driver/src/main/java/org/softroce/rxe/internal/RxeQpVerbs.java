package org.softroce.rxe.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.Udata;
import org.softroce.kernel.net.NetDevice;
import org.softroce.roce.UdpHeader;
import org.softroce.rxe.internal.mem.RxePool;
import org.softroce.rxe.internal.qp.QpWire;
import org.softroce.rxe.internal.qp.RxeQp;
import org.softroce.rxe.internal.queue.RxeCq;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.rxe.internal.stat.QpCounters;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.rxe.internal.task.QpTask;
import org.softroce.rxe.internal.task.RxeEngine;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rxe.RdmaUserRxe.CreateQpResp;
import org.softroce.uapi.rxe.RdmaUserRxe.RecvWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.Sge;

/**
 * Creation, modification and destruction of queue pairs.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c
 */
final class RxeQpVerbs {
    private static final int GSI_QPN = 1;
    private static final int MAX_TIMER_CODE = 31;
    private static final int MAX_RETRY = 7;
    private static final long CONTROL_SECONDS = 5;

    private final RxeEngine engine;
    private final RxeMemory memory;
    private final NetDevice netdev;
    private final boolean icrc;
    private final RxePool<RxeIbQp> pool =
            new RxePool<>("queue pairs", RxeParam.MIN_QP_INDEX, RxeParam.MAX_QP_INDEX, RxeParam.MAX_QP);
    private final long[] retired = new long[RxeCounter.COUNT];
    private volatile RxeIbQp gsi;

    RxeQpVerbs(RxeEngine engine, RxeMemory memory, NetDevice netdev, boolean icrc) {
        this.engine = engine;
        this.memory = memory;
        this.netdev = netdev;
        this.icrc = icrc;
    }

    /** By number of the wire, {@code null} if there is none. */
    RxeIbQp lookup(int qpn) {
        return qpn == GSI_QPN ? gsi : pool.get(qpn);
    }

    RxeIbQp create(IbPd pd, IbQpInitAttr attr, Udata udata) {
        checkInit(attr);
        boolean mad = attr.type == IbQpType.GSI;
        if (mad && gsi != null) {
            throw new ErrnoException(Errno.EINVAL, "the port has its MAD queue pair (number 1) already");
        }
        roundUp(attr);
        int index = pool.reserve();
        try {
            RxeIbQp handle = make(pd, attr, index, mad ? GSI_QPN : index, udata);
            pool.put(index, handle);
            if (mad) {
                gsi = handle;
            }
            engine.add(handle.task());
            return handle;
        } catch (RuntimeException e) {
            pool.remove(index);
            throw e;
        }
    }

    private RxeIbQp make(IbPd pd, IbQpInitAttr attr, int index, int qpn, Udata udata) {
        int sendBytes = SendWqe.SIZE + attr.maxSendSge * Sge.SIZE;
        int recvBytes = RecvWqe.SIZE + attr.maxRecvSge * Sge.SIZE;
        RxeRings send = RxeRings.allocate(pd.context(), attr.maxSendWr, sendBytes);
        RxeRings recv = RxeRings.allocate(pd.context(), attr.maxRecvWr, recvBytes);
        RxeQueue sendQueue = new RxeQueue(send.memory(), attr.maxSendWr, sendBytes);
        RxeQueue recvQueue = new RxeQueue(recv.memory(), attr.maxRecvWr, recvBytes);
        attr.maxSendWr = sendQueue.entries();
        attr.maxRecvWr = recvQueue.entries();
        RxeIbQp handle = new RxeIbQp(pd, attr, index, qpn);
        RxeQp.Setup setup = new RxeQp.Setup(qpn, attr.type.value(), pd, memory.regions(), sendQueue, recvQueue,
                (RxeCq) attr.sendCq, (RxeCq) attr.recvCq, attr.maxSendSge, attr.maxRecvSge, attr.maxInlineData,
                attr.signalAll, icrc);
        handle.setTask(new QpTask(engine, handle, ops -> new RxeQp(setup, ops, new QpCounters())));
        if (pd.context() != null) {
            MemorySegment answer = Arena.ofAuto().allocate(CreateQpResp.SIZE);
            recv.describe(answer, CreateQpResp.RQ_MI);
            send.describe(answer, CreateQpResp.SQ_MI);
            udata.copyOut(answer);
        }
        return handle;
    }

    /** Lists and inline data share their place in an element; what one has room for, the other may use. */
    private static void roundUp(IbQpInitAttr attr) {
        int bytes = Math.max(attr.maxSendSge * Sge.SIZE, attr.maxInlineData);
        attr.maxSendSge = bytes / Sge.SIZE;
        attr.maxInlineData = bytes;
    }

    private static void checkInit(IbQpInitAttr attr) {
        if (attr.type == IbQpType.UC || attr.type == IbQpType.UD) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "QP type " + attr.type
                    + " is not there yet; use a reliable connection (IBV_QPT_RC)");
        }
        if (attr.type != IbQpType.RC && attr.type != IbQpType.GSI) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "QP type " + attr.type + " is none of rxe's (RC, UC, UD, GSI)");
        }
        if (attr.srq != null) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "shared receive queues are not there yet; use the QP's own");
        }
        if (attr.sendCq == null || attr.recvCq == null) {
            throw new ErrnoException(Errno.EINVAL, "a queue pair needs a send and a receive CQ");
        }
        limit("max_send_wr", attr.maxSendWr, RxeParam.MAX_QP_WR);
        limit("max_recv_wr", attr.maxRecvWr, RxeParam.MAX_QP_WR);
        limit("max_send_sge", attr.maxSendSge, RxeParam.MAX_SGE);
        limit("max_recv_sge", attr.maxRecvSge, RxeParam.MAX_SGE);
        limit("max_inline_data", attr.maxInlineData, RxeParam.MAX_INLINE_DATA);
    }

    private static void limit(String name, int value, int max) {
        if (value < 0 || value > max) {
            throw new ErrnoException(Errno.EINVAL, name + " " + Integer.toUnsignedString(value) + " is more than the "
                    + max + " of the device; ask for less");
        }
    }

    void modify(RxeIbQp handle, IbQpAttr attr, int mask) {
        checkAttr(attr, mask);
        RxeQp qp = handle.task().qp();
        QpWire path = (mask & IbQpAttrMask.AV) == 0 ? null : path(handle, attr, mask);
        boolean done = handle.task().control(() -> qp.modify(attr, mask, path), CONTROL_SECONDS, TimeUnit.SECONDS);
        if (!done) {
            throw new ErrnoException(Errno.EBUSY, "queue pair " + handle.qpNum() + " was busy for " + CONTROL_SECONDS
                    + " s; try again");
        }
    }

    private QpWire path(RxeIbQp handle, IbQpAttr attr, int mask) {
        IbQpAttr.AhAttr av = attr.ahAttr;
        NetDevice device = av.sgid.netdev() == null ? netdev : av.sgid.netdev();
        int destination = (mask & IbQpAttrMask.DEST_QPN) != 0 ? attr.destQpNum : handle.task().qp().destQpn();
        int port = UdpHeader.roceSourcePort(av.flowLabel, handle.qpNum(), destination);
        handle.task().setDevice(device);
        handle.setAddressVector(av);
        return new QpWire(device.address().value(), av.dmac, av.sgid.gid(), av.dgid, av.trafficClass, port);
    }

    private static void checkAttr(IbQpAttr attr, int mask) {
        check(mask, IbQpAttrMask.MAX_QP_RD_ATOMIC, "max_rd_atomic", attr.maxRdAtomic, RxeParam.MAX_RD_ATOMIC);
        check(mask, IbQpAttrMask.MAX_DEST_RD_ATOMIC, "max_dest_rd_atomic", attr.maxDestRdAtomic,
                RxeParam.MAX_RD_ATOMIC);
        check(mask, IbQpAttrMask.TIMEOUT, "timeout", attr.timeout, MAX_TIMER_CODE);
        check(mask, IbQpAttrMask.MIN_RNR_TIMER, "min_rnr_timer", attr.minRnrTimer, MAX_TIMER_CODE);
        check(mask, IbQpAttrMask.RETRY_CNT, "retry_cnt", attr.retryCnt, MAX_RETRY);
        check(mask, IbQpAttrMask.RNR_RETRY, "rnr_retry", attr.rnrRetry, MAX_RETRY);
        check(mask, IbQpAttrMask.PKEY_INDEX, "pkey_index", attr.pkeyIndex, RxeParam.PKEY_TABLE_LENGTH - 1);
        if ((mask & IbQpAttrMask.PORT) != 0 && attr.portNum != 1) {
            throw new ErrnoException(Errno.EINVAL, "port " + attr.portNum + " is none; the device has port 1");
        }
        if ((mask & IbQpAttrMask.AV) != 0 && (attr.ahAttr == null || attr.ahAttr.sgid == null)) {
            throw new ErrnoException(Errno.EINVAL, "the address vector has no source GID; set sgid_index to one of "
                    + "the table's entries");
        }
    }

    private static void check(int mask, int bit, String name, int value, int max) {
        if ((mask & bit) != 0 && (value < 0 || value > max)) {
            throw new ErrnoException(Errno.EINVAL, name + " " + value + " is out of range 0.." + max);
        }
    }

    void query(RxeIbQp handle, IbQpAttr attr, IbQpInitAttr init) {
        handle.task().qp().query(attr);
        IbQpInitAttr caps = handle.caps();
        attr.ahAttr = handle.addressVector();
        attr.maxSendWr = caps.maxSendWr;
        attr.maxRecvWr = caps.maxRecvWr;
        attr.maxSendSge = caps.maxSendSge;
        attr.maxRecvSge = caps.maxRecvSge;
        attr.maxInlineData = caps.maxInlineData;
        init.type = caps.type;
        init.sendCq = caps.sendCq;
        init.recvCq = caps.recvCq;
        init.srq = caps.srq;
        init.eventHandler = caps.eventHandler;
        init.maxSendWr = caps.maxSendWr;
        init.maxRecvWr = caps.maxRecvWr;
        init.maxSendSge = caps.maxSendSge;
        init.maxRecvSge = caps.maxRecvSge;
        init.maxInlineData = caps.maxInlineData;
        init.signalAll = caps.signalAll;
        init.createFlags = caps.createFlags;
        init.port = 1;
    }

    void destroy(RxeIbQp handle) {
        if (handle == gsi) {
            gsi = null;
        }
        handle.task().destroy(CONTROL_SECONDS, TimeUnit.SECONDS);
        engine.remove(handle.task());
        pool.remove(handle.index());
        synchronized (retired) {
            handle.task().qp().counters().addTo(retired);
        }
    }

    /** All queue pairs of a context go to the error state, so that pollers see the end. */
    void flush(Object context) {
        for (QpTask task : engine.tasks()) {
            if (task.handle().context() == context) {
                task.control(task.qp()::toError, CONTROL_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    /** Counters of all queue pairs of this device, past and present. */
    long[] counters(Object device) {
        long[] sums = new long[RxeCounter.COUNT];
        synchronized (retired) {
            System.arraycopy(retired, 0, sums, 0, sums.length);
        }
        for (QpTask task : engine.tasks()) {
            if (task.handle().device() == device) {
                task.qp().counters().addTo(sums);
            }
        }
        return sums;
    }

    int count() {
        return pool.count();
    }
}
