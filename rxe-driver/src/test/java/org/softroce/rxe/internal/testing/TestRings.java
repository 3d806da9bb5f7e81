package org.softroce.rxe.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.softroce.ib.RingAllocator;

/** Rings of one open file. */
public final class TestRings implements RingAllocator {
    private final Map<Long, MemorySegment> byOffset = new ConcurrentHashMap<>();
    private long next;

    @Override
    public synchronized Ring allocate(long bytes) {
        long rounded = bytes + 4095 & ~4095L;
        MemorySegment memory = Arena.ofAuto().allocate(rounded, 4096);
        long offset = next;
        next += rounded;
        byOffset.put(offset, memory);
        return new Ring(offset, memory);
    }

    @Override
    public MemorySegment map(long offset, long length) {
        return byOffset.get(offset).asSlice(0, length);
    }
}
