package org.softroce.providers.rxe.internal;

import static org.softroce.uapi.rxe.RdmaUserRxe.BE32;
import static org.softroce.uapi.rxe.RdmaUserRxe.U32;
import static org.softroce.uapi.rxe.RdmaUserRxe.U64;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs.Wc;
import org.softroce.uapi.rxe.RdmaUserRxe.CreateCqResp;
import org.softroce.uapi.rxe.RdmaUserRxe.ResizeCqResp;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWcFlags;
import org.softroce.verbs.driver.VerbsCompChannel;
import org.softroce.verbs.driver.VerbsCq;

/**
 * A completion queue: the driver produces {@code ib_uverbs_wc}, we consume.
 *
 * @mirrors providers/rxe/rxe.h#rxe_cq
 */
final class UrxeCq extends VerbsCq {
    private final Task task;
    private final SpinLock lock = new SpinLock();
    private volatile UrxeQueue queue;

    private UrxeCq(UrxeContext context, VerbsCompChannel channel) {
        super(context, channel);
        this.task = context.task();
    }

    /** @mirrors providers/rxe/rxe.c#rxe_create_cq */
    static UrxeCq create(UrxeContext context, int cqe, VerbsCompChannel channel, int compVector) {
        UrxeCq cq = new UrxeCq(context, channel);
        byte[] answer = new byte[CreateCqResp.SIZE];
        try {
            cq.created(context.cmd().createCq(cqe, cq.userHandle(), cq.channelFd(), compVector, context.asyncFd(),
                    answer));
        } catch (RuntimeException e) {
            cq.abandon();
            throw e;
        }
        try {
            cq.queue = new UrxeQueue(cq.task, context.cmdFd(), answer, CreateCqResp.MI, Wc.SIZE);
        } catch (RuntimeException e) {
            cq.abandon();
            context.cmd().destroyCq(cq.handle());
            throw e;
        }
        return cq;
    }

    /** @mirrors providers/rxe/rxe.c#rxe_poll_cq */
    @Override
    public int poll(int numEntries, IbvWcArray wc) {
        task.checkExiting();
        int limit = Math.min(numEntries, wc.capacity());
        lock.lock();
        try {
            UrxeQueue ring = ring();
            int consumer = ring.ownConsumer();
            int producer = ring.producer();
            int taken = 0;
            while (taken < limit && consumer != producer) {
                copy(ring.ring(), ring.element(consumer), wc, taken++);
                consumer = ring.next(consumer);
            }
            if (taken > 0) {
                ring.consumed(consumer);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private static void copy(MemorySegment ring, long at, IbvWcArray wc, int index) {
        int flags = ring.get(U32, at + Wc.WC_FLAGS);
        int immediate = (flags & IbvWcFlags.WITH_INV) != 0
                ? ring.get(U32, at + Wc.EX_INVALIDATE_RKEY) : ring.get(BE32, at + Wc.EX_IMM_DATA);
        wc.set(index, ring.get(U64, at + Wc.WR_ID), ring.get(U32, at + Wc.STATUS), ring.get(U32, at + Wc.OPCODE),
                ring.get(U32, at + Wc.VENDOR_ERR), ring.get(U32, at + Wc.BYTE_LEN), immediate,
                ring.get(U32, at + Wc.QP_NUM), ring.get(U32, at + Wc.SRC_QP), flags);
    }

    private UrxeQueue ring() {
        UrxeQueue ring = queue;
        if (ring == null) {
            throw new ErrnoException(Errno.EINVAL, "the completion queue was destroyed");
        }
        return ring;
    }

    /** @mirrors providers/rxe/rxe.c#rxe_resize_cq */
    @Override
    public void resize(int entries) {
        byte[] answer = new byte[ResizeCqResp.SIZE];
        lock.lock();
        try {
            UrxeQueue old = ring();
            cqe(context().cmd().resizeCq(handle(), entries, answer));
            queue = new UrxeQueue(task, context().cmdFd(), answer, ResizeCqResp.MI, Wc.SIZE);
            old.unmap();
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void unmap() {
        UrxeQueue ring = queue;
        queue = null;
        ring.unmap();
    }
}
