package org.softroce.ib;

import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The life cycle of verbs objects: checks that do not depend on the driver, reference counts, resource tracking.
 *
 * @mirrors drivers/infiniband/core/verbs.c
 */
public final class IbVerbs {

    private IbVerbs() { }

    public static IbUcontext allocUcontext(IbDevice device, Task owner, RingAllocator rings, Udata udata) {
        IbUcontext context = device.ops().allocUcontext(device, owner, rings, udata);
        track(Restrack.Type.CTX, context);
        return context;
    }

    public static void deallocUcontext(IbUcontext context) {
        untrack(Restrack.Type.CTX, context);
        context.device().ops().deallocUcontext(context);
    }

    /** @param context {@code null} for kernel users */
    public static IbPd allocPd(IbDevice device, IbUcontext context, Udata udata) {
        IbPd pd = device.ops().allocPd(device, context, udata);
        track(Restrack.Type.PD, pd);
        return pd;
    }

    /** EBUSY while memory regions or queue pairs are left. */
    public static void deallocPd(IbPd pd) {
        refuseIfUsed(pd, "protection domain", "its memory regions and queue pairs");
        untrack(Restrack.Type.PD, pd);
        pd.device().ops().deallocPd(pd);
    }

    public static IbMr registerUserMr(IbPd pd, long start, long length, long iova, int access, Udata udata) {
        IbMr mr = pd.device().ops().registerUserMr(pd, start, length, iova, access, udata);
        pd.hold();
        track(Restrack.Type.MR, mr);
        return mr;
    }

    public static void deregisterMr(IbMr mr) {
        refuseIfUsed(mr, "memory region", "its memory windows");
        mr.device().ops().deregisterMr(mr);
        untrack(Restrack.Type.MR, mr);
        mr.pd().drop();
    }

    /** EINVAL for a completion vector that is none. */
    public static IbCq createCq(IbDevice device, IbUcontext context, IbCqInitAttr attr, Udata udata) {
        if (attr.compVector() < 0 || attr.compVector() >= device.completionVectors()) {
            throw new ErrnoException(Errno.EINVAL, "comp_vector " + Integer.toUnsignedString(attr.compVector())
                    + " is none of 0.." + (device.completionVectors() - 1));
        }
        IbCq cq = device.ops().createCq(device, context, attr, udata);
        track(Restrack.Type.CQ, cq);
        return cq;
    }

    public static void destroyCq(IbCq cq) {
        refuseIfUsed(cq, "completion queue", "its queue pairs");
        untrack(Restrack.Type.CQ, cq);
        cq.device().ops().destroyCq(cq);
    }

    private static void refuseIfUsed(IbObject object, String what, String by) {
        int users = object.useCount();
        if (users != 0) {
            throw new ErrnoException(Errno.EBUSY, what + " is used by " + users + "; destroy " + by + " first");
        }
    }

    private static void track(Restrack.Type type, IbObject object) {
        object.setRestrackId(object.device().restrack().add(type, object));
    }

    private static void untrack(Restrack.Type type, IbObject object) {
        object.device().restrack().remove(type, object);
    }

    /** Creates a QP and counts its PD, CQs and SRQ as used. */
    public static IbQp createQp(IbPd pd, IbQpInitAttr attr, Udata udata) {
        IbQp qp = pd.device().ops().createQp(pd, attr, udata);
        pd.hold();
        qp.sendCq().hold();
        qp.recvCq().hold();
        if (qp.srq() != null) {
            qp.srq().hold();
        }
        track(Restrack.Type.QP, qp);
        return qp;
    }

    public static void destroyQp(IbQp qp) {
        refuseIfUsed(qp, "queue pair", "its multicast attachments");
        untrack(Restrack.Type.QP, qp);
        qp.device().ops().destroyQp(qp);
        qp.pd().drop();
        qp.sendCq().drop();
        qp.recvCq().drop();
        if (qp.srq() != null) {
            qp.srq().drop();
        }
    }

    /** {@code ib_query_qp}. */
    public static void queryQp(IbQp qp, IbQpAttr attr, IbQpInitAttr initAttr) {
        qp.device().ops().queryQp(qp, attr, initAttr);
    }

    public static IbSrq createSrq(IbPd pd, IbSrqInitAttr attr, Udata udata) {
        IbSrq srq = pd.device().ops().createSrq(pd, attr, udata);
        pd.hold();
        track(Restrack.Type.SRQ, srq);
        return srq;
    }

    public static void destroySrq(IbSrq srq) {
        refuseIfUsed(srq, "shared receive queue", "its queue pairs");
        untrack(Restrack.Type.SRQ, srq);
        srq.device().ops().destroySrq(srq);
        srq.pd().drop();
    }

    /**
     * {@code ib_modify_qp}: legal by {@link QpStateTable}, address vector resolved (source GID entry, hardware
     * address of the destination), then the driver.
     *
     * @throws ErrnoException EINVAL (transition, missing or superfluous attributes, sgid_index, no GRH),
     *     EHOSTUNREACH (nobody has the destination address)
     */
    public static void modifyQp(IbQp qp, IbQpAttr attr, int mask, Udata udata) {
        QpModify.check(qp, attr, mask);
        qp.device().ops().modifyQp(qp, attr, mask, udata);
    }
}
