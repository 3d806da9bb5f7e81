package org.softroce.ib;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * What a driver does for its device. Called by {@link IbVerbs}, which checks arguments that do not depend on the
 * driver and keeps counts; refused calls throw ErrnoException with a text naming value, limit and remedy.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_device_ops
 */
@ConsumerType
public interface IbDeviceOps {
    RdmaDriverId driverId();

    /** Version of the driver's own user ABI, 2 for rxe. */
    int uverbsAbiVersion();

    /** Text of {@code node_desc}. */
    String nodeDescription();

    /** Identity for GUIDs; never 0. */
    long nodeGuid();

    int portCount();

    int completionVectors();

    IbDeviceAttr queryDevice();

    IbPortAttr queryPort(int port);

    int queryPkey(int port, int index);

    NetDevice netdev(int port);

    /**
     * A context of one open file.
     *
     * @param owner the process that opened it
     * @param rings where the rings of this file come from
     */
    IbUcontext allocUcontext(IbDevice device, Task owner, RingAllocator rings, Udata udata);

    void deallocUcontext(IbUcontext context);

    MemorySegment mmap(IbUcontext context, long offset, long length);

    /** @param context {@code null} for kernel users */
    IbPd allocPd(IbDevice device, IbUcontext context, Udata udata);

    void deallocPd(IbPd pd);

    /** Memory of the caller: {@code context.owner().memory()}. */
    IbMr registerUserMr(IbPd pd, long start, long length, long iova, int access, Udata udata);

    void deregisterMr(IbMr mr);

    IbCq createCq(IbDevice device, IbUcontext context, IbCqInitAttr attr, Udata udata);

    void destroyCq(IbCq cq);

    default void resizeCq(IbCq cq, int cqe, Udata udata) {
        throw new ErrnoException(Errno.EOPNOTSUPP, "the driver cannot resize a CQ; create one that is large enough");
    }

    /** Arms the CQ: the next (solicited) completion calls {@link IbCq#compHandler()} once. */
    void requestNotifyCq(IbCq cq, boolean solicitedOnly);

    IbQp createQp(IbPd pd, IbQpInitAttr attr, Udata udata);

    /** The transition is legal (checked); {@code attr.ahAttr.sgid} is filled in. */
    void modifyQp(IbQp qp, IbQpAttr attr, int mask, Udata udata);

    void queryQp(IbQp qp, IbQpAttr attr, IbQpInitAttr initAttr);

    /** Returns when no thread works for the QP any more; bounded. */
    void destroyQp(IbQp qp);

    default IbSrq createSrq(IbPd pd, IbSrqInitAttr attr, Udata udata) {
        throw new ErrnoException(Errno.EOPNOTSUPP, "the driver has no shared receive queues; use a QP's own");
    }

    default void modifySrq(IbSrq srq, IbSrqInitAttr attr, int mask, Udata udata) {
        throw new ErrnoException(Errno.EOPNOTSUPP, "the driver has no shared receive queues");
    }

    default void destroySrq(IbSrq srq) {
        throw new ErrnoException(Errno.EOPNOTSUPP, "the driver has no shared receive queues");
    }

    /** Names of the port counters, in order. */
    String[] hwCounterNames();

    /** Values now, in the order of the names. */
    long[] hwCounters(int port);

    /**
     * Called by uverbs when the device goes away under an open file: moves all QPs of the context to error and
     * flushes them, so that pollers see the end. Objects are destroyed afterwards one by one.
     */
    void disassociate(IbUcontext context);

    /** The device is unregistered and nobody uses it: give everything back. */
    void deallocDriver();
}
