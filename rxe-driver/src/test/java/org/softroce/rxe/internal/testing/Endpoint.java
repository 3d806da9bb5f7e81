package org.softroce.rxe.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.Udata;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rxe.RdmaUserRxe;

/** One side of a connection over a real device: memory, queues and a queue pair, as a program would have them. */
public final class Endpoint {
    private static final int ALL_ACCESS = 15;

    public final SegmentMemory memory;
    public final IbDevice device;
    public final IbUcontext context;
    public final IbPd pd;
    public final IbMr mr;
    public final IbCq ibCq;
    public final IbQp qp;
    public final UserCq cq;
    public final UserRing sq;
    public final UserRing rq;
    private final IbDeviceOps ops;
    private final NetDevice netdev;
    private final IpAddress address;

    public Endpoint(IbDevice device, NetDevice netdev, IpAddress address, long memoryBytes, int depth) {
        this(device, netdev, address, memoryBytes, depth, depth * 2);
    }

    public Endpoint(IbDevice device, NetDevice netdev, IpAddress address, long memoryBytes, int depth, int cqe) {
        this.device = device;
        this.ops = device.ops();
        this.netdev = netdev;
        this.address = address;
        this.memory = new SegmentMemory(memoryBytes);
        TestRings rings = new TestRings();
        this.context = ops.allocUcontext(device, memory.task(), rings, Udata.none());
        this.pd = ops.allocPd(device, context, Udata.none());
        this.mr = ops.registerUserMr(pd, memory.address(), memoryBytes, memory.address(), ALL_ACCESS, Udata.none());
        MemorySegment answer = Arena.ofAuto().allocate(32);
        this.ibCq = ops.createCq(device, context, new IbCqInitAttr(cqe, 0, 0, null, null),
                new Udata(MemorySegment.NULL, answer.asSlice(0, 16)));
        this.cq = new UserCq(map(rings, answer, 0));
        IbQpInitAttr init = new IbQpInitAttr();
        init.type = IbQpType.RC;
        init.sendCq = ibCq;
        init.recvCq = ibCq;
        init.maxSendWr = depth;
        init.maxRecvWr = depth;
        init.maxSendSge = 4;
        init.maxRecvSge = 4;
        this.qp = ops.createQp(pd, init, new Udata(MemorySegment.NULL, answer));
        this.rq = new UserRing(map(rings, answer, 0));
        this.sq = new UserRing(map(rings, answer, 16));
    }

    private MemorySegment map(TestRings rings, MemorySegment answer, long at) {
        return ops.mmap(context, answer.get(RdmaUserRxe.U64, at), answer.get(RdmaUserRxe.U32, at + 8));
    }

    /** INIT, RTR, RTS towards the peer. */
    public void connect(Endpoint peer, IbMtu mtu, int psn, int timeout, int retries) {
        IbQpAttr a = new IbQpAttr();
        a.qpState = IbQpState.INIT;
        a.portNum = 1;
        a.accessFlags = ALL_ACCESS;
        ops.modifyQp(qp, a, IbQpAttrMask.STATE | IbQpAttrMask.PORT | IbQpAttrMask.ACCESS_FLAGS, Udata.none());
        a.qpState = IbQpState.RTR;
        a.pathMtu = mtu;
        a.destQpNum = peer.qp.qpNum();
        a.rqPsn = psn;
        a.maxDestRdAtomic = 4;
        a.minRnrTimer = 12;
        a.ahAttr = new IbQpAttr.AhAttr();
        a.ahAttr.isGlobal = true;
        a.ahAttr.dgid = peer.address;
        a.ahAttr.sgid = new GidTable.Entry(1, address, 2, netdev);
        a.ahAttr.dmac = netdev.resolve(peer.address).value();
        ops.modifyQp(qp, a, IbQpAttrMask.STATE | IbQpAttrMask.AV | IbQpAttrMask.PATH_MTU | IbQpAttrMask.DEST_QPN
                | IbQpAttrMask.RQ_PSN | IbQpAttrMask.MAX_DEST_RD_ATOMIC | IbQpAttrMask.MIN_RNR_TIMER, Udata.none());
        a.qpState = IbQpState.RTS;
        a.sqPsn = psn;
        a.timeout = timeout;
        a.retryCnt = retries;
        a.rnrRetry = 7;
        a.maxRdAtomic = 4;
        ops.modifyQp(qp, a, IbQpAttrMask.STATE | IbQpAttrMask.SQ_PSN | IbQpAttrMask.TIMEOUT | IbQpAttrMask.RETRY_CNT
                | IbQpAttrMask.RNR_RETRY | IbQpAttrMask.MAX_QP_RD_ATOMIC, Udata.none());
    }

    public void destroy() {
        ops.destroyQp(qp);
        ops.destroyCq(ibCq);
        ops.deregisterMr(mr);
        ops.deallocPd(pd);
        ops.deallocUcontext(context);
    }
}
