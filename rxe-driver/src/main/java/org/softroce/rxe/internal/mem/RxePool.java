package org.softroce.rxe.internal.mem;

import java.util.Arrays;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Objects by index. Indices are given out in a circle, so that one is not used again soon; looking up takes two array
 * loads and no lock.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_pool.c
 */
public final class RxePool<T> {
    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final String noun;
    private final int min;
    private final int max;
    private final int limit;
    private volatile Object[][] chunks = new Object[0][];
    private int next;
    private int count;

    /**
     * @param noun for texts: "queue pairs"
     * @param min first index
     * @param max last index
     * @param limit objects at a time
     */
    public RxePool(String noun, int min, int max, int limit) {
        this.noun = noun;
        this.min = min;
        this.max = max;
        this.limit = limit;
        this.next = min;
    }

    /** Reserves an index; {@link #put} makes it visible. ENOMEM at the limit. */
    public synchronized int reserve() {
        if (count >= limit) {
            throw new ErrnoException(Errno.ENOMEM, "the device has " + count + " " + noun + " and may have " + limit
                    + "; destroy some first");
        }
        while (entry(next) != null) {
            next = next == max ? min : next + 1;
        }
        int index = next;
        next = next == max ? min : next + 1;
        store(index, this);
        count++;
        return index;
    }

    /** Makes an object visible at a reserved index. */
    public synchronized void put(int index, T object) {
        store(index, object);
    }

    /** Frees an index. */
    public synchronized void remove(int index) {
        if (entry(index) != null) {
            store(index, null);
            count--;
        }
    }

    /** Objects and reservations. */
    public synchronized int count() {
        return count;
    }

    /** The object or {@code null}; any int may be asked for. */
    @SuppressWarnings("unchecked")
    public T get(int index) {
        Object found = entry(index);
        return found == this ? null : (T) found;
    }

    private Object entry(int index) {
        Object[][] c = chunks;
        int chunk = index >>> CHUNK_BITS;
        return chunk >= c.length || c[chunk] == null ? null : c[chunk][index & CHUNK - 1];
    }

    /** The volatile write at the end publishes what the object holds. */
    private void store(int index, Object object) {
        Object[][] c = chunks;
        int chunk = index >>> CHUNK_BITS;
        if (chunk >= c.length) {
            c = Arrays.copyOf(c, chunk + 1);
        }
        if (c[chunk] == null) {
            c[chunk] = new Object[CHUNK];
        }
        c[chunk][index & CHUNK - 1] = object;
        chunks = c;
    }
}
