package org.softroce.rxe.internal.testing;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;
import org.softroce.uapi.rxe.RdmaUserRxe.RecvWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWr;
import org.softroce.uapi.rxe.RdmaUserRxe.Sge;

/** The user-space end of a send or receive ring, written as the provider of rdma-core writes it. */
public final class UserRing {
    private final MemorySegment ring;
    private final int mask;
    private final int log2;
    private int producer;

    public UserRing(MemorySegment ring) {
        this.ring = ring;
        this.mask = ring.get(RdmaUserRxe.U32, QueueBuf.INDEX_MASK);
        this.log2 = ring.get(RdmaUserRxe.U32, QueueBuf.LOG2_ELEM_SIZE);
        this.producer = RdmaUserRxe.producerIndex(ring) & mask;
    }

    public MemorySegment memory() {
        return ring;
    }

    public int entries() {
        return mask;
    }

    public boolean isFull() {
        return (producer + 1 & mask) == (RdmaUserRxe.consumerIndex(ring) & mask);
    }

    public boolean isEmpty() {
        return producer == (RdmaUserRxe.consumerIndex(ring) & mask);
    }

    /** Offset of the element that is filled next. */
    public long at() {
        return QueueBuf.DATA + ((long) producer << log2);
    }

    public void publish() {
        producer = producer + 1 & mask;
        RdmaUserRxe.producerIndex(ring, producer);
    }

    /** Starts from where both ends are, after a reset. */
    public void resync() {
        producer = RdmaUserRxe.producerIndex(ring) & mask;
    }

    /** One request with one list entry. */
    public void send(int opcode, int flags, long wrId, int imm, long remote, int rkey, long address, int length,
            int lkey) {
        long at = at();
        header(at, opcode, flags, wrId, imm, remote, rkey, length, 1);
        sge(at + SendWqe.DMA_SGE, address, length, lkey);
        publish();
    }

    /** All of a request but its list. */
    public void header(long at, int opcode, int flags, long wrId, int imm, long remote, int rkey, int length,
            int sges) {
        ring.set(RdmaUserRxe.U64, at + SendWr.WR_ID, wrId);
        ring.set(RdmaUserRxe.U32, at + SendWr.OPCODE, opcode);
        ring.set(RdmaUserRxe.U32, at + SendWr.SEND_FLAGS, flags);
        ring.set(RdmaUserRxe.BE32, at + SendWr.EX_IMM_DATA, imm);
        ring.set(RdmaUserRxe.U64, at + SendWr.WR_RDMA_REMOTE_ADDR, remote);
        ring.set(RdmaUserRxe.U32, at + SendWr.WR_RDMA_RKEY, rkey);
        ring.set(RdmaUserRxe.U64, at + SendWqe.DMA_LENGTH, (long) length << 32 | length & 0xffff_ffffL);
        ring.set(RdmaUserRxe.U32, at + SendWqe.DMA_CUR_SGE, 0);
        ring.set(RdmaUserRxe.U32, at + SendWqe.DMA_NUM_SGE, sges);
        ring.set(RdmaUserRxe.U32, at + SendWqe.DMA_SGE_OFFSET, 0);
    }

    /** An atomic. */
    public void atomic(int opcode, int flags, long wrId, long remote, int rkey, long compareAdd, long swap,
            long address, int lkey) {
        long at = at();
        header(at, opcode, flags, wrId, 0, 0, 0, 8, 1);
        ring.set(RdmaUserRxe.U64, at + SendWr.WR_ATOMIC_REMOTE_ADDR, remote);
        ring.set(RdmaUserRxe.U64, at + SendWr.WR_ATOMIC_COMPARE_ADD, compareAdd);
        ring.set(RdmaUserRxe.U64, at + SendWr.WR_ATOMIC_SWAP, swap);
        ring.set(RdmaUserRxe.U32, at + SendWr.WR_ATOMIC_RKEY, rkey);
        sge(at + SendWqe.DMA_SGE, address, 8, lkey);
        publish();
    }

    /** One request whose data is in the element itself. */
    public void sendInline(int opcode, int flags, long wrId, long remote, int rkey, byte[] data) {
        long at = at();
        header(at, opcode, flags | 8, wrId, 0, remote, rkey, data.length, 0);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, ring, at + SendWqe.DMA_INLINE_DATA, data.length);
        publish();
    }

    public void sge(long at, long address, int length, int lkey) {
        ring.set(RdmaUserRxe.U64, at + Sge.ADDR, address);
        ring.set(RdmaUserRxe.U32, at + Sge.LENGTH, length);
        ring.set(RdmaUserRxe.U32, at + Sge.LKEY, lkey);
    }

    /** One receive request with one list entry. */
    public void recv(long wrId, long address, int length, int lkey) {
        long at = at();
        ring.set(RdmaUserRxe.U64, at + RecvWqe.WR_ID, wrId);
        ring.set(RdmaUserRxe.U64, at + RecvWqe.DMA_LENGTH, (long) length << 32 | length & 0xffff_ffffL);
        ring.set(RdmaUserRxe.U32, at + RecvWqe.DMA_CUR_SGE, 0);
        ring.set(RdmaUserRxe.U32, at + RecvWqe.DMA_NUM_SGE, 1);
        ring.set(RdmaUserRxe.U32, at + RecvWqe.DMA_SGE_OFFSET, 0);
        sge(at + RecvWqe.DMA_SGE, address, length, lkey);
        publish();
    }
}
