package org.softroce.rxe.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.RingAllocator;
import org.softroce.rxe.internal.queue.RxeQueue;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.Mminfo;

/**
 * Memory of a ring: shared with the process of a context, or the kernel's own.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_queue.c#do_mmap_info
 */
record RxeRings(long offset, long bytes, MemorySegment memory) {

    /** @param context {@code null} for kernel users */
    static RxeRings allocate(IbUcontext context, int entries, int elementBytes) {
        long bytes = RxeQueue.bytes(entries, elementBytes);
        if (context == null) {
            return new RxeRings(0, bytes, Arena.ofAuto().allocate(bytes, 64));
        }
        RingAllocator.Ring ring = context.rings().allocate(bytes);
        return new RxeRings(ring.offset(), bytes, ring.memory());
    }

    /** Writes {@code struct mminfo}. */
    void describe(MemorySegment answer, long at) {
        answer.set(RdmaUserRxe.U64, at + Mminfo.OFFSET, offset);
        answer.set(RdmaUserRxe.U32, at + Mminfo.MAP_SIZE, (int) bytes);
    }
}
