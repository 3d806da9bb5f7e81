package org.softroce.uverbs.internal.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.softroce.ib.RingAllocator;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Rings of one file, at offsets of one sparse mapping. A ring can be mapped once; the memory lives as long as the
 * driver or the process hold it.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_mmap.c
 */
final class UverbsRings implements RingAllocator {
    static final long PAGE = 4096;
    /** No ring of a device comes near this. */
    static final long RING_BYTES_MAX = 1L << 31;

    private final Map<Long, MemorySegment> pending = new HashMap<>();
    /** 0 is never handed out: it would look like an unset offset. */
    private long next = PAGE;

    @Override
    public Ring allocate(long bytes) {
        if (bytes <= 0 || bytes > RING_BYTES_MAX) {
            throw new ErrnoException(Errno.ENOMEM, "ring of " + bytes + " bytes, 1.." + RING_BYTES_MAX
                + " are possible; ask for fewer entries");
        }
        long size = (bytes + PAGE - 1) / PAGE * PAGE;
        MemorySegment memory;
        try {
            memory = Arena.ofAuto().allocate(size, PAGE);
        } catch (OutOfMemoryError none) {
            throw new ErrnoException(Errno.ENOMEM, "no memory for a ring of " + size
                + " bytes; ask for fewer entries or raise -XX:MaxDirectMemorySize", none);
        }
        synchronized (this) {
            long offset = next;
            next += size;
            pending.put(offset, memory);
            return new Ring(offset, memory);
        }
    }

    @Override
    public synchronized MemorySegment map(long offset, long length) {
        MemorySegment memory = pending.get(offset);
        if (memory == null) {
            throw new ErrnoException(Errno.EINVAL, "no ring waits to be mapped at offset 0x"
                + Long.toHexString(offset) + "; use the offset of the create response, once");
        }
        if (length <= 0 || length > memory.byteSize()) {
            throw new ErrnoException(Errno.EINVAL, "ring at offset 0x" + Long.toHexString(offset) + " has "
                + memory.byteSize() + " bytes, " + length + " cannot be mapped");
        }
        pending.remove(offset);
        return memory.asSlice(0, length);
    }

    synchronized void release() {
        pending.clear();
    }
}
