package org.softroce.ib;

import java.lang.foreign.MemorySegment;

/**
 * Memory shared with one open file: page-aligned pieces at offsets of one sparse mapping, never reused while the file
 * is open.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_mmap.c
 */
public interface RingAllocator {

    /** A piece and the offset to hand out in {@code mminfo}. */
    record Ring(long offset, MemorySegment memory) { }

    /** Zeroed, rounded up to pages. ENOMEM. */
    Ring allocate(long bytes);

    /** The piece that starts at this offset. EINVAL if there is none or it is shorter than {@code length}. */
    MemorySegment map(long offset, long length);
}
