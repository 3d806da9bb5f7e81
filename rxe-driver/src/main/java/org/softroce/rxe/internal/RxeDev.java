package org.softroce.rxe.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbEvent;
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
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.mem.RxePd;
import org.softroce.rxe.internal.mem.RxePool;
import org.softroce.rxe.internal.net.GidSet;
import org.softroce.rxe.internal.queue.RxeCq;
import org.softroce.rxe.internal.stat.RxeCounter;
import org.softroce.rxe.internal.task.RxeEngine;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbPortState;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.uapi.rxe.RdmaUserRxe.CreateCqResp;

/**
 * A device: one net device seen through verbs.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.c#rxe_dev_ops
 */
final class RxeDev implements IbDeviceOps {
    private static final int PKEY = 0xffff;

    private final NetDevice netdev;
    private final Runnable onDealloc;
    private final long nodeGuid;
    private final RxeMemory memory = new RxeMemory();
    private final RxeQpVerbs queuePairs;
    private final RxePool<RxePd> domains = new RxePool<>("protection domains", 0, RxeParam.MAX_PD - 1, RxeParam.MAX_PD);
    private final RxePool<RxeCq> completionQueues = new RxePool<>("completion queues", 0, RxeParam.MAX_CQ - 1,
            RxeParam.MAX_CQ);
    private final LongAdder linkDowned = new LongAdder();
    private volatile GidSet gids;
    private volatile IbDevice device;
    private volatile IbPortState portState;

    /**
     * @param icrc false: no ICRC on the way from device to device
     * @param onDealloc called when the device is gone for good
     */
    RxeDev(NetDevice netdev, RxeEngine engine, boolean icrc, Runnable onDealloc) {
        this.netdev = netdev;
        this.onDealloc = onDealloc;
        this.nodeGuid = guid(netdev);
        this.queuePairs = new RxeQpVerbs(engine, memory, netdev, icrc);
        this.gids = GidSet.of(netdev);
        this.portState = RxePort.state(netdev);
    }

    /** EUI-64 of the hardware address; random and not 0 where there is none. */
    private static long guid(NetDevice netdev) {
        if (!netdev.address().isZero()) {
            return netdev.address().toEui64();
        }
        long random = ThreadLocalRandom.current().nextLong();
        return random | 0x0200_0000_0000_0000L;
    }

    NetDevice netdev() {
        return netdev;
    }

    GidSet gids() {
        return gids;
    }

    RxeQpVerbs queuePairs() {
        return queuePairs;
    }

    void registered(IbDevice registered) {
        this.device = registered;
    }

    /** {@code null} until registration has returned. */
    IbDevice device() {
        return device;
    }

    void addressesChanged() {
        gids = GidSet.of(netdev);
    }

    /**
     * Looks at the net device and reports a change of the port.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_net.c#rxe_set_port_state
     */
    void portChanged() {
        IbPortState now = RxePort.state(netdev);
        if (now == portState) {
            return;
        }
        portState = now;
        boolean active = now == IbPortState.ACTIVE;
        if (!active) {
            linkDowned.increment();
        }
        IbDevice d = device;
        if (d != null) {
            d.dispatchEvent(new IbEvent(d, active ? IbEventType.PORT_ACTIVE : IbEventType.PORT_ERR, null, 1));
        }
    }

    @Override
    public RdmaDriverId driverId() {
        return RdmaDriverId.RXE;
    }

    @Override
    public int uverbsAbiVersion() {
        return RxeParam.ABI_VERSION;
    }

    @Override
    public String nodeDescription() {
        return "rxe";
    }

    @Override
    public long nodeGuid() {
        return nodeGuid;
    }

    @Override
    public int portCount() {
        return 1;
    }

    @Override
    public int completionVectors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public IbDeviceAttr queryDevice() {
        return RxeParam.deviceAttr(nodeGuid);
    }

    @Override
    public IbPortAttr queryPort(int port) {
        checkPort(port);
        return RxePort.query(netdev);
    }

    private static void checkPort(int port) {
        if (port != 1) {
            throw new ErrnoException(Errno.EINVAL, "port " + port + " is none; the device has port 1");
        }
    }

    @Override
    public int queryPkey(int port, int index) {
        checkPort(port);
        if (index < 0 || index >= RxeParam.PKEY_TABLE_LENGTH) {
            throw new ErrnoException(Errno.EINVAL, "P_Key index " + index + " is beyond the table of one entry");
        }
        return PKEY;
    }

    @Override
    public NetDevice netdev(int port) {
        return netdev;
    }

    @Override
    public IbUcontext allocUcontext(IbDevice ibDevice, Task owner, RingAllocator rings, Udata udata) {
        return new RxeUcontext(ibDevice, owner, rings);
    }

    @Override
    public void deallocUcontext(IbUcontext context) {
        // everything of it was destroyed one by one
    }

    @Override
    public MemorySegment mmap(IbUcontext context, long offset, long length) {
        return context.rings().map(offset, length);
    }

    @Override
    public IbPd allocPd(IbDevice ibDevice, IbUcontext context, Udata udata) {
        int index = domains.reserve();
        RxePd pd = new RxePd(ibDevice, context, index);
        domains.put(index, pd);
        return pd;
    }

    @Override
    public void deallocPd(IbPd pd) {
        domains.remove(((RxePd) pd).index());
    }

    @Override
    public IbMr registerUserMr(IbPd pd, long start, long length, long iova, int access, Udata udata) {
        return memory.register(pd, start, length, iova, access);
    }

    @Override
    public void deregisterMr(IbMr mr) {
        memory.deregister((RxeMr) mr);
    }

    @Override
    public IbCq createCq(IbDevice ibDevice, IbUcontext context, IbCqInitAttr attr, Udata udata) {
        if (attr.cqe() <= 0 || attr.cqe() > RxeParam.MAX_CQE) {
            throw new ErrnoException(Errno.EINVAL, "a CQ of " + Integer.toUnsignedString(attr.cqe())
                    + " entries is out of range 1.." + RxeParam.MAX_CQE);
        }
        int index = completionQueues.reserve();
        try {
            RxeRings ring = RxeRings.allocate(context, attr.cqe(), RxeCq.ELEMENT_BYTES);
            RxeCq cq = new RxeCq(ibDevice, context, attr, ring.memory(), index);
            if (context != null) {
                MemorySegment answer = Arena.ofAuto().allocate(CreateCqResp.SIZE);
                ring.describe(answer, CreateCqResp.MI);
                udata.copyOut(answer);
            }
            completionQueues.put(index, cq);
            return cq;
        } catch (RuntimeException e) {
            completionQueues.remove(index);
            throw e;
        }
    }

    @Override
    public void destroyCq(IbCq cq) {
        ((RxeCq) cq).kill();
        completionQueues.remove(((RxeCq) cq).index());
    }

    @Override
    public void requestNotifyCq(IbCq cq, boolean solicitedOnly) {
        ((RxeCq) cq).requestNotify(solicitedOnly);
    }

    @Override
    public IbQp createQp(IbPd pd, IbQpInitAttr attr, Udata udata) {
        return queuePairs.create(pd, attr, udata);
    }

    @Override
    public void modifyQp(IbQp qp, IbQpAttr attr, int mask, Udata udata) {
        queuePairs.modify((RxeIbQp) qp, attr, mask);
    }

    @Override
    public void queryQp(IbQp qp, IbQpAttr attr, IbQpInitAttr initAttr) {
        queuePairs.query((RxeIbQp) qp, attr, initAttr);
    }

    @Override
    public void destroyQp(IbQp qp) {
        queuePairs.destroy((RxeIbQp) qp);
    }

    @Override
    public String[] hwCounterNames() {
        return RxeCounter.labels();
    }

    @Override
    public long[] hwCounters(int port) {
        checkPort(port);
        long[] values = queuePairs.counters(device);
        values[RxeCounter.LINK_DOWNED.ordinal()] += linkDowned.sum();
        return values;
    }

    @Override
    public void disassociate(IbUcontext context) {
        queuePairs.flush(context);
    }

    @Override
    public void deallocDriver() {
        onDealloc.run();
    }
}
