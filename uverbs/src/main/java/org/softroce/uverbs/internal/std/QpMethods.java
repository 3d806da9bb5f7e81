package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbSrq;
import org.softroce.ib.IbVerbs;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rdma.IbUserIoctlVerbs;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.QpCap;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.DestroyQpResp;
import org.softroce.uapi.rdma.IbUserVerbs.ModifyQp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQpResp;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.EventSource;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.Uobject;
import org.softroce.uverbs.internal.core.UobjectType;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Queue pairs.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types_qp.c
 */
final class QpMethods {
    private static final int QP_TYPE_MAX = 255;
    private static final int FLAGS = IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK
        | IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SCATTER_FCS | IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_CVLAN_STRIPPING
        | IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING
        | IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
    private static final int MASK_STANDARD = (IbQpAttrMask.DEST_QPN << 1) - 1;

    private QpMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE, "QP_CREATE")
                .creates(UVERBS_ATTR_CREATE_QP_HANDLE, "handle", UobjectType.QP)
                .uses(UVERBS_ATTR_CREATE_QP_PD_HANDLE, "pd_handle", UobjectType.PD).optional()
                .uses(UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, "srq_handle", UobjectType.SRQ).optional()
                .uses(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, "send_cq_handle", UobjectType.CQ).optional()
                .uses(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, "recv_cq_handle", UobjectType.CQ).optional()
                .in(UVERBS_ATTR_CREATE_QP_USER_HANDLE, "user_handle", 8)
                .inStruct(UVERBS_ATTR_CREATE_QP_CAP, "cap", QpCap.SIZE, QpCap.SIZE)
                .constant(UVERBS_ATTR_CREATE_QP_TYPE, "type")
                .flags(UVERBS_ATTR_CREATE_QP_FLAGS, "flags")
                .uses(UVERBS_ATTR_CREATE_QP_EVENT_FD, "event_fd", UobjectType.ASYNC_EVENT).optional()
                .outStruct(UVERBS_ATTR_CREATE_QP_RESP_CAP, "resp_cap", QpCap.SIZE, QpCap.SIZE)
                .out(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, "resp_qp_num", 4)
                .driverData()
                .handledBy(QpMethods::create),
            MethodSpec.of(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY, "QP_DESTROY")
                .destroys(UVERBS_ATTR_DESTROY_QP_HANDLE, "handle", UobjectType.QP)
                .out(UVERBS_ATTR_DESTROY_QP_RESP, "resp", DestroyQpResp.SIZE)
                .handledBy(QpMethods::reportDestroyed));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_MODIFY_QP, "MODIFY_QP", ModifyQp.SIZE, 0, QpMethods::modify),
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_QUERY_QP, "QUERY_QP", QueryQp.SIZE, QueryQpResp.SIZE,
                QpMethods::query));
    }

    private static void create(Bundle bundle) {
        IbQpInitAttr attr = new IbQpInitAttr();
        attr.type = userType(bundle);
        IbPd pd = bundle.object(UVERBS_ATTR_CREATE_QP_PD_HANDLE, IbPd.class);
        attr.sendCq = bundle.object(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, IbCq.class);
        attr.recvCq = bundle.object(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, IbCq.class);
        if (bundle.has(UVERBS_ATTR_CREATE_QP_SRQ_HANDLE)) {
            attr.srq = bundle.object(UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, IbSrq.class);
        }
        setFlags(bundle, attr);
        setCapabilities(bundle.in(UVERBS_ATTR_CREATE_QP_CAP), attr);
        Uobject uobject = bundle.uobject(UVERBS_ATTR_CREATE_QP_HANDLE);
        EventSource async = EventMethods.asyncSource(bundle, UVERBS_ATTR_CREATE_QP_EVENT_FD,
            bundle.in64(UVERBS_ATTR_CREATE_QP_USER_HANDLE));
        uobject.events(null, async);
        attr.eventHandler = event -> async.post(event.type().value());
        IbQp qp = IbVerbs.createQp(pd, attr, bundle.udata());
        uobject.object(qp);
        bundle.outOrZero(UVERBS_ATTR_CREATE_QP_RESP_CAP, capabilities(attr));
        bundle.out32(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, qp.qpNum());
    }

    private static IbQpType userType(Bundle bundle) {
        int number = bundle.constant(UVERBS_ATTR_CREATE_QP_TYPE, QP_TYPE_MAX);
        IbQpType type = IbQpType.isKnown(number) ? IbQpType.of(number) : IbQpType.SMI;
        return switch (type) {
            case RC, UC, UD -> type;
            case RAW_PACKET, XRC_INI, XRC_TGT, DRIVER -> throw bundle.refuse(Errno.EOPNOTSUPP,
                UVERBS_ATTR_CREATE_QP_TYPE, number + " (" + type + ") is not offered; RC (2), UC (3) and UD (4) are");
            default -> throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_CREATE_QP_TYPE, number
                + " is not for user space; RC (2), UC (3) and UD (4) are");
        };
    }

    private static void setFlags(Bundle bundle, IbQpInitAttr attr) {
        int flags = bundle.flags(UVERBS_ATTR_CREATE_QP_FLAGS, FLAGS);
        attr.signalAll = (flags & IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SQ_SIG_ALL) != 0;
        attr.createFlags = flags & ~IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
        int forRawPackets = IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SCATTER_FCS
            | IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_CVLAN_STRIPPING;
        if (attr.createFlags != 0 && (attr.type != IbQpType.UD || (attr.createFlags & forRawPackets) != 0)) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_CREATE_QP_FLAGS, "0x" + Integer.toHexString(flags)
                + " does not go with type " + attr.type + "; only SQ_SIG_ALL (0x1000) does");
        }
    }

    private static void setCapabilities(MemorySegment cap, IbQpInitAttr attr) {
        attr.maxSendWr = cap.get(AbiLayout.U32, QpCap.MAX_SEND_WR);
        attr.maxRecvWr = cap.get(AbiLayout.U32, QpCap.MAX_RECV_WR);
        attr.maxSendSge = cap.get(AbiLayout.U32, QpCap.MAX_SEND_SGE);
        attr.maxRecvSge = cap.get(AbiLayout.U32, QpCap.MAX_RECV_SGE);
        attr.maxInlineData = cap.get(AbiLayout.U32, QpCap.MAX_INLINE_DATA);
    }

    private static MemorySegment capabilities(IbQpInitAttr attr) {
        MemorySegment cap = MemorySegment.ofArray(new byte[QpCap.SIZE]);
        cap.set(AbiLayout.U32, QpCap.MAX_SEND_WR, attr.maxSendWr);
        cap.set(AbiLayout.U32, QpCap.MAX_RECV_WR, attr.maxRecvWr);
        cap.set(AbiLayout.U32, QpCap.MAX_SEND_SGE, attr.maxSendSge);
        cap.set(AbiLayout.U32, QpCap.MAX_RECV_SGE, attr.maxRecvSge);
        cap.set(AbiLayout.U32, QpCap.MAX_INLINE_DATA, attr.maxInlineData);
        return cap;
    }

    private static void reportDestroyed(Bundle bundle) {
        MemorySegment response = MemorySegment.ofArray(new byte[DestroyQpResp.SIZE]);
        response.set(AbiLayout.U32, DestroyQpResp.EVENTS_REPORTED,
            bundle.uobject(UVERBS_ATTR_DESTROY_QP_HANDLE).asyncEvents().reported());
        bundle.out(UVERBS_ATTR_DESTROY_QP_RESP, response);
    }

    private static void modify(Bundle bundle) {
        MemorySegment request = bundle.request(ModifyQp.SIZE);
        int mask = request.get(AbiLayout.U32, ModifyQp.ATTR_MASK);
        if ((mask & ~MASK_STANDARD) != 0) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "attr_mask 0x" + Integer.toHexString(mask)
                + " has bits beyond 0x" + Integer.toHexString(MASK_STANDARD) + "; leave them out");
        }
        if ((mask & IbQpAttrMask.ALT_PATH) != 0) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "attr_mask has ALT_PATH (0x4000), there is no path migration"
                + " over Ethernet; leave it out");
        }
        IbQp qp = (IbQp) bundle.use(UobjectType.QP, request, ModifyQp.QP_HANDLE).object();
        IbQpAttr attr = QpAttrCodec.decode(request, mask);
        mask = checkPorts(qp.device(), attr, mask);
        IbVerbs.modifyQp(qp, attr, mask, bundle.udata());
    }

    /** Ports have to exist; an address vector alone brings its port along unless the state changes too. */
    private static int checkPorts(IbDevice device, IbQpAttr attr, int mask) {
        boolean hasPort = (mask & IbQpAttrMask.PORT) != 0;
        if (hasPort) {
            requirePort(device, attr.portNum, "port_num");
        }
        if ((mask & IbQpAttrMask.AV) == 0) {
            return mask;
        }
        requirePort(device, attr.ahAttr.portNum, "port_num of the address vector");
        if ((mask & IbQpAttrMask.STATE) != 0) {
            return mask;
        }
        if (hasPort && attr.portNum != attr.ahAttr.portNum) {
            throw new ErrnoException(Errno.EINVAL, "port_num " + attr.portNum + " and port_num "
                + attr.ahAttr.portNum + " of the address vector differ");
        }
        attr.portNum = attr.ahAttr.portNum;
        return mask | IbQpAttrMask.PORT;
    }

    private static void requirePort(IbDevice device, int port, String what) {
        if (port < 1 || port > device.portCount()) {
            throw new ErrnoException(Errno.EINVAL, what + " " + port + " is none of 1.." + device.portCount());
        }
    }

    private static void query(Bundle bundle) {
        MemorySegment request = bundle.request(QueryQp.SIZE);
        IbQp qp = (IbQp) bundle.use(UobjectType.QP, request, QueryQp.QP_HANDLE).object();
        IbQpAttr attr = new IbQpAttr();
        IbQpInitAttr initAttr = new IbQpInitAttr();
        IbVerbs.queryQp(qp, attr, initAttr);
        bundle.respond(QpAttrCodec.encode(attr, initAttr));
    }
}
