package org.softroce.providers.rxe.internal;

import static org.softroce.uapi.rxe.RdmaUserRxe.U32;
import static org.softroce.uapi.rxe.RdmaUserRxe.U64;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.Errno;
import org.softroce.uapi.rxe.RdmaUserRxe.RecvWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.Sge;
import org.softroce.verbs.IbvRecvWr;
import org.softroce.verbs.PostException;

/**
 * Writes receive work requests into the receive ring. Callers hold the ring's lock.
 *
 * @mirrors providers/rxe/rxe.c#rxe_post_one_recv
 */
final class RecvWqeWriter {
    private final UrxeQp qp;
    private final UrxeQueue queue;
    private final int maxSge;

    RecvWqeWriter(UrxeQp qp, UrxeQueue queue, int maxRecvSge) {
        this.qp = qp;
        this.queue = queue;
        this.maxSge = Math.min(maxRecvSge, (queue.elementBytes() - RecvWqe.SIZE) / Sge.SIZE);
    }

    void unmap() {
        queue.unmap();
    }

    /** Posts one; {@code null} if it is in the ring. */
    PostException post(IbvRecvWr wr) {
        int producer = queue.ownProducer();
        if (queue.isFull(producer)) {
            return new PostException(Errno.ENOMEM, "the receive queue of QP " + qp.qpNum() + " is full: "
                    + queue.capacity() + " requests are outstanding; create it larger", wr);
        }
        if (wr.numSge < 0 || wr.numSge > maxSge || wr.numSge > wr.maxSge()) {
            return new PostException(Errno.EINVAL, "QP " + qp.qpNum() + ": num_sge " + wr.numSge
                    + " exceeds the QP's max_recv_sge " + maxSge + " or the " + wr.maxSge()
                    + " entries of the request", wr);
        }
        write(wr, queue.ring(), queue.element(producer));
        queue.produce(producer);
        return null;
    }

    private static void write(IbvRecvWr wr, MemorySegment ring, long at) {
        ring.set(U64, at + RecvWqe.WR_ID, wr.wrId);
        int length = 0;
        for (int i = 0; i < wr.numSge; i++) {
            long sge = at + RecvWqe.DMA_SGE + (long) i * Sge.SIZE;
            ring.set(U64, sge + Sge.ADDR, wr.sgeAddr(i));
            ring.set(U32, sge + Sge.LENGTH, wr.sgeLength(i));
            ring.set(U32, sge + Sge.LKEY, wr.sgeLkey(i));
            length += wr.sgeLength(i);
        }
        ring.set(U32, at + RecvWqe.DMA_LENGTH, length);
        ring.set(U32, at + RecvWqe.DMA_RESID, length);
        ring.set(U32, at + RecvWqe.DMA_CUR_SGE, 0);
        ring.set(U32, at + RecvWqe.DMA_NUM_SGE, wr.numSge);
        ring.set(U32, at + RecvWqe.DMA_SGE_OFFSET, 0);
    }
}
