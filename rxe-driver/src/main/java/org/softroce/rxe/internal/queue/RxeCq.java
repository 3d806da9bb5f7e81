package org.softroce.rxe.internal.queue;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbUcontext;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rxe.RdmaUserRxe;

/**
 * A completion queue: a ring of {@code ib_uverbs_wc}, 64 bytes apart.
 *
 * <p>Several queue pairs may post at the same time; a guard covers the writing of one entry and nothing else.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_cq.c
 */
public final class RxeCq extends IbCq {
    /** Bytes of an element: {@code struct rxe_cqe}. */
    public static final int ELEMENT_BYTES = 64;

    private static final int WR_ID = 0;
    private static final int STATUS = 8;
    private static final int OPCODE = 12;
    private static final int VENDOR_ERR = 16;
    private static final int BYTE_LEN = 20;
    private static final int EX = 24;
    private static final int QP_NUM = 28;
    private static final int SRC_QP = 32;
    private static final int WC_FLAGS = 36;
    private static final int PKEY_SLID = 40;
    private static final int SL_BITS_PORT = 44;
    private static final int PORT_SHIFT = 16;

    private static final int NOT_ARMED = 0;
    private static final int ARMED_SOLICITED = 1;
    private static final int ARMED_NEXT = 2;
    private static final VarHandle GUARD = handle("guard");
    private static final VarHandle NOTIFY = handle("notify");

    private final RxeQueue queue;
    private final int index;
    private volatile int guard;
    private volatile int notify;
    private volatile boolean dying;

    public RxeCq(IbDevice device, IbUcontext context, IbCqInitAttr attr, MemorySegment memory, int index) {
        super(device, context, attr);
        this.index = index;
        this.queue = new RxeQueue(memory, attr.cqe(), ELEMENT_BYTES);
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(RxeCq.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public int cqe() {
        return queue.entries();
    }

    /** Its place in the pool. */
    public int index() {
        return index;
    }

    /** No completion is posted any more. */
    public void kill() {
        dying = true;
    }

    /**
     * Posts one completion.
     *
     * @param ex immediate data as read little-endian from network order, or an rkey
     * @param solicited wakes those who armed for solicited completions only
     * @return false if the ring is full; CQ_ERR was reported then
     * @mirrors drivers/infiniband/sw/rxe/rxe_cq.c#rxe_cq_post
     */
    public boolean post(long wrId, int status, int opcode, int byteLen, int ex, int qpNum, int srcQp, int flags,
            int port, boolean solicited) {
        lock();
        long at = queue.freeElement();
        if (at < 0) {
            GUARD.setRelease(this, 0);
            overflow();
            return false;
        }
        MemorySegment m = queue.memory();
        m.set(RdmaUserRxe.U64, at + WR_ID, wrId);
        m.set(RdmaUserRxe.U64, at + STATUS, (long) opcode << 32 | status & 0xffff_ffffL);
        m.set(RdmaUserRxe.U64, at + VENDOR_ERR, (long) byteLen << 32);
        m.set(RdmaUserRxe.U64, at + EX, (long) qpNum << 32 | ex & 0xffff_ffffL);
        m.set(RdmaUserRxe.U64, at + SRC_QP, (long) flags << 32 | srcQp & 0xffff_ffffL);
        m.set(RdmaUserRxe.U64, at + PKEY_SLID, (long) (port << PORT_SHIFT) << 32);
        queue.advanceProducer();
        // a full fence: the consumer arms, then looks; this side publishes, then looks whether it is armed
        guard = 0;
        if (notify != NOT_ARMED) {
            fire(solicited);
        }
        return true;
    }

    private void lock() {
        while (!GUARD.compareAndSet(this, 0, 1)) {
            Thread.onSpinWait();
        }
    }

    private void fire(boolean solicited) {
        int armed = notify;
        boolean wanted = armed == ARMED_NEXT || armed == ARMED_SOLICITED && solicited;
        if (wanted && NOTIFY.compareAndSet(this, armed, NOT_ARMED) && compHandler() != null && !dying) {
            compHandler().completed(this);
        }
    }

    private void overflow() {
        if (eventHandler() != null && !dying) {
            eventHandler().event(new IbEvent(device(), IbEventType.CQ_ERR, this, 0));
        }
    }

    /**
     * Arms the queue; a later call for any completion widens an earlier one for solicited ones.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.c#rxe_req_notify_cq
     */
    public void requestNotify(boolean solicitedOnly) {
        lock();
        notify = Math.max(notify, solicitedOnly ? ARMED_SOLICITED : ARMED_NEXT);
        guard = 0;
    }
}
