package org.softroce.providers.rxe.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.Mminfo;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;

/**
 * A ring shared with the driver: indices run from 0 to the mask, one slot stays empty. One side moves the producer
 * index, the other the consumer index; who moves one holds the lock of that side.
 *
 * @mirrors providers/rxe/rxe_queue.h
 */
final class UrxeQueue {
    private final Task task;
    private final MemorySegment ring;
    private final int mask;
    private final int log2ElementSize;

    /**
     * Maps the ring that the driver described in its answer.
     *
     * @param mminfo bytes of the answer; the description stands at {@code at}
     * @param elementBytes the least size of an element
     */
    UrxeQueue(Task task, int cmdFd, byte[] mminfo, int at, int elementBytes) {
        this.task = task;
        MemorySegment info = MemorySegment.ofArray(mminfo);
        long offset = info.get(RdmaUserRxe.U64, at + Mminfo.OFFSET);
        long size = Integer.toUnsignedLong(info.get(RdmaUserRxe.U32, at + Mminfo.MAP_SIZE));
        ring = task.mmap(cmdFd, size, offset);
        log2ElementSize = ring.get(RdmaUserRxe.U32, QueueBuf.LOG2_ELEM_SIZE);
        mask = ring.get(RdmaUserRxe.U32, QueueBuf.INDEX_MASK);
        long bytes = QueueBuf.DATA + (Integer.toUnsignedLong(mask) + 1 << log2ElementSize);
        if (1L << log2ElementSize < elementBytes || bytes > ring.byteSize()) {
            task.munmap(ring);
            throw new ErrnoException(Errno.EINVAL, "ring of " + ring.byteSize() + " bytes has " + (mask + 1L)
                    + " elements of " + (1L << log2ElementSize) + " bytes, at least " + elementBytes + " are needed");
        }
    }

    /** Whether the driver's answer describes a ring at all. */
    static boolean isThere(byte[] mminfo, int at) {
        return MemorySegment.ofArray(mminfo).get(RdmaUserRxe.U32, at + Mminfo.MAP_SIZE) != 0;
    }

    MemorySegment ring() {
        return ring;
    }

    int next(int index) {
        return index + 1 & mask;
    }

    /** Elements it can hold. */
    int capacity() {
        return mask;
    }

    int elementBytes() {
        return 1 << log2ElementSize;
    }

    /** Where an element begins in the ring. */
    long element(int index) {
        return QueueBuf.DATA + ((long) (index & mask) << log2ElementSize);
    }

    /** The producer index, for the side that moves it. */
    int ownProducer() {
        return (int) RdmaUserRxe.INDEX.get(ring, (long) QueueBuf.PRODUCER_INDEX);
    }

    /** The consumer index, for the side that moves it. */
    int ownConsumer() {
        return (int) RdmaUserRxe.INDEX.get(ring, (long) QueueBuf.CONSUMER_INDEX);
    }

    /** The producer index of the other side; what it wrote before is visible. */
    int producer() {
        return RdmaUserRxe.producerIndex(ring) & mask;
    }

    /** @mirrors providers/rxe/rxe_queue.h#queue_full */
    boolean isFull(int producer) {
        return RdmaUserRxe.consumerIndex(ring) == next(producer);
    }

    /** Publishes an element that was written. */
    void produce(int producer) {
        RdmaUserRxe.producerIndex(ring, next(producer));
    }

    /** Gives back all elements before this index. */
    void consumed(int consumer) {
        RdmaUserRxe.consumerIndex(ring, consumer);
    }

    void unmap() {
        task.munmap(ring);
    }
}
