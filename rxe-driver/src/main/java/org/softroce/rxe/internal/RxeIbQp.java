package org.softroce.rxe.internal;

import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.rxe.internal.task.QpTask;
import org.softroce.uapi.rdma.IbQpState;

/**
 * What ib-core holds of a queue pair: its number and the task that works for it.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.h#rxe_qp
 */
final class RxeIbQp extends IbQp {
    private final int index;
    private final int qpNum;
    private final IbQpInitAttr caps;
    private volatile QpTask task;
    private volatile IbQpAttr.AhAttr addressVector;

    /**
     * @param index place in the pool
     * @param qpNum the index, or 1
     * @param caps what was really given
     */
    RxeIbQp(IbPd pd, IbQpInitAttr caps, int index, int qpNum) {
        super(pd, caps);
        this.caps = caps;
        this.index = index;
        this.qpNum = qpNum;
    }

    void setTask(QpTask task) {
        this.task = task;
    }

    QpTask task() {
        return task;
    }

    void setAddressVector(IbQpAttr.AhAttr addressVector) {
        this.addressVector = addressVector;
    }

    /** As it was last given, {@code null} before. */
    IbQpAttr.AhAttr addressVector() {
        return addressVector;
    }

    int index() {
        return index;
    }

    IbQpInitAttr caps() {
        return caps;
    }

    @Override
    public int qpNum() {
        return qpNum;
    }

    @Override
    public IbQpState state() {
        return task.qp().state();
    }

    @Override
    public void doorbell() {
        task.doorbell();
    }
}
