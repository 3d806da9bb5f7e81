package org.softroce.rxe.internal.qp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbQpAttr;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.UdpHeader;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.mem.RxePd;
import org.softroce.rxe.internal.mem.RxePool;
import org.softroce.rxe.internal.queue.RxeCq;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.rxe.internal.stat.QpCounters;
import org.softroce.rxe.internal.testing.UserCq;
import org.softroce.rxe.internal.testing.UserRing;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;

/** One end of a simulated connection: a queue pair with rings, memory and a wire into a {@link SimNetwork}. */
final class SimHost implements QpOps {
    static final long IOVA = 0x7f00_0000_0000L;
    static final int MAX_SGE = 4;
    static final int MAX_INLINE = 64;

    final SimNetwork network;
    final int qpn;
    final IpAddress address;
    final long mac;
    final MemorySegment memory;
    final RxePool<RxeMr> regions = new RxePool<>("memory regions", 1, 1 << 19, 1 << 19);
    final RxePd pd = new RxePd(null, null, 0);
    final RxeMr mr;
    final RxeQp qp;
    final UserRing sq;
    final UserRing rq;
    final UserCq scq;
    final UserCq rcq;
    final RxeCq sendCq;
    final RxeCq recvCq;
    final List<IbEventType> events = new ArrayList<>();
    final IbQpAttr attr = new IbQpAttr();
    boolean movedToError;
    SimHost peer;

    SimHost(SimNetwork network, int qpn, int addressByte, int memoryBytes, int depth, int cqe) {
        this(network, qpn, addressByte, memoryBytes, depth, cqe, true);
    }

    SimHost(SimNetwork network, int qpn, int addressByte, int memoryBytes, int depth, int cqe, boolean icrc) {
        this.network = network;
        this.qpn = qpn;
        this.address = IpAddress.ofIpv4(0xc0a86400 | addressByte);
        this.mac = 0x0200_0000_0010L + addressByte - 10;
        this.memory = Arena.ofAuto().allocate(memoryBytes, 64);
        this.mr = region(memory, IOVA, 15);
        MemorySegment sqMemory = ring(depth, 208 + MAX_SGE * 16);
        MemorySegment rqMemory = ring(depth, 40 + MAX_SGE * 16);
        MemorySegment scqMemory = ring(cqe, 64);
        MemorySegment rcqMemory = ring(cqe, 64);
        sendCq = new RxeCq(null, null, new IbCqInitAttr(cqe, 0, 0, null, e -> events.add(e.type())), scqMemory, 0);
        recvCq = new RxeCq(null, null, new IbCqInitAttr(cqe, 0, 0, null, e -> events.add(e.type())), rcqMemory, 1);
        RxeQp.Setup setup = new RxeQp.Setup(qpn, 2, pd, regions, new RxeQueue(sqMemory, depth, 208 + MAX_SGE * 16),
                new RxeQueue(rqMemory, depth, 40 + MAX_SGE * 16), sendCq, recvCq, MAX_SGE, MAX_SGE, MAX_INLINE,
                false, icrc);
        qp = new RxeQp(setup, this, new QpCounters());
        sq = new UserRing(sqMemory);
        rq = new UserRing(rqMemory);
        scq = new UserCq(scqMemory);
        rcq = new UserCq(rcqMemory);
    }

    private static MemorySegment ring(int entries, int elementBytes) {
        return Arena.ofAuto().allocate(RxeQueue.bytes(entries, elementBytes), 64);
    }

    RxeMr region(MemorySegment view, long iova, int access) {
        int index = regions.reserve();
        RxeMr region = new RxeMr(pd, view, null, iova, view.byteSize(), iova, access, index << 8 | index * 37 & 0xff);
        regions.put(index, region);
        return region;
    }

    /** RESET to RTS; the attributes stay in {@link #attr} for the next time. */
    void connect(SimHost to, IbMtu mtu, int ownPsn, int peerPsn) {
        peer = to;
        attr.qpState = IbQpState.INIT;
        attr.portNum = 1;
        attr.accessFlags = 15;
        qp.modify(attr, IbQpAttrMask.STATE | IbQpAttrMask.PORT | IbQpAttrMask.ACCESS_FLAGS, null);
        attr.qpState = IbQpState.RTR;
        attr.pathMtu = mtu;
        attr.destQpNum = to.qpn;
        attr.rqPsn = peerPsn;
        attr.maxDestRdAtomic = 4;
        QpWire wire = new QpWire(mac, to.mac, address, to.address, 0, UdpHeader.roceSourcePort(0, qpn, to.qpn));
        qp.modify(attr, IbQpAttrMask.STATE | IbQpAttrMask.AV | IbQpAttrMask.PATH_MTU | IbQpAttrMask.DEST_QPN
                | IbQpAttrMask.RQ_PSN | IbQpAttrMask.MAX_DEST_RD_ATOMIC | IbQpAttrMask.MIN_RNR_TIMER, wire);
        attr.qpState = IbQpState.RTS;
        attr.sqPsn = ownPsn;
        attr.maxRdAtomic = 4;
        qp.modify(attr, IbQpAttrMask.STATE | IbQpAttrMask.SQ_PSN | IbQpAttrMask.TIMEOUT | IbQpAttrMask.RETRY_CNT
                | IbQpAttrMask.RNR_RETRY | IbQpAttrMask.MAX_QP_RD_ATOMIC, null);
    }

    /** A frame arrives. */
    void deliver(byte[] frame) {
        SkBuff skb = SkBuff.alloc();
        MemorySegment.copy(frame, 0, skb.data(), java.lang.foreign.ValueLayout.JAVA_BYTE, SkBuff.HEAD, frame.length);
        skb.setEnd(SkBuff.HEAD + frame.length);
        skb.setNetwork(16);
        skb.setTransport(36);
        boolean request = RxePacket.parse(skb) == null && skb.cb[RxePacket.QPN] == qpn
                && (skb.cb[RxePacket.OPCODE] & 0xe0) == 0;
        if (request && qp.comesFromPeer(skb)) {
            qp.onPacket(skb, network.now);
        } else {
            skb.free();
        }
        run();
    }

    /** Works until there is nothing to do. */
    void run() {
        qp.onTimeout(network.now);
        int steps = 0;
        while (qp.pollTransmit(network.now)) {
            if (++steps > 100_000) {
                throw new IllegalStateException("QP " + qpn + " does not come to rest");
            }
        }
        qp.onDoorbell(network.now);
    }

    @Override
    public SkBuff alloc() {
        return SkBuff.alloc();
    }

    @Override
    public boolean xmit(SkBuff skb) {
        network.send(peer, skb);
        return true;
    }

    @Override
    public void movedToError() {
        movedToError = true;
    }

    @Override
    public void event(IbEventType type) {
        events.add(type);
    }
}
