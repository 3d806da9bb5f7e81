package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbSrq;
import org.softroce.ib.IbSrqInitAttr;
import org.softroce.ib.IbVerbs;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.CreateSrq;
import org.softroce.uapi.rdma.IbUserVerbs.CreateSrqResp;
import org.softroce.uapi.rdma.IbUserVerbs.DestroySrqResp;
import org.softroce.uapi.rdma.IbUserVerbs.ModifySrq;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.EventFile;
import org.softroce.uverbs.internal.core.EventSource;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.Uobject;
import org.softroce.uverbs.internal.core.UobjectType;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Shared receive queues.
 *
 * @mirrors drivers/infiniband/core/uverbs_cmd.c#__uverbs_create_xsrq
 */
final class SrqMethods {
    private SrqMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY, "SRQ_DESTROY")
                .destroys(UVERBS_ATTR_DESTROY_SRQ_HANDLE, "handle", UobjectType.SRQ)
                .out(UVERBS_ATTR_DESTROY_SRQ_RESP, "resp", DestroySrqResp.SIZE)
                .handledBy(SrqMethods::reportDestroyed));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_CREATE_SRQ, "CREATE_SRQ", CreateSrq.SIZE, CreateSrqResp.SIZE,
                SrqMethods::create),
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_MODIFY_SRQ, "MODIFY_SRQ", ModifySrq.SIZE, 0,
                SrqMethods::modify));
    }

    private static void create(Bundle bundle) {
        MemorySegment request = bundle.request(CreateSrq.SIZE);
        Uobject uobject = bundle.begin(UobjectType.SRQ);
        IbPd pd = (IbPd) bundle.use(UobjectType.PD, request, CreateSrq.PD_HANDLE).object();
        EventFile events = bundle.file().defaultAsyncEvents();
        EventSource async = new EventSource(events == null ? null : events.queue(),
            request.get(AbiLayout.U64, CreateSrq.USER_HANDLE));
        uobject.events(null, async);
        int maxWr = request.get(AbiLayout.U32, CreateSrq.MAX_WR);
        int maxSge = request.get(AbiLayout.U32, CreateSrq.MAX_SGE);
        IbSrqInitAttr attr = new IbSrqInitAttr(maxWr, maxSge, request.get(AbiLayout.U32, CreateSrq.SRQ_LIMIT),
            event -> async.post(event.type().value()));
        uobject.object(IbVerbs.createSrq(pd, attr, bundle.udata()));
        MemorySegment response = MemorySegment.ofArray(new byte[CreateSrqResp.SIZE]);
        response.set(AbiLayout.U32, CreateSrqResp.SRQ_HANDLE, uobject.handle());
        response.set(AbiLayout.U32, CreateSrqResp.MAX_WR, maxWr);
        response.set(AbiLayout.U32, CreateSrqResp.MAX_SGE, maxSge);
        bundle.respond(response);
    }

    private static void modify(Bundle bundle) {
        MemorySegment request = bundle.request(ModifySrq.SIZE);
        IbSrq srq = (IbSrq) bundle.use(UobjectType.SRQ, request, ModifySrq.SRQ_HANDLE).object();
        IbSrqInitAttr attr = new IbSrqInitAttr(request.get(AbiLayout.U32, ModifySrq.MAX_WR), 0,
            request.get(AbiLayout.U32, ModifySrq.SRQ_LIMIT), srq.eventHandler());
        srq.device().ops().modifySrq(srq, attr, request.get(AbiLayout.U32, ModifySrq.ATTR_MASK), bundle.udata());
    }

    private static void reportDestroyed(Bundle bundle) {
        MemorySegment response = MemorySegment.ofArray(new byte[DestroySrqResp.SIZE]);
        response.set(AbiLayout.U32, DestroySrqResp.EVENTS_REPORTED,
            bundle.uobject(UVERBS_ATTR_DESTROY_SRQ_HANDLE).asyncEvents().reported());
        bundle.out(UVERBS_ATTR_DESTROY_SRQ_RESP, response);
    }
}
