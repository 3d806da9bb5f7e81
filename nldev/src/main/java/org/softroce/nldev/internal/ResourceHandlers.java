package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.function.BiConsumer;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbObject;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbVerbs;
import org.softroce.ib.IbSrq;
import org.softroce.ib.Restrack;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlWriter;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rdma.IbSrqType;

/**
 * What objects exist, and whose they are.
 *
 * @mirrors drivers/infiniband/core/nldev.c#fill_res_info
 */
final class ResourceHandlers {

    private static final String KERNEL_USER = "ib_core";
    /** Nothing here needs an L_Key for all of memory. */
    private static final int NO_LOCAL_DMA_LKEY = 0;
    /** {@code IB_POLL_WORKQUEUE}. */
    private static final int POLL_WORKQUEUE = 2;

    private final DeviceLookup lookup;

    ResourceHandlers(DeviceLookup lookup) {
        this.lookup = lookup;
    }

    void summary(Request request, Reply reply) {
        lookup.with(request, device -> reply.message(writer -> fillSummary(writer, device)));
    }

    void summaryDump(Request request, Reply reply) {
        lookup.each(device -> reply.part(writer -> fillSummary(writer, device)));
    }

    private static void fillSummary(NlWriter writer, IbDevice device) {
        DeviceLookup.handle(writer, device);
        int table = writer.beginNested(RDMA_NLDEV_ATTR_RES_SUMMARY);
        for (Restrack.Type type : Restrack.Type.values()) {
            int entry = writer.beginNested(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY);
            writer.putString(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME, type.label())
                    .putU64(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR, device.restrack().count(type));
            writer.endNested(entry);
        }
        writer.endNested(table);
    }

    /** A table with an entry for each object of one type. */
    private void table(Request request, Reply reply, Restrack.Type type, int tableAttr, int entryAttr,
            BiConsumer<NlWriter, IbObject> fill) {
        int port = request.attrs().u32(RDMA_NLDEV_ATTR_PORT_INDEX, 0);
        lookup.with(request, device -> reply.part(writer -> {
            if (port < 0 || port > device.portCount()) {
                throw new ErrnoException(Errno.EINVAL, "port " + Integer.toUnsignedString(port) + " of "
                        + device.name() + " is none of 1.." + device.portCount());
            }
            DeviceLookup.handle(writer, device);
            int table = writer.beginNested(tableAttr);
            for (IbObject object : device.restrack().list(type)) {
                if (port != 0 && object instanceof IbQp qp && port != port(qp)) {
                    continue;
                }
                int entry = writer.beginNested(entryAttr);
                fill.accept(writer, object);
                fillOwner(writer, object);
                writer.endNested(entry);
            }
            writer.endNested(table);
        }));
    }

    /** @mirrors drivers/infiniband/core/nldev.c#fill_res_name_pid */
    private static void fillOwner(NlWriter writer, IbObject object) {
        if (object.owner() == null) {
            writer.putString(RDMA_NLDEV_ATTR_RES_KERN_NAME, KERNEL_USER);
        } else {
            writer.putU32(RDMA_NLDEV_ATTR_RES_PID, object.owner().pid());
        }
    }

    void queuePairs(Request request, Reply reply) {
        table(request, reply, Restrack.Type.QP, RDMA_NLDEV_ATTR_RES_QP, RDMA_NLDEV_ATTR_RES_QP_ENTRY,
                (writer, object) -> fillQp(writer, (IbQp) object));
    }

    /** Dumps of a driver's own structures. */
    void raw(Request request, Reply reply) {
        lookup.with(request, device -> {
            throw new ErrnoException(Errno.EINVAL, "the driver of " + device.name()
                    + " has no raw data to show; leave out -r");
        });
    }

    private static IbQpAttr attributes(IbQp qp) {
        IbQpAttr attr = new IbQpAttr();
        IbVerbs.queryQp(qp, attr, new IbQpInitAttr());
        return attr;
    }

    /** The MAD queue pair belongs to its port at once, the others from INIT on. */
    private static int port(IbQp qp) {
        return qp.type() == IbQpType.GSI ? 1 : attributes(qp).portNum;
    }

    /** @mirrors drivers/infiniband/core/nldev.c#fill_res_qp_entry */
    private static void fillQp(NlWriter writer, IbQp qp) {
        IbQpAttr attr = attributes(qp);
        writer.putU32(RDMA_NLDEV_ATTR_RES_LQPN, qp.qpNum());
        int port = port(qp);
        if (port != 0) {
            writer.putU32(RDMA_NLDEV_ATTR_PORT_INDEX, port);
        }
        if (qp.type() == IbQpType.RC || qp.type() == IbQpType.UC) {
            writer.putU32(RDMA_NLDEV_ATTR_RES_RQPN, attr.destQpNum)
                    .putU32(RDMA_NLDEV_ATTR_RES_RQ_PSN, attr.rqPsn)
                    .putU8(RDMA_NLDEV_ATTR_RES_PATH_MIG_STATE, attr.pathMigState);
        }
        writer.putU32(RDMA_NLDEV_ATTR_RES_SQ_PSN, attr.sqPsn)
                .putU8(RDMA_NLDEV_ATTR_RES_TYPE, qp.type().value())
                .putU8(RDMA_NLDEV_ATTR_RES_STATE, qp.state().value());
        if (qp.owner() != null) {
            writer.putU32(RDMA_NLDEV_ATTR_RES_PDN, qp.pd().restrackId());
        }
    }

    void completionQueues(Request request, Reply reply) {
        table(request, reply, Restrack.Type.CQ, RDMA_NLDEV_ATTR_RES_CQ, RDMA_NLDEV_ATTR_RES_CQ_ENTRY,
                (writer, object) -> {
                    writer.putU32(RDMA_NLDEV_ATTR_RES_CQE, ((IbCq) object).cqe())
                            .putU64(RDMA_NLDEV_ATTR_RES_USECNT, object.useCount());
                    if (object.owner() == null) {
                        writer.putU8(RDMA_NLDEV_ATTR_RES_POLL_CTX, POLL_WORKQUEUE);
                    }
                    writer.putU8(RDMA_NLDEV_ATTR_DEV_DIM, 0)
                            .putU32(RDMA_NLDEV_ATTR_RES_CQN, object.restrackId());
                    fillContext(writer, object);
                });
    }

    void memoryRegions(Request request, Reply reply) {
        boolean admin = request.caller().uid() == 0;
        table(request, reply, Restrack.Type.MR, RDMA_NLDEV_ATTR_RES_MR, RDMA_NLDEV_ATTR_RES_MR_ENTRY,
                (writer, object) -> {
                    IbMr mr = (IbMr) object;
                    if (admin) {
                        writer.putU32(RDMA_NLDEV_ATTR_RES_RKEY, mr.rkey())
                                .putU32(RDMA_NLDEV_ATTR_RES_LKEY, mr.lkey());
                    }
                    writer.putU64(RDMA_NLDEV_ATTR_RES_MRLEN, mr.length())
                            .putU32(RDMA_NLDEV_ATTR_RES_MRN, mr.restrackId());
                    if (mr.owner() != null) {
                        writer.putU32(RDMA_NLDEV_ATTR_RES_PDN, mr.pd().restrackId());
                    }
                });
    }

    void protectionDomains(Request request, Reply reply) {
        boolean admin = request.caller().uid() == 0;
        table(request, reply, Restrack.Type.PD, RDMA_NLDEV_ATTR_RES_PD, RDMA_NLDEV_ATTR_RES_PD_ENTRY,
                (writer, object) -> {
                    if (admin) {
                        writer.putU32(RDMA_NLDEV_ATTR_RES_LOCAL_DMA_LKEY, NO_LOCAL_DMA_LKEY);
                    }
                    writer.putU64(RDMA_NLDEV_ATTR_RES_USECNT, object.useCount())
                            .putU32(RDMA_NLDEV_ATTR_RES_PDN, object.restrackId());
                    fillContext(writer, object);
                });
    }

    void contexts(Request request, Reply reply) {
        table(request, reply, Restrack.Type.CTX, RDMA_NLDEV_ATTR_RES_CTX, RDMA_NLDEV_ATTR_RES_CTX_ENTRY,
                (writer, object) -> writer.putU32(RDMA_NLDEV_ATTR_RES_CTXN, object.restrackId()));
    }

    void sharedQueues(Request request, Reply reply) {
        table(request, reply, Restrack.Type.SRQ, RDMA_NLDEV_ATTR_RES_SRQ, RDMA_NLDEV_ATTR_RES_SRQ_ENTRY,
                (writer, object) -> fillSrq(writer, (IbSrq) object));
    }

    /** @mirrors drivers/infiniband/core/nldev.c#fill_res_srq_entry */
    private static void fillSrq(NlWriter writer, IbSrq srq) {
        writer.putU32(RDMA_NLDEV_ATTR_RES_SRQN, srq.restrackId())
                .putU8(RDMA_NLDEV_ATTR_RES_TYPE, IbSrqType.BASIC.value())
                .putU32(RDMA_NLDEV_ATTR_RES_PDN, srq.pd().restrackId());
        int table = writer.beginNested(RDMA_NLDEV_ATTR_RES_QP);
        for (IbObject object : srq.device().restrack().list(Restrack.Type.QP)) {
            if (((IbQp) object).srq() == srq) {
                int entry = writer.beginNested(RDMA_NLDEV_ATTR_RES_QP_ENTRY);
                writer.putU32(RDMA_NLDEV_ATTR_RES_LQPN, ((IbQp) object).qpNum());
                writer.endNested(entry);
            }
        }
        writer.endNested(table);
    }

    void cmIds(Request request, Reply reply) {
        table(request, reply, Restrack.Type.CM_ID, RDMA_NLDEV_ATTR_RES_CM_ID, RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY,
                (writer, object) -> { });
    }

    private static void fillContext(NlWriter writer, IbObject object) {
        if (object.context() != null) {
            writer.putU32(RDMA_NLDEV_ATTR_RES_CTXN, object.context().restrackId());
        }
    }
}
