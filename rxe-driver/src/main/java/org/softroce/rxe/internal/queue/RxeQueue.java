package org.softroce.rxe.internal.queue;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;

/**
 * The driver's end of a ring shared with user space.
 *
 * <p>Mask, element size and the index that this end moves are the driver's own copies: what user space writes into the
 * head of the ring can only make it wait or see nonsense of its own. The index of the other end is masked at each use.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_queue.c
 */
public final class RxeQueue {
    private static final int CACHE_LINE = 64;

    private final MemorySegment memory;
    private final int log2ElementBytes;
    private final int mask;
    private int own;

    /**
     * Lays out an empty ring.
     *
     * @param memory zeroed, of {@link #bytes} bytes or more
     * @param minEntries entries wanted; it will hold {@link #entries()}
     * @param elementBytes bytes of an element before rounding
     */
    public RxeQueue(MemorySegment memory, int minEntries, int elementBytes) {
        this.memory = memory;
        this.log2ElementBytes = log2(elementBytes);
        this.mask = slots(minEntries) - 1;
        memory.set(RdmaUserRxe.U32, QueueBuf.LOG2_ELEM_SIZE, log2ElementBytes);
        memory.set(RdmaUserRxe.U32, QueueBuf.INDEX_MASK, mask);
    }

    /** Bytes of a ring for so many entries. */
    public static long bytes(int minEntries, int elementBytes) {
        return QueueBuf.DATA + ((long) slots(minEntries) << log2(elementBytes));
    }

    private static int slots(int minEntries) {
        return minEntries == 0 ? 1 : Integer.highestOneBit(minEntries) << 1;
    }

    private static int log2(int elementBytes) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(elementBytes, CACHE_LINE) - 1);
    }

    /** The shared memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Entries it can hold: one slot stays free. */
    public int entries() {
        return mask;
    }

    /** Slots, a power of two. */
    public int slots() {
        return mask + 1;
    }

    /** Offset of an element; the index is masked. */
    public long at(int index) {
        return QueueBuf.DATA + ((long) (index & mask) << log2ElementBytes);
    }

    public int next(int index) {
        return index + 1 & mask;
    }

    /** The producer index of user space, masked, read with acquire. */
    public int userProducer() {
        return RdmaUserRxe.producerIndex(memory) & mask;
    }

    /** The consumer index that the driver keeps of a send or receive ring. */
    public int consumer() {
        return own;
    }

    /** Gives the oldest element back to user space. */
    public void advanceConsumer() {
        own = own + 1 & mask;
        RdmaUserRxe.consumerIndex(memory, own);
    }

    /** Forgets everything that user space posted. */
    public void dropAll() {
        own = userProducer();
        RdmaUserRxe.consumerIndex(memory, own);
    }

    /** Offset of the free element at the producer end of a completion ring, -1 if user space left no room. */
    public long freeElement() {
        int consumer = RdmaUserRxe.consumerIndex(memory) & mask;
        return (own + 1 & mask) == consumer ? -1 : at(own);
    }

    /** Publishes the element written at {@link #freeElement()}. */
    public void advanceProducer() {
        own = own + 1 & mask;
        RdmaUserRxe.producerIndex(memory, own);
    }

    /** True if user space has taken every completion. */
    public boolean isDrained() {
        return (RdmaUserRxe.consumerIndex(memory) & mask) == own;
    }
}
