package org.softroce.rxe.internal.mem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.softroce.ib.IbMr;
import org.softroce.ib.IbPd;
import org.softroce.kernel.task.UserMemory;

/**
 * A memory region: addresses from {@code iova} on stand for the bytes of the owner's memory that were resolved once, at
 * registration.
 *
 * <p>Accesses throw what the memory throws: {@code IllegalStateException} when its owner closed the arena,
 * {@code IndexOutOfBoundsException} never after {@link #covers}. Callers turn these into completions.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_mr.c
 */
public final class RxeMr extends IbMr {
    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.nativeOrder()).varHandle();

    private final MemorySegment view;
    private final UserMemory memory;
    private final long start;
    private final long length;
    private final long iova;
    private final int access;
    private final int key;
    private volatile boolean valid = true;

    /**
     * @param view the bytes, or {@code null} if {@code memory} has to be asked each time
     * @param start address of the first byte in {@code memory}
     * @param key index and the random low byte; local and remote key are the same
     */
    public RxeMr(IbPd pd, MemorySegment view, UserMemory memory, long start, long length, long iova, int access,
            int key) {
        super(pd);
        this.view = view;
        this.memory = memory;
        this.start = start;
        this.length = length;
        this.iova = iova;
        this.access = access;
        this.key = key;
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long iova() {
        return iova;
    }

    @Override
    public int access() {
        return access;
    }

    /** No access is allowed any more. */
    public void invalidate() {
        valid = false;
    }

    /**
     * Whether the region may be used so.
     *
     * @param wanted access bits, one of which is enough; 0 = local read, always allowed
     * @mirrors drivers/infiniband/sw/rxe/rxe_mr.c#lookup_mr
     */
    public boolean permits(IbPd user, int usedKey, int wanted) {
        return valid && usedKey == key && user == pd() && (wanted == 0 || (access & wanted) != 0);
    }

    /** Whether all of these addresses belong to the region; {@code bytes} is not negative. */
    public boolean covers(long address, long bytes) {
        long offset = address - iova;
        return bytes <= length && Long.compareUnsigned(offset, length - bytes) <= 0;
    }

    /** Copies from the region into a frame. */
    public void copyOut(long address, MemorySegment frame, long at, int bytes) {
        if (view != null) {
            MemorySegment.copy(view, address - iova, frame, at, bytes);
        } else {
            memory.read(start + (address - iova), frame, at, bytes);
        }
    }

    /** Copies from a frame into the region. */
    public void copyIn(long address, MemorySegment frame, long at, int bytes) {
        if (view != null) {
            MemorySegment.copy(frame, at, view, address - iova, bytes);
        } else {
            memory.write(start + (address - iova), frame, at, bytes);
        }
    }

    /**
     * Compare-and-swap of eight bytes; the old value.
     *
     * @throws IllegalArgumentException if the address is not aligned
     */
    public long compareAndSwap(long address, long compare, long swap) {
        return (long) LONG.compareAndExchange(atomicView(), address - iova, compare, swap);
    }

    /** Fetch-and-add of eight bytes; the old value. See {@link #compareAndSwap}. */
    public long fetchAndAdd(long address, long add) {
        return (long) LONG.getAndAdd(atomicView(), address - iova, add);
    }

    private MemorySegment atomicView() {
        if (view == null) {
            throw new IllegalArgumentException("memory that cannot be mapped has no atomics");
        }
        return view;
    }
}
