package org.softroce.providers.rxe.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.driver.VerbsCompChannel;
import org.softroce.verbs.driver.VerbsContext;
import org.softroce.verbs.driver.VerbsCq;
import org.softroce.verbs.driver.VerbsDevice;
import org.softroce.verbs.driver.VerbsMr;
import org.softroce.verbs.driver.VerbsPd;
import org.softroce.verbs.driver.VerbsQp;

/**
 * An open rxe device.
 *
 * @mirrors providers/rxe/rxe.c#rxe_ctx_ops
 */
final class UrxeContext extends VerbsContext {
    private static final int FIELD = 0xffff;

    /** @mirrors providers/rxe/rxe.c#rxe_alloc_context */
    UrxeContext(VerbsDevice device, int cmdFd) {
        super(device, cmdFd, RdmaDriverId.RXE);
        getContext();
    }

    /** @mirrors providers/rxe/rxe.c#rxe_query_device */
    @Override
    public IbvDeviceAttr queryDevice() {
        IbvDeviceAttr attr = new IbvDeviceAttr();
        long version = cmd().queryDevice(attr);
        attr.fwVer = (version >> 32 & FIELD) + "." + (version >> 16 & FIELD) + "." + (version & FIELD);
        return attr;
    }

    @Override
    public IbvPortAttr queryPort(int port) {
        return cmd().queryPort(port);
    }

    @Override
    public IbvPd allocPd() {
        return new VerbsPd(this, cmd().allocPd());
    }

    @Override
    protected VerbsMr regMr(VerbsPd pd, MemorySegment memory, long start, long iova, int access) {
        return new VerbsMr(pd, memory, start, iova,
                cmd().regMr(pd.handle(), start, memory.byteSize(), iova, access));
    }

    @Override
    protected VerbsCq newCq(int cqe, VerbsCompChannel channel, int compVector) {
        return UrxeCq.create(this, cqe, channel, compVector);
    }

    @Override
    protected VerbsQp newQp(VerbsPd pd, IbvQpInitAttr attr) {
        return UrxeQp.create(this, pd, attr);
    }
}
