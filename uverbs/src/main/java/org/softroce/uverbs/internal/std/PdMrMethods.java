package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbVerbs;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbAccess;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.AllocPd;
import org.softroce.uapi.rdma.IbUserVerbs.AllocPdResp;
import org.softroce.uapi.rdma.IbUserVerbs.RegMr;
import org.softroce.uapi.rdma.IbUserVerbs.RegMrResp;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.Uobject;
import org.softroce.uverbs.internal.core.UobjectType;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Protection domains and memory regions.
 *
 * @mirrors drivers/infiniband/core/uverbs_cmd.c#ib_uverbs_reg_mr
 */
final class PdMrMethods {
    private static final int PAGE_MASK = 4095;
    private static final int ACCESS_KNOWN = (IbAccess.FLUSH_PERSISTENT << 1) - 1 | IbAccess.OPTIONAL_RANGE;
    private static final int ACCESS_THAT_WRITES = IbAccess.REMOTE_WRITE | IbAccess.REMOTE_ATOMIC;

    private PdMrMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, "PD_DESTROY")
                .destroys(UVERBS_ATTR_DESTROY_PD_HANDLE, "handle", UobjectType.PD)
                .handledBy(bundle -> { }),
            MethodSpec.of(UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY, "MR_DESTROY")
                .destroys(UVERBS_ATTR_DESTROY_MR_HANDLE, "handle", UobjectType.MR)
                .handledBy(bundle -> { }),
            MethodSpec.of(UVERBS_OBJECT_MR, UVERBS_METHOD_QUERY_MR, "QUERY_MR")
                .uses(UVERBS_ATTR_QUERY_MR_HANDLE, "handle", UobjectType.MR)
                .out(UVERBS_ATTR_QUERY_MR_RESP_LKEY, "resp_lkey", 4)
                .out(UVERBS_ATTR_QUERY_MR_RESP_RKEY, "resp_rkey", 4)
                .out(UVERBS_ATTR_QUERY_MR_RESP_LENGTH, "resp_length", 8)
                .out(UVERBS_ATTR_QUERY_MR_RESP_IOVA, "resp_iova", 8).optional()
                .handledBy(PdMrMethods::queryMr));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_ALLOC_PD, "ALLOC_PD", AllocPd.SIZE, AllocPdResp.SIZE,
                PdMrMethods::allocPd),
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_REG_MR, "REG_MR", RegMr.SIZE, RegMrResp.SIZE,
                PdMrMethods::registerMr));
    }

    private static void allocPd(Bundle bundle) {
        bundle.request(AllocPd.SIZE);
        Uobject uobject = bundle.begin(UobjectType.PD);
        uobject.object(IbVerbs.allocPd(bundle.device(), bundle.context(), bundle.udata()));
        MemorySegment response = MemorySegment.ofArray(new byte[AllocPdResp.SIZE]);
        response.set(AbiLayout.U32, AllocPdResp.PD_HANDLE, uobject.handle());
        bundle.respond(response);
    }

    private static void registerMr(Bundle bundle) {
        MemorySegment request = bundle.request(RegMr.SIZE);
        long start = request.get(AbiLayout.U64, RegMr.START);
        long iova = request.get(AbiLayout.U64, RegMr.HCA_VA);
        long length = request.get(AbiLayout.U64, RegMr.LENGTH);
        int access = request.get(AbiLayout.U32, RegMr.ACCESS_FLAGS);
        if ((start & PAGE_MASK) != (iova & PAGE_MASK)) {
            throw new ErrnoException(Errno.EINVAL, "address 0x" + Long.toHexString(start) + " and iova 0x"
                + Long.toHexString(iova) + " differ within the page of 4096 bytes");
        }
        checkAccess(access);
        Uobject uobject = bundle.begin(UobjectType.MR);
        IbPd pd = (IbPd) bundle.use(UobjectType.PD, request, RegMr.PD_HANDLE).object();
        IbMr mr = IbVerbs.registerUserMr(pd, start, length, iova, access, bundle.udata());
        uobject.object(mr);
        MemorySegment response = MemorySegment.ofArray(new byte[RegMrResp.SIZE]);
        response.set(AbiLayout.U32, RegMrResp.MR_HANDLE, uobject.handle());
        response.set(AbiLayout.U32, RegMrResp.LKEY, mr.lkey());
        response.set(AbiLayout.U32, RegMrResp.RKEY, mr.rkey());
        bundle.respond(response);
    }

    /** @mirrors include/rdma/ib_verbs.h#ib_check_mr_access */
    private static void checkAccess(int access) {
        if ((access & ACCESS_THAT_WRITES) != 0 && (access & IbAccess.LOCAL_WRITE) == 0) {
            throw new ErrnoException(Errno.EINVAL, "access 0x" + Integer.toHexString(access)
                + " lets the peer write but not the device; add LOCAL_WRITE (0x1)");
        }
        if ((access & ~ACCESS_KNOWN) != 0) {
            throw new ErrnoException(Errno.EINVAL, "access 0x" + Integer.toHexString(access)
                + " has unknown bits, only 0x" + Integer.toHexString(ACCESS_KNOWN) + " exist");
        }
        if ((access & IbAccess.ON_DEMAND) != 0) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "access has ON_DEMAND (0x40), the device has no on-demand"
                + " paging; leave it out");
        }
    }

    private static void queryMr(Bundle bundle) {
        IbMr mr = bundle.object(UVERBS_ATTR_QUERY_MR_HANDLE, IbMr.class);
        bundle.out32(UVERBS_ATTR_QUERY_MR_RESP_LKEY, mr.lkey());
        bundle.out32(UVERBS_ATTR_QUERY_MR_RESP_RKEY, mr.rkey());
        bundle.out64(UVERBS_ATTR_QUERY_MR_RESP_LENGTH, mr.length());
        bundle.out64(UVERBS_ATTR_QUERY_MR_RESP_IOVA, mr.iova());
    }
}
