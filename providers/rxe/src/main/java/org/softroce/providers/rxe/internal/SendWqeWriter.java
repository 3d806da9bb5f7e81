package org.softroce.providers.rxe.internal;

import static org.softroce.uapi.rxe.RdmaUserRxe.BE32;
import static org.softroce.uapi.rxe.RdmaUserRxe.U32;
import static org.softroce.uapi.rxe.RdmaUserRxe.U64;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.task.UserMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWr;
import org.softroce.uapi.rxe.RdmaUserRxe.Sge;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpType;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.IbvWrOpcode;
import org.softroce.verbs.PostException;
import org.softroce.verbs.driver.VerbsMr;

/**
 * Checks send work requests and writes them into the send ring. Refusals are returned, not thrown, so that what was
 * posted before can still be rung for. Callers hold the ring's lock.
 *
 * @mirrors providers/rxe/rxe.c#post_one_send
 */
final class SendWqeWriter {
    /** Longest message of the transport (IBTA 9.4.1). */
    private static final long MAX_MESSAGE_BYTES = 1L << 31;
    private static final int ATOMIC_BYTES = 8;
    private static final int WRITES = bit(IbvWrOpcode.RDMA_WRITE) | bit(IbvWrOpcode.RDMA_WRITE_WITH_IMM);
    private static final int SENDS =
            bit(IbvWrOpcode.SEND) | bit(IbvWrOpcode.SEND_WITH_IMM) | bit(IbvWrOpcode.SEND_WITH_INV);
    private static final int ATOMICS = bit(IbvWrOpcode.ATOMIC_CMP_AND_SWP) | bit(IbvWrOpcode.ATOMIC_FETCH_AND_ADD);
    private static final int UC_OPCODES = WRITES | SENDS;
    private static final int RC_OPCODES =
            UC_OPCODES | ATOMICS | bit(IbvWrOpcode.RDMA_READ) | bit(IbvWrOpcode.LOCAL_INV);

    private final UrxeQp qp;
    private final UrxeQueue queue;
    private final int maxSge;
    private final int maxInline;
    private final int opcodes;
    private final UserMemory memory;
    private VerbsMr inlineRegion;

    SendWqeWriter(UrxeQp qp, UrxeQueue queue, IbvQpInitAttr.Cap cap, UserMemory memory) {
        this.qp = qp;
        this.queue = queue;
        this.memory = memory;
        int room = queue.elementBytes() - SendWqe.SIZE;
        this.maxSge = Math.min(cap.maxSendSge, room / Sge.SIZE);
        this.maxInline = Math.min(cap.maxInlineData, room);
        this.opcodes = switch (qp.type()) {
            case IbvQpType.RC -> RC_OPCODES;
            case IbvQpType.UC -> UC_OPCODES;
            default -> 0;
        };
    }

    private static int bit(IbvWrOpcode opcode) {
        return 1 << opcode.value();
    }

    void unmap() {
        queue.unmap();
    }

    /** Posts one; {@code null} if it is in the ring. */
    PostException post(IbvSendWr wr) {
        if (wr.numSge < 0 || wr.numSge > maxSge || wr.numSge > wr.maxSge()) {
            return refuse(wr, "num_sge " + wr.numSge + " exceeds the QP's max_send_sge " + maxSge
                    + " or the " + wr.maxSge() + " entries of the request");
        }
        long length = 0;
        for (int i = 0; i < wr.numSge; i++) {
            length += Integer.toUnsignedLong(wr.sgeLength(i));
        }
        PostException refused = validate(wr, length);
        if (refused != null) {
            return refused;
        }
        int producer = queue.ownProducer();
        if (queue.isFull(producer)) {
            return new PostException(Errno.ENOMEM, "the send queue of QP " + qp.qpNum() + " is full: "
                    + queue.capacity() + " requests are outstanding; poll the CQ or create it larger", wr);
        }
        try {
            write(wr, (int) length, queue.element(producer));
        } catch (ErrnoException e) {
            return new PostException(e.errno(), e.detail(), wr);
        }
        queue.produce(producer);
        return null;
    }

    /** @mirrors providers/rxe/rxe.c#validate_send_wr */
    private PostException validate(IbvSendWr wr, long length) {
        int opcode = bit(wr.opcode);
        if ((opcode & opcodes) == 0) {
            return refuse(wr, "opcode " + wr.opcode + " is not for QPs of type " + qp.type());
        }
        if (length > MAX_MESSAGE_BYTES) {
            return refuse(wr, "message of " + length + " bytes exceeds " + MAX_MESSAGE_BYTES);
        }
        if ((opcode & ATOMICS) != 0 && (length < ATOMIC_BYTES || (wr.remoteAddr & ATOMIC_BYTES - 1) != 0)) {
            return refuse(wr, "an atomic needs 8 bytes for its result and a remote address that is a multiple of 8,"
                    + " not " + length + " bytes and 0x" + Long.toHexString(wr.remoteAddr));
        }
        if ((wr.sendFlags & IbvSendFlags.INLINE) != 0) {
            if (length > maxInline) {
                return refuse(wr, "inline data of " + length + " bytes exceeds the QP's max_inline_data "
                        + maxInline);
            }
            if ((opcode & (WRITES | SENDS)) == 0) {
                return refuse(wr, "opcode " + wr.opcode + " has no data to be inline");
            }
        }
        return null;
    }

    private PostException refuse(IbvSendWr wr, String why) {
        return new PostException(Errno.EINVAL, "QP " + qp.qpNum() + ": " + why, wr);
    }

    /** @mirrors providers/rxe/rxe.c#init_send_wqe */
    private void write(IbvSendWr wr, int length, long at) {
        MemorySegment ring = queue.ring();
        for (long offset = at; offset < at + SendWqe.SIZE; offset += Long.BYTES) {
            ring.set(U64, offset, 0); // what the driver keeps in a slot is of the request before
        }
        convert(ring, at, wr);
        if ((wr.sendFlags & IbvSendFlags.INLINE) != 0) {
            long data = at + SendWqe.DMA_INLINE_DATA;
            for (int i = 0; i < wr.numSge; i++) {
                long bytes = Integer.toUnsignedLong(wr.sgeLength(i));
                if (bytes > 0) {
                    copyInline(wr.sgeAddr(i), bytes, ring, data);
                    data += bytes;
                }
            }
        } else {
            for (int i = 0; i < wr.numSge; i++) {
                long sge = at + SendWqe.DMA_SGE + (long) i * Sge.SIZE;
                ring.set(U64, sge + Sge.ADDR, wr.sgeAddr(i));
                ring.set(U32, sge + Sge.LENGTH, wr.sgeLength(i));
                ring.set(U32, sge + Sge.LKEY, wr.sgeLkey(i));
            }
        }
        ring.set(U64, at + SendWqe.IOVA, wr.remoteAddr);
        ring.set(U32, at + SendWqe.DMA_LENGTH, length);
        ring.set(U32, at + SendWqe.DMA_RESID, length);
        ring.set(U32, at + SendWqe.DMA_NUM_SGE, wr.numSge);
    }

    /** Inline data mostly comes from one registered buffer; finding that again and again would allocate. */
    private void copyInline(long address, long bytes, MemorySegment ring, long at) {
        VerbsMr region = inlineRegion;
        if (region == null || !region.holds(address, bytes)) {
            region = qp.context().regionOf(address, bytes);
            inlineRegion = region;
        }
        if (region == null) {
            memory.read(address, ring, at, bytes);
            return;
        }
        try {
            MemorySegment.copy(region.memory(), address - region.addr(), ring, at, bytes);
        } catch (IllegalStateException e) {
            throw new ErrnoException(Errno.EFAULT, "the arena of the inline data is closed", e);
        }
    }

    /** @mirrors providers/rxe/rxe.c#convert_send_wr */
    private static void convert(MemorySegment ring, long at, IbvSendWr wr) {
        ring.set(U64, at + SendWr.WR_ID, wr.wrId);
        ring.set(U32, at + SendWr.OPCODE, wr.opcode.value());
        ring.set(U32, at + SendWr.SEND_FLAGS, wr.sendFlags);
        switch (wr.opcode) {
            case SEND_WITH_INV, LOCAL_INV -> ring.set(U32, at + SendWr.EX_INVALIDATE_RKEY, wr.immData);
            default -> ring.set(BE32, at + SendWr.EX_IMM_DATA, wr.immData);
        }
        switch (wr.opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ -> {
                ring.set(U64, at + SendWr.WR_RDMA_REMOTE_ADDR, wr.remoteAddr);
                ring.set(U32, at + SendWr.WR_RDMA_RKEY, wr.rkey);
            }
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                ring.set(U64, at + SendWr.WR_ATOMIC_REMOTE_ADDR, wr.remoteAddr);
                ring.set(U64, at + SendWr.WR_ATOMIC_COMPARE_ADD, wr.compareAdd);
                ring.set(U64, at + SendWr.WR_ATOMIC_SWAP, wr.swap);
                ring.set(U32, at + SendWr.WR_ATOMIC_RKEY, wr.rkey);
            }
            default -> { }
        }
    }
}
