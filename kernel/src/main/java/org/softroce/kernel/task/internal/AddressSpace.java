package org.softroce.kernel.task.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The memory of one task: regions by address.
 *
 * <p>Off-heap segments are found at their real address. Every heap array gets a page-aligned synthetic address from
 * {@link #HEAP_BASE} upward, where no operating system puts memory of its own, and keeps it while any part of it is
 * attached. Look-ups take no lock.
 *
 * @mirrors mm/mmap.c
 */
final class AddressSpace implements TaskMemory {

    /** First synthetic address: above program images and below where Linux, macOS and Windows map memory. */
    static final long HEAP_BASE = 0x6000_0000_0000L;
    private static final long PAGE = 4096;
    private static final Thread OTHER = Thread.ofPlatform().unstarted(() -> { });

    private record Region(MemorySegment segment, int count) {
        boolean isAlive() {
            return segment.scope().isAlive();
        }
    }

    /** A heap array with any part attached. */
    private static final class HeapArray {
        final long base;
        int regions;

        HeapArray(long base) {
            this.base = base;
        }
    }

    private final ConcurrentSkipListMap<Long, Region> regions = new ConcurrentSkipListMap<>();
    private final Map<Object, HeapArray> arrays = new IdentityHashMap<>();
    private long nextHeap = HEAP_BASE;
    private volatile long longest;
    private boolean cleared;

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        if (bytes <= 0 || alignment <= 0 || Long.bitCount(alignment) != 1) {
            throw new ErrnoException(Errno.EINVAL, "cannot allocate " + bytes + " bytes at an alignment of " + alignment
                    + ": both must be positive, the alignment a power of two");
        }
        MemorySegment segment;
        try {
            segment = Arena.ofAuto().allocate(bytes, alignment);
        } catch (OutOfMemoryError e) {
            throw new ErrnoException(Errno.ENOMEM, "no " + bytes
                    + " bytes of direct memory left; raise -XX:MaxDirectMemorySize or free some", e);
        }
        attach(segment);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        detach(segment.address());
    }

    @Override
    public synchronized long attach(MemorySegment segment) {
        check(segment);
        Object base = segment.heapBase().orElse(null);
        long start = base == null ? segment.address() : heapAddress(base, segment);
        Region old = regions.get(start);
        if (old != null && !old.isAlive()) {
            old = null;
        }
        if (base != null && old == null) {
            arrays.get(base).regions++;
        }
        boolean keep = old != null && old.segment().byteSize() >= segment.byteSize();
        regions.put(start, new Region(keep ? old.segment() : segment, old == null ? 1 : old.count() + 1));
        longest = Math.max(longest, segment.byteSize());
        return start;
    }

    private static void check(MemorySegment segment) {
        if (segment.byteSize() == 0) {
            throw new ErrnoException(Errno.EINVAL, "the segment is empty");
        }
        if (segment.isReadOnly()) {
            throw new ErrnoException(Errno.EINVAL, "the segment of " + segment.byteSize()
                    + " bytes is read-only; a task's memory must be writable");
        }
        if (!segment.isAccessibleBy(OTHER)) {
            throw new ErrnoException(Errno.EINVAL, "the segment of " + segment.byteSize() + " bytes belongs to a"
                    + " confined arena, which only its own thread can reach; use Arena.ofShared(), Arena.ofAuto() or"
                    + " TaskMemory.allocate");
        }
        if (!segment.scope().isAlive()) {
            throw new ErrnoException(Errno.EINVAL, "the arena of the segment of " + segment.byteSize()
                    + " bytes is closed");
        }
    }

    private long heapAddress(Object base, MemorySegment segment) {
        HeapArray array = arrays.get(base);
        if (array == null) {
            array = new HeapArray(nextHeap);
            arrays.put(base, array);
            long bytes = HeapArrays.ofArray(base);
            nextHeap += (bytes + 2 * PAGE - 1) / PAGE * PAGE;
        }
        return array.base + segment.address();
    }

    @Override
    public synchronized void detach(long address) {
        Region region = regions.get(address);
        if (region == null) {
            if (cleared) {
                return;
            }
            throw new ErrnoException(Errno.EINVAL, "nothing is attached at 0x" + Long.toHexString(address));
        }
        if (region.count() > 1) {
            regions.put(address, new Region(region.segment(), region.count() - 1));
            return;
        }
        regions.remove(address);
        region.segment().heapBase().ifPresent(base -> {
            if (--arrays.get(base).regions == 0) {
                arrays.remove(base);
            }
        });
    }

    /** Forgets everything; views that were mapped stay valid. */
    synchronized void clear() {
        cleared = true;
        regions.clear();
        arrays.clear();
    }

    @Override
    public void read(long address, MemorySegment destination, long destinationOffset, long bytes) {
        if (bytes == 0) {
            return;
        }
        Map.Entry<Long, Region> entry = find(address, bytes);
        try {
            MemorySegment.copy(entry.getValue().segment(), address - entry.getKey(), destination, destinationOffset,
                    bytes);
        } catch (IllegalStateException e) {
            throw closed(address, bytes, e);
        }
    }

    @Override
    public void write(long address, MemorySegment source, long sourceOffset, long bytes) {
        if (bytes == 0) {
            return;
        }
        Map.Entry<Long, Region> entry = find(address, bytes);
        try {
            MemorySegment.copy(source, sourceOffset, entry.getValue().segment(), address - entry.getKey(), bytes);
        } catch (IllegalStateException e) {
            throw closed(address, bytes, e);
        }
    }

    @Override
    public MemorySegment map(long address, long bytes) {
        Map.Entry<Long, Region> entry = find(address, bytes);
        return entry.getValue().segment().asSlice(address - entry.getKey(), bytes);
    }

    /** The region that has the whole range; regions may overlap, so it need not be the nearest one below. */
    private Map.Entry<Long, Region> find(long address, long bytes) {
        Map.Entry<Long, Region> entry = bytes < 0 ? null : regions.floorEntry(address);
        while (entry != null && address - entry.getKey() < longest) {
            Region region = entry.getValue();
            if (address - entry.getKey() <= region.segment().byteSize() - bytes && region.isAlive()) {
                return entry;
            }
            entry = regions.lowerEntry(entry.getKey());
        }
        throw new ErrnoException(Errno.EFAULT, range(address, bytes)
                + " is not memory of the task; attach or allocate it first");
    }

    private static ErrnoException closed(long address, long bytes, IllegalStateException cause) {
        return new ErrnoException(Errno.EFAULT, range(address, bytes) + ": " + cause.getMessage(), cause);
    }

    private static String range(long address, long bytes) {
        return "0x" + Long.toHexString(address) + " with a length of " + bytes + " bytes";
    }
}
