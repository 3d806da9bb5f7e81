package org.softroce.ib.fake;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbPortAttr;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.RingAllocator;
import org.softroce.ib.Udata;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPhysState;
import org.softroce.uapi.rdma.IbPortState;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rdma.RdmaDriverId;

/** A driver without a wire: one port on a net device, objects that only exist, and a log of what was asked of it. */
public final class FakeDriver implements IbDeviceOps {

    /** {@code RXE_DEVICE_CAP_FLAGS} of Linux 6.12. */
    public static final long CAPS = 1L << 1 | 1L << 2 | 1L << 4 | 1L << 5 | 1L << 6 | 1L << 10 | 1L << 11 | 1L << 12
            | 1L << 13 | 1L << 17 | 1L << 21 | 1L << 24 | 1L << 38 | 1L << 39 | 1L << 40;
    private static final String[] COUNTERS = {"sent_pkts", "rcvd_pkts", "duplicate_request", "out_of_seq_request",
        "rcvd_rnr_err", "send_rnr_err", "rcvd_seq_err", "ack_deferred", "retry_exceeded_err", "retry_rnr_exceeded_err",
        "completer_retry_err", "send_err", "link_downed", "rdma_sends", "rdma_recvs"};

    /** What was called, in order: {@code createQp}, {@code deallocDriver}, ... */
    public final List<String> log = new CopyOnWriteArrayList<>();
    /** createQp fails with this. */
    public volatile Errno refuseQp;
    private final NetDevice netdev;
    private final AtomicInteger nextQpn = new AtomicInteger(17);

    public FakeDriver(NetDevice netdev) {
        this.netdev = netdev;
    }

    @Override
    public RdmaDriverId driverId() {
        return RdmaDriverId.RXE;
    }

    @Override
    public int uverbsAbiVersion() {
        return 2;
    }

    @Override
    public String nodeDescription() {
        return "rxe";
    }

    @Override
    public long nodeGuid() {
        return netdev.address().toEui64();
    }

    @Override
    public int portCount() {
        return 1;
    }

    @Override
    public int completionVectors() {
        return 2;
    }

    @Override
    public IbDeviceAttr queryDevice() {
        IbDeviceAttr attr = new IbDeviceAttr();
        attr.deviceCapFlags = CAPS;
        attr.sysImageGuid = nodeGuid();
        attr.maxQp = 1000;
        return attr;
    }

    @Override
    public IbPortAttr queryPort(int port) {
        boolean active = netdev.isRunning();
        return new IbPortAttr(active ? IbPortState.ACTIVE : IbPortState.DOWN,
                active ? IbPhysState.LINK_UP : IbPhysState.DISABLED, IbMtu.MTU_4096, IbMtu.MTU_1024, 1024, 1, 1 << 23,
                0x10000, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 8, true, 2);
    }

    @Override
    public int queryPkey(int port, int index) {
        if (index != 0) {
            throw new ErrnoException(Errno.EINVAL, "P_Key index " + index + " is beyond the table of 1");
        }
        return 0xffff;
    }

    @Override
    public NetDevice netdev(int port) {
        return netdev;
    }

    private static final class Context extends IbUcontext {
        Context(IbDevice device, Task owner, RingAllocator rings) {
            super(device, owner, rings);
        }
    }

    @Override
    public IbUcontext allocUcontext(IbDevice device, Task owner, RingAllocator rings, Udata udata) {
        return new Context(device, owner, rings);
    }

    @Override
    public void deallocUcontext(IbUcontext context) {
        log.add("deallocUcontext");
    }

    @Override
    public MemorySegment mmap(IbUcontext context, long offset, long length) {
        return context.rings().map(offset, length);
    }

    private static final class Pd extends IbPd {
        Pd(IbDevice device, IbUcontext context) {
            super(device, context);
        }
    }

    @Override
    public IbPd allocPd(IbDevice device, IbUcontext context, Udata udata) {
        log.add("allocPd");
        return new Pd(device, context);
    }

    @Override
    public void deallocPd(IbPd pd) {
        log.add("deallocPd");
    }

    private static final class Mr extends IbMr {
        private final long iova;
        private final long length;
        private final int access;

        Mr(IbPd pd, long iova, long length, int access) {
            super(pd);
            this.iova = iova;
            this.length = length;
            this.access = access;
        }

        @Override
        public int lkey() {
            return 0x218;
        }

        @Override
        public int rkey() {
            return 0x218;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public long iova() {
            return iova;
        }

        @Override
        public int access() {
            return access;
        }
    }

    @Override
    public IbMr registerUserMr(IbPd pd, long start, long length, long iova, int access, Udata udata) {
        return new Mr(pd, iova, length, access);
    }

    @Override
    public void deregisterMr(IbMr mr) {
        log.add("deregisterMr");
    }

    private static final class Cq extends IbCq {
        private final int cqe;

        Cq(IbDevice device, IbUcontext context, IbCqInitAttr attr) {
            super(device, context, attr);
            this.cqe = attr.cqe();
        }

        @Override
        public int cqe() {
            return cqe;
        }
    }

    @Override
    public IbCq createCq(IbDevice device, IbUcontext context, IbCqInitAttr attr, Udata udata) {
        log.add("createCq");
        return new Cq(device, context, attr);
    }

    @Override
    public void destroyCq(IbCq cq) {
        log.add("destroyCq");
    }

    @Override
    public void requestNotifyCq(IbCq cq, boolean solicitedOnly) {
        log.add("requestNotifyCq");
    }

    private static final class Qp extends IbQp {
        private final int number;
        private IbQpState state = IbQpState.RESET;
        private int destination;
        private int port;

        Qp(IbPd pd, IbQpInitAttr attr, int number) {
            super(pd, attr);
            this.number = number;
            this.port = attr.port;
        }

        @Override
        public int qpNum() {
            return number;
        }

        @Override
        public synchronized IbQpState state() {
            return state;
        }

        @Override
        public void doorbell() {
            throw new UnsupportedOperationException("nothing is sent");
        }

        synchronized void modify(IbQpAttr attr, int mask) {
            state = attr.qpState == null ? state : attr.qpState;
            destination = attr.destQpNum == 0 ? destination : attr.destQpNum;
            port = attr.portNum == 0 ? port : attr.portNum;
        }

        synchronized void query(IbQpAttr attr) {
            attr.qpState = state;
            attr.destQpNum = destination;
            attr.portNum = port;
        }
    }

    @Override
    public IbQp createQp(IbPd pd, IbQpInitAttr attr, Udata udata) {
        if (refuseQp != null) {
            throw new ErrnoException(refuseQp, "the test refuses queue pairs");
        }
        log.add("createQp");
        return new Qp(pd, attr, attr.type == IbQpType.GSI ? 1 : nextQpn.getAndIncrement());
    }

    @Override
    public void modifyQp(IbQp qp, IbQpAttr attr, int mask, Udata udata) {
        ((Qp) qp).modify(attr, mask);
    }

    @Override
    public void queryQp(IbQp qp, IbQpAttr attr, IbQpInitAttr initAttr) {
        ((Qp) qp).query(attr);
    }

    @Override
    public void destroyQp(IbQp qp) {
        log.add("destroyQp");
    }

    @Override
    public String[] hwCounterNames() {
        return COUNTERS.clone();
    }

    @Override
    public long[] hwCounters(int port) {
        return new long[COUNTERS.length];
    }

    @Override
    public void disassociate(IbUcontext context) {
        log.add("disassociate");
    }

    @Override
    public void deallocDriver() {
        log.add("deallocDriver");
    }
}
