package org.softroce.uverbs.internal.fake;

import java.lang.foreign.MemorySegment;
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
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPhysState;
import org.softroce.uapi.rdma.IbPortState;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.RdmaDriverId;

/** A driver of a test: keeps count, answers with known numbers. */
public final class FakeDriver implements IbDeviceOps {
    public final AtomicInteger alive = new AtomicInteger();
    public final AtomicInteger doorbells = new AtomicInteger();
    /** What happens while a doorbell rings. */
    public volatile Runnable duringDoorbell = () -> { };
    public volatile Runnable duringAllocPd = () -> { };
    public volatile IbCq lastCq;
    public volatile IbQp lastQp;
    public volatile boolean solicitedOnly;
    public volatile int disassociated;
    /** What happens while queue pairs are flushed for a removal. */
    public volatile Runnable duringDisassociate = () -> { };

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
        return 1;
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
        attr.maxQp = 1048560;
        attr.maxSendSge = 32;
        attr.maxRecvSge = 30;
        attr.deviceCapFlags = 0x1_0000_0001L;
        attr.maxPkeys = 64;
        attr.localCaAckDelay = 15;
        return attr;
    }

    @Override
    public IbPortAttr queryPort(int port) {
        if (port != 1) {
            throw new ErrnoException(Errno.EINVAL, "port " + port + " is none of 1..1");
        }
        return new IbPortAttr(IbPortState.ACTIVE, IbPhysState.LINK_UP, IbMtu.MTU_4096, IbMtu.MTU_1024, 1024, 1,
            8388608, 0x10000, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 4, true, 2);
    }

    @Override
    public int queryPkey(int port, int index) {
        return 0xffff;
    }

    @Override
    public NetDevice netdev(int port) {
        return null;
    }

    @Override
    public IbUcontext allocUcontext(IbDevice device, Task owner, RingAllocator rings, Udata udata) {
        alive.incrementAndGet();
        return new IbUcontext(device, owner, rings) { };
    }

    @Override
    public void deallocUcontext(IbUcontext context) {
        alive.decrementAndGet();
    }

    @Override
    public MemorySegment mmap(IbUcontext context, long offset, long length) {
        return context.rings().map(offset, length);
    }

    @Override
    public IbPd allocPd(IbDevice device, IbUcontext context, Udata udata) {
        duringAllocPd.run();
        alive.incrementAndGet();
        return new IbPd(device, context) { };
    }

    @Override
    public void deallocPd(IbPd pd) {
        alive.decrementAndGet();
    }

    @Override
    public IbMr registerUserMr(IbPd pd, long start, long length, long iova, int access, Udata udata) {
        alive.incrementAndGet();
        return new FakeMr(pd, length, iova, access);
    }

    @Override
    public void deregisterMr(IbMr mr) {
        alive.decrementAndGet();
    }

    @Override
    public IbCq createCq(IbDevice device, IbUcontext context, IbCqInitAttr attr, Udata udata) {
        RingAllocator.Ring ring = context.rings().allocate(384 + 64L * attr.cqe());
        MemorySegment mminfo = MemorySegment.ofArray(new byte[16]);
        mminfo.set(AbiLayout.U64, 0, ring.offset());
        mminfo.set(AbiLayout.U32, 8, (int) ring.memory().byteSize());
        udata.copyOut(mminfo);
        alive.incrementAndGet();
        lastCq = new IbCq(device, context, attr) {
            @Override
            public int cqe() {
                return 127;
            }
        };
        return lastCq;
    }

    @Override
    public void destroyCq(IbCq cq) {
        alive.decrementAndGet();
    }

    @Override
    public void requestNotifyCq(IbCq cq, boolean onlySolicited) {
        solicitedOnly = onlySolicited;
    }

    @Override
    public IbQp createQp(IbPd pd, IbQpInitAttr attr, Udata udata) {
        attr.maxSendWr += 1;
        udata.copyOut(MemorySegment.ofArray(new byte[32]));
        alive.incrementAndGet();
        lastQp = new FakeQp(pd, attr, () -> {
            doorbells.incrementAndGet();
            duringDoorbell.run();
        });
        return lastQp;
    }

    @Override
    public void modifyQp(IbQp qp, IbQpAttr attr, int mask, Udata udata) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void queryQp(IbQp qp, IbQpAttr attr, IbQpInitAttr initAttr) {
        attr.qpState = IbQpState.RTS;
        attr.sqPsn = 0x123456;
        initAttr.maxSendWr = 9;
        initAttr.signalAll = true;
    }

    @Override
    public void destroyQp(IbQp qp) {
        alive.decrementAndGet();
    }

    @Override
    public String[] hwCounterNames() {
        return new String[0];
    }

    @Override
    public long[] hwCounters(int port) {
        return new long[0];
    }

    @Override
    public void disassociate(IbUcontext context) {
        disassociated++;
        duringDisassociate.run();
    }

    @Override
    public void deallocDriver() {
        throw new UnsupportedOperationException();
    }

    private static final class FakeMr extends IbMr {
        private final long length;
        private final long iova;
        private final int access;

        FakeMr(IbPd pd, long length, long iova, int access) {
            super(pd);
            this.length = length;
            this.iova = iova;
            this.access = access;
        }

        @Override
        public int lkey() {
            return 0x280;
        }

        @Override
        public int rkey() {
            return 0x281;
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

    private static final class FakeQp extends IbQp {
        private final Runnable onDoorbell;

        FakeQp(IbPd pd, IbQpInitAttr attr, Runnable onDoorbell) {
            super(pd, attr);
            this.onDoorbell = onDoorbell;
        }

        @Override
        public int qpNum() {
            return 0x11;
        }

        @Override
        public IbQpState state() {
            return IbQpState.RTS;
        }

        @Override
        public void doorbell() {
            onDoorbell.run();
        }
    }
}
