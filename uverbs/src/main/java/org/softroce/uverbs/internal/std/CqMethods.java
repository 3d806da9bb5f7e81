package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbVerbs;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.DestroyCqResp;
import org.softroce.uapi.rdma.IbUserVerbs.ReqNotifyCq;
import org.softroce.uapi.rdma.IbUserVerbs.ResizeCq;
import org.softroce.uapi.rdma.IbUserVerbs.ResizeCqResp;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.EventSource;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.Uobject;
import org.softroce.uverbs.internal.core.UobjectType;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Completion queues.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types_cq.c
 */
final class CqMethods {
    private static final int FLAGS = IbUserVerbs.IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION
        | IbUserVerbs.IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN;

    private CqMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE, "CQ_CREATE")
                .creates(UVERBS_ATTR_CREATE_CQ_HANDLE, "handle", UobjectType.CQ)
                .in(UVERBS_ATTR_CREATE_CQ_CQE, "cqe", 4)
                .in(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, "user_handle", 8)
                .uses(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, "comp_channel", UobjectType.COMP_CHANNEL).optional()
                .in(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, "comp_vector", 4)
                .flags(UVERBS_ATTR_CREATE_CQ_FLAGS, "flags")
                .out(UVERBS_ATTR_CREATE_CQ_RESP_CQE, "resp_cqe", 4)
                .uses(UVERBS_ATTR_CREATE_CQ_EVENT_FD, "event_fd", UobjectType.ASYNC_EVENT).optional()
                .driverData()
                .handledBy(CqMethods::create),
            MethodSpec.of(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY, "CQ_DESTROY")
                .destroys(UVERBS_ATTR_DESTROY_CQ_HANDLE, "handle", UobjectType.CQ)
                .out(UVERBS_ATTR_DESTROY_CQ_RESP, "resp", DestroyCqResp.SIZE)
                .handledBy(CqMethods::reportDestroyed));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_REQ_NOTIFY_CQ, "REQ_NOTIFY_CQ", ReqNotifyCq.SIZE, 0,
                CqMethods::requestNotify),
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_RESIZE_CQ, "RESIZE_CQ", ResizeCq.SIZE, ResizeCqResp.SIZE,
                CqMethods::resize));
    }

    private static void create(Bundle bundle) {
        Uobject uobject = bundle.uobject(UVERBS_ATTR_CREATE_CQ_HANDLE);
        long userHandle = bundle.in64(UVERBS_ATTR_CREATE_CQ_USER_HANDLE);
        Uobject channel = bundle.uobject(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL);
        EventSource completions = new EventSource(channel == null ? null : channel.eventFile().queue(), userHandle);
        EventSource async = EventMethods.asyncSource(bundle, UVERBS_ATTR_CREATE_CQ_EVENT_FD, userHandle);
        uobject.events(completions, async);
        IbCqInitAttr attr = new IbCqInitAttr(bundle.in32(UVERBS_ATTR_CREATE_CQ_CQE),
            bundle.in32(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR), bundle.flags(UVERBS_ATTR_CREATE_CQ_FLAGS, FLAGS),
            cq -> completions.post(0), event -> async.post(event.type().value()));
        IbCq cq = IbVerbs.createCq(bundle.device(), bundle.context(), attr, bundle.udata());
        uobject.object(cq);
        bundle.out32(UVERBS_ATTR_CREATE_CQ_RESP_CQE, cq.cqe());
    }

    private static void reportDestroyed(Bundle bundle) {
        Uobject uobject = bundle.uobject(UVERBS_ATTR_DESTROY_CQ_HANDLE);
        MemorySegment response = MemorySegment.ofArray(new byte[DestroyCqResp.SIZE]);
        response.set(AbiLayout.U32, DestroyCqResp.COMP_EVENTS_REPORTED, uobject.completionEvents().reported());
        response.set(AbiLayout.U32, DestroyCqResp.ASYNC_EVENTS_REPORTED, uobject.asyncEvents().reported());
        bundle.out(UVERBS_ATTR_DESTROY_CQ_RESP, response);
    }

    private static void requestNotify(Bundle bundle) {
        MemorySegment request = bundle.request(ReqNotifyCq.SIZE);
        IbCq cq = (IbCq) bundle.use(UobjectType.CQ, request, ReqNotifyCq.CQ_HANDLE).object();
        boolean solicitedOnly = request.get(AbiLayout.U32, ReqNotifyCq.SOLICITED_ONLY) != 0;
        cq.device().ops().requestNotifyCq(cq, solicitedOnly);
    }

    private static void resize(Bundle bundle) {
        MemorySegment request = bundle.request(ResizeCq.SIZE);
        IbCq cq = (IbCq) bundle.use(UobjectType.CQ, request, ResizeCq.CQ_HANDLE).object();
        cq.device().ops().resizeCq(cq, request.get(AbiLayout.U32, ResizeCq.CQE), bundle.udata());
        MemorySegment response = MemorySegment.ofArray(new byte[ResizeCqResp.SIZE]);
        response.set(AbiLayout.U32, ResizeCqResp.CQE, cq.cqe());
        bundle.respond(response);
    }
}
