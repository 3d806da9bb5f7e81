package org.softroce.uverbs.internal.core;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.IbVerbs;
import org.softroce.ib.Udata;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.CmdHdr;
import org.softroce.uapi.rdma.IbUserVerbs.PostSend;
import org.softroce.uapi.rdma.RdmaUserIoctl;

/**
 * One open {@code /dev/infiniband/uverbsN}.
 *
 * @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_file
 */
public final class UverbsFile extends OpenFile {
    private static final Logger LOG = LoggerFactory.getLogger(UverbsFile.class);
    /** How long a removal waits for commands under way. */
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int DOORBELL_BYTES = CmdHdr.SIZE + PostSend.SIZE;

    private final Task opener;
    private final FileStat stat;
    private final Consumer<UverbsFile> onRelease;
    private final int driverId;
    private final UverbsRings rings = new UverbsRings();
    private final Uobjects objects = new Uobjects(this);
    private final CommandGate gate = new CommandGate();
    private final UverbsIoctl ioctl;
    /** Held while objects are torn down as a whole. */
    private final Object teardown = new Object();
    private volatile IbDevice device;
    private volatile IbUcontext context;
    private volatile EventFile defaultAsyncEvents;

    /**
     * A new description.
     *
     * @param onRelease told when the last reference is gone
     */
    public UverbsFile(IbDevice device, UverbsApi api, FileStat stat, Task opener, Consumer<UverbsFile> onRelease) {
        this.device = device;
        this.driverId = device.ops().driverId().value();
        this.stat = stat;
        this.opener = opener;
        this.onRelease = onRelease;
        this.ioctl = new UverbsIoctl(api, this);
    }

    // ---- system calls ----------------------------------------------------------------------------------------

    @Override
    public long ioctl(Task caller, long request, long argument) {
        if ((int) request != RdmaUserIoctl.RDMA_VERBS_IOCTL) {
            throw new ErrnoException(Errno.ENOTTY, "request 0x" + Long.toHexString(request) + ", only 0x"
                + Integer.toHexString(RdmaUserIoctl.RDMA_VERBS_IOCTL) + " is known here");
        }
        ioctl.run(caller, argument, driverId);
        return 0;
    }

    /**
     * The doorbell of a send queue, 32 bytes. What is to be sent is in the ring; this only says: look. It does not hold
     * up a removal; instead it asks afterwards whether one began, since the queue pair may have been destroyed before
     * it looked.
     */
    @Override
    public int write(Task caller, MemorySegment data) {
        if (data.byteSize() != DOORBELL_BYTES
            || data.get(AbiLayout.U32, CmdHdr.COMMAND) != IbUserVerbs.IB_USER_VERBS_CMD_POST_SEND) {
            throw notADoorbell(data);
        }
        int handle = data.get(AbiLayout.U32, CmdHdr.SIZE + PostSend.QP_HANDLE);
        IbQp qp = objects.qpForDoorbell(handle);
        if (qp == null) {
            throw noQp(handle);
        }
        qp.doorbell();
        if (gate.isClosed()) {
            throw deviceGone();
        }
        return DOORBELL_BYTES;
    }

    @Override
    public MemorySegment mmap(Task caller, long length, long offset) {
        if (!gate.enter()) {
            throw deviceGone();
        }
        try {
            return device().ops().mmap(context(), offset, length);
        } finally {
            gate.exit();
        }
    }

    @Override
    public FileStat stat() {
        return stat;
    }

    @Override
    public void release() {
        try {
            tearDown(RemoveReason.CLOSE);
        } catch (RuntimeException broken) {
            LOG.error("release of {} by pid {} failed", stat, opener.pid(), broken);
        } finally {
            rings.release();
            onRelease.accept(this);
        }
    }

    // ---- for commands ----------------------------------------------------------------------------------------

    /** The process that opened the file. */
    public Task opener() {
        return opener;
    }

    public Uobjects objects() {
        return objects;
    }

    /** EIO if it is gone. */
    public IbDevice device() {
        IbDevice now = device;
        if (now == null) {
            throw deviceGone();
        }
        return now;
    }

    /** EIO if the device is gone, EINVAL before {@link #createContext}. */
    public IbUcontext context() {
        device();
        IbUcontext now = context;
        if (now == null) {
            throw new ErrnoException(Errno.EINVAL, "the file has no context; call GET_CONTEXT first");
        }
        return now;
    }

    /**
     * Makes the context, once.
     *
     * @mirrors drivers/infiniband/core/uverbs_cmd.c#ib_init_ucontext
     */
    public synchronized void createContext(Udata udata) {
        if (context != null) {
            throw new ErrnoException(Errno.EINVAL, "the file has a context; open the device again for another one");
        }
        context = IbVerbs.allocUcontext(device(), opener, rings, udata);
    }

    /** Handles of one type of object ({@code UVERBS_OBJECT_*}), at most so many. */
    public int[] handles(int objectId, int max) {
        return objects.handles(objectId, max);
    }

    /** The first asynchronous event descriptor serves objects that name none. */
    public synchronized void offerDefaultAsyncEvents(EventFile events) {
        if (defaultAsyncEvents == null) {
            defaultAsyncEvents = events;
        }
    }

    /** May be null. */
    public EventFile defaultAsyncEvents() {
        return defaultAsyncEvents;
    }

    CommandGate gate() {
        return gate;
    }

    /** Runs a command that only gives back what the removal of the device left. */
    void afterRemoval(Runnable command) {
        synchronized (teardown) {
            command.run();
        }
    }

    void eventFileClosed(Uobject uobject) {
        synchronized (this) {
            if (defaultAsyncEvents == uobject.eventFile()) {
                defaultAsyncEvents = null;
            }
        }
        objects.closed(uobject);
    }

    static ErrnoException deviceGone() {
        return new ErrnoException(Errno.EIO, "the device was removed; close the file and open a device that is there");
    }

    // ---- removal ---------------------------------------------------------------------------------------------

    /**
     * The device goes away: commands under way are waited for, queue pairs are flushed, readers of events are woken
     * and told, and everything is destroyed. Bounded.
     *
     * @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_free_hw_resources
     */
    public void disassociate() {
        tearDown(RemoveReason.DRIVER_REMOVE);
    }

    private void tearDown(RemoveReason why) {
        if (!gate.close(DRAIN_NS)) {
            LOG.warn("a command of pid {} did not end in {} s; the device goes without it", opener.pid(),
                TimeUnit.NANOSECONDS.toSeconds(DRAIN_NS));
        }
        synchronized (teardown) {
            IbUcontext ending = context;
            try {
                if (ending != null && why == RemoveReason.DRIVER_REMOVE) {
                    ending.device().ops().disassociate(ending);
                    objects.shutDownEvents(why);
                }
                objects.destroyAll(why);
            } finally {
                device = null;
                context = null;
                if (ending != null) {
                    IbVerbs.deallocUcontext(ending);
                }
            }
        }
    }

    private ErrnoException notADoorbell(MemorySegment data) {
        return new ErrnoException(Errno.EINVAL, "write of " + data.byteSize() + " bytes: only the doorbell, "
            + DOORBELL_BYTES + " bytes with command " + IbUserVerbs.IB_USER_VERBS_CMD_POST_SEND
            + ", is written; commands go by ioctl");
    }

    private ErrnoException noQp(int handle) {
        if (gate.isClosed()) {
            return deviceGone();
        }
        return new ErrnoException(Errno.EINVAL, "doorbell for handle " + Integer.toUnsignedString(handle)
            + ", which is no queue pair of this file");
    }
}
