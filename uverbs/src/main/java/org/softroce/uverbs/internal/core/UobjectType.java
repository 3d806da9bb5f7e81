package org.softroce.uverbs.internal.core;

import org.softroce.ib.IbCq;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbSrq;
import org.softroce.ib.IbVerbs;
import org.softroce.uapi.rdma.IbUserIoctlCmds;

/**
 * Types of objects that a file holds, with what ends them.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types.c
 */
public enum UobjectType {
    PD(IbUserIoctlCmds.UVERBS_OBJECT_PD, "PD", (uobject, why) -> IbVerbs.deallocPd((IbPd) uobject.object())),
    MR(IbUserIoctlCmds.UVERBS_OBJECT_MR, "MR", (uobject, why) -> IbVerbs.deregisterMr((IbMr) uobject.object())),
    CQ(IbUserIoctlCmds.UVERBS_OBJECT_CQ, "CQ", (uobject, why) -> IbVerbs.destroyCq((IbCq) uobject.object())),
    QP(IbUserIoctlCmds.UVERBS_OBJECT_QP, "QP", (uobject, why) -> IbVerbs.destroyQp((IbQp) uobject.object())),
    SRQ(IbUserIoctlCmds.UVERBS_OBJECT_SRQ, "SRQ", (uobject, why) -> IbVerbs.destroySrq((IbSrq) uobject.object())),
    COMP_CHANNEL(IbUserIoctlCmds.UVERBS_OBJECT_COMP_CHANNEL, "COMP_CHANNEL",
        (uobject, why) -> uobject.eventFile().shutDown(why)),
    ASYNC_EVENT(IbUserIoctlCmds.UVERBS_OBJECT_ASYNC_EVENT, "ASYNC_EVENT",
        (uobject, why) -> uobject.eventFile().shutDown(why));

    /** Ends the object behind a handle; throws ErrnoException if that is refused. */
    @FunctionalInterface
    interface Destroyer {
        void destroy(Uobject uobject, RemoveReason why);
    }

    private final int objectId;
    private final String label;
    private final Destroyer destroyer;

    UobjectType(int objectId, String label, Destroyer destroyer) {
        this.objectId = objectId;
        this.label = label;
        this.destroyer = destroyer;
    }

    /** {@code UVERBS_OBJECT_*}. */
    public int objectId() {
        return objectId;
    }

    /** For messages. */
    public String label() {
        return label;
    }

    /** Whether the object is a descriptor of the process rather than a handle of the file. */
    public boolean isDescriptor() {
        return this == COMP_CHANNEL || this == ASYNC_EVENT;
    }

    void destroy(Uobject uobject, RemoveReason why) {
        destroyer.destroy(uobject, why);
    }
}
