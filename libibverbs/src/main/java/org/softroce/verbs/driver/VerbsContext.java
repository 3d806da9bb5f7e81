package org.softroce.verbs.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs.AsyncEventDesc;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.IbvAsyncEvent;
import org.softroce.verbs.IbvCompChannel;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvEventType;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvGidEntry;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.cmd.IbvCmd;

/**
 * An open device: what the library does for every provider, and the operations a provider overrides. An operation
 * that it leaves alone answers EOPNOTSUPP.
 *
 * @mirrors libibverbs/driver.h#verbs_context
 */
public abstract class VerbsContext implements IbvContext {
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int NO_FD = -1;

    private final VerbsDevice device;
    private final Task task;
    private final int cmdFd;
    private final IbvCmd cmd;
    private final UserHandles handles = new UserHandles();
    private final Set<VerbsMr> regions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int asyncFd = NO_FD;
    private int numCompVectors;

    /**
     * Prepares the context and asks the kernel whether it speaks this interface.
     *
     * @throws ErrnoException EPROTONOSUPPORT if it does not
     * @mirrors libibverbs/device.c#verbs_init_context
     */
    protected VerbsContext(VerbsDevice device, int cmdFd, RdmaDriverId driverId) {
        this.device = device;
        this.task = device.task();
        this.cmdFd = cmdFd;
        this.cmd = new IbvCmd(task, cmdFd, driverId.value());
        if (!cmd.hasIoctlWrite()) {
            cmd.close();
            throw new ErrnoException(Errno.EPROTONOSUPPORT, device.devicePath()
                    + " has no INVOKE_WRITE; the uverbs module is older than this library");
        }
    }

    /** Makes the device file a context: a provider's {@code alloc_context} calls it once. */
    protected final void getContext() {
        try {
            numCompVectors = cmd.getContext();
        } catch (RuntimeException e) {
            cmd.close();
            throw e;
        }
    }

    final void allocAsyncFd() {
        if (asyncFd == NO_FD) {
            asyncFd = cmd.allocAsyncFd();
        }
    }

    /** The process it belongs to. */
    public final Task task() {
        return task;
    }

    /** Commands on its device file. */
    public final IbvCmd cmd() {
        return cmd;
    }

    final UserHandles handles() {
        return handles;
    }

    final Set<VerbsMr> regions() {
        return regions;
    }

    /** A registered region that has all these bytes, or {@code null}. */
    public final VerbsMr regionOf(long address, long bytes) {
        for (VerbsMr region : regions) {
            if (region.holds(address, bytes)) {
                return region;
            }
        }
        return null;
    }

    // ---- operations of a provider --------------------------------------------------------------------------------

    @Override
    public IbvDeviceAttr queryDevice() {
        throw unsupported("query_device");
    }

    @Override
    public IbvPortAttr queryPort(int port) {
        throw unsupported("query_port");
    }

    @Override
    public IbvPd allocPd() {
        throw unsupported("alloc_pd");
    }

    /**
     * Registers memory that is attached to the task already.
     *
     * @param start address of its first byte
     * @param iova address that work requests will use for it
     */
    protected VerbsMr regMr(VerbsPd pd, MemorySegment memory, long start, long iova, int access) {
        throw unsupported("reg_mr");
    }

    /** @param channel may be {@code null} */
    protected VerbsCq newCq(int cqe, VerbsCompChannel channel, int compVector) {
        throw unsupported("create_cq");
    }

    protected VerbsQp newQp(VerbsPd pd, IbvQpInitAttr attr) {
        throw unsupported("create_qp");
    }

    /** For operations that the device does not have. */
    protected final ErrnoException unsupported(String operation) {
        return new ErrnoException(Errno.EOPNOTSUPP, "provider " + device.ops().name() + " has no " + operation);
    }

    // ---- what the library does -----------------------------------------------------------------------------------

    @Override
    public final VerbsDevice device() {
        return device;
    }

    @Override
    public final int numCompVectors() {
        return numCompVectors;
    }

    @Override
    public final int cmdFd() {
        return cmdFd;
    }

    @Override
    public final int asyncFd() {
        return asyncFd;
    }

    @Override
    public final IbvGidEntry queryGidEntry(int port, int index) {
        return cmd.queryGidEntry(port, index);
    }

    @Override
    public final IbvGid queryGid(int port, int index) {
        try {
            return cmd.queryGidEntry(port, index).gid();
        } catch (ErrnoException e) {
            if (e.errno() == Errno.ENODATA) {
                return IbvGid.ZERO;
            }
            throw e;
        }
    }

    @Override
    public final List<IbvGidEntry> queryGidTable() {
        int ports = Math.max(1, device.sysfs().numPorts());
        int slots = 0;
        for (int port = 1; port <= ports; port++) {
            slots += queryPort(port).gidTblLen();
        }
        return cmd.queryGidTable(slots);
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_query_pkey
     */
    @Override
    public final int queryPkey(int port, int index) {
        return Integer.decode(task.readText(device.sysfs().ibdevPath() + "/ports/" + port + "/pkeys/" + index).trim());
    }

    @Override
    public final IbvCompChannel createCompChannel() {
        return new VerbsCompChannel(this, cmd.createCompChannel());
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_create_cq
     */
    @Override
    public final IbvCq createCq(int cqe, IbvCompChannel channel, int compVector) {
        VerbsCompChannel own = (VerbsCompChannel) channel;
        if (own == null) {
            return newCq(cqe, null, compVector);
        }
        if (own.context() != this) {
            throw new ErrnoException(Errno.EINVAL, "the completion channel belongs to another context");
        }
        own.hold();
        try {
            return newCq(cqe, own, compVector);
        } catch (RuntimeException e) {
            own.put();
            throw e;
        }
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/device.c#ibv_get_async_event
     */
    @Override
    public final IbvAsyncEvent getAsyncEvent() {
        MemorySegment event = MemorySegment.ofArray(new byte[AsyncEventDesc.SIZE]);
        while (true) {
            task.read(asyncFd, event);
            IbvEventType type = IbvEventType.of(event.get(U32, AsyncEventDesc.EVENT_TYPE));
            long element = event.get(U64, AsyncEventDesc.ELEMENT);
            if (!isOfObject(type)) {
                return new IbvAsyncEvent(type, null, (int) element);
            }
            Object object = handles.get(element);
            if (object != null) {
                return new IbvAsyncEvent(type, object, 0);
            }
        }
    }

    /** Whether an event is about an object and not about the port or the device. */
    private static boolean isOfObject(IbvEventType type) {
        return switch (type) {
            case CQ_ERR, QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR, COMM_EST, SQ_DRAINED, PATH_MIG, PATH_MIG_ERR,
                    QP_LAST_WQE_REACHED, SRQ_ERR, SRQ_LIMIT_REACHED, WQ_FATAL -> true;
            case DEVICE_FATAL, PORT_ACTIVE, PORT_ERR, LID_CHANGE, PKEY_CHANGE, SM_CHANGE, CLIENT_REREGISTER,
                    GID_CHANGE -> false;
        };
    }

    @Override
    public final void ackAsyncEvent(IbvAsyncEvent event) {
        switch (event.element()) {
            case VerbsCq cq -> cq.asyncEvents().acknowledge(1);
            case VerbsQp qp -> qp.asyncEvents().acknowledge(1);
            case null, default -> { }
        }
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/device.c#verbs_uninit_context
     */
    @Override
    public final void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        cmd.close();
        task.close(cmdFd);
        if (asyncFd != NO_FD) {
            task.close(asyncFd);
        }
        for (VerbsMr region : regions) {
            region.detach();
        }
    }
}
