package org.softroce.ib.internal;

import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbVerbs;
import org.softroce.ib.Udata;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/**
 * The kernel's own queue pair 1 of a port, for management datagrams.
 *
 * @mirrors drivers/infiniband/core/mad.c#ib_mad_port_open
 */
final class MadPort {

    /** Send and receive queue of the real one, as its CQ of 1023 entries tells. */
    private static final int SEND_QUEUE = 128;
    private static final int RECV_QUEUE = 512;
    private static final int CQ_ENTRIES = 1023;
    private static final int QKEY = 0x80010000;

    private final IbPd pd;
    private IbCq cq;
    private IbQp qp;

    /** What was made before something is refused is given back. */
    MadPort(IbDevice device, int port) {
        pd = IbVerbs.allocPd(device, null, Udata.none());
        try {
            cq = IbVerbs.createCq(device, null, new IbCqInitAttr(CQ_ENTRIES, 0, 0, null, null), Udata.none());
            qp = IbVerbs.createQp(pd, init(port), Udata.none());
            start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private IbQpInitAttr init(int port) {
        IbQpInitAttr init = new IbQpInitAttr();
        init.type = IbQpType.GSI;
        init.sendCq = cq;
        init.recvCq = cq;
        init.maxSendWr = SEND_QUEUE;
        init.maxRecvWr = RECV_QUEUE;
        init.maxSendSge = 2;
        init.maxRecvSge = 1;
        init.signalAll = true;
        init.port = port;
        return init;
    }

    /** @mirrors drivers/infiniband/core/mad.c#ib_mad_port_start */
    private void start() {
        IbQpAttr attr = new IbQpAttr();
        attr.qpState = IbQpState.INIT;
        attr.qkey = QKEY;
        IbVerbs.modifyQp(qp, attr, IbQpAttrMask.STATE | IbQpAttrMask.PKEY_INDEX | IbQpAttrMask.QKEY, Udata.none());
        attr.qpState = IbQpState.RTR;
        IbVerbs.modifyQp(qp, attr, IbQpAttrMask.STATE, Udata.none());
        attr.qpState = IbQpState.RTS;
        IbVerbs.modifyQp(qp, attr, IbQpAttrMask.STATE | IbQpAttrMask.SQ_PSN, Udata.none());
    }

    void close() {
        if (qp != null) {
            IbVerbs.destroyQp(qp);
        }
        if (cq != null) {
            IbVerbs.destroyCq(cq);
        }
        IbVerbs.deallocPd(pd);
    }
}
