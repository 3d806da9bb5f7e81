package org.softroce.verbs.driver;

import java.util.Arrays;

/**
 * The numbers that stand for objects in events, where a C program passes the object's address. A number is never 0
 * and not used again for another object.
 */
final class UserHandles {
    private static final int INDEX_BITS = 32;
    private volatile Object[] objects = new Object[16];
    private long generation;
    private int used;

    synchronized long add(Object object) {
        int index = 0;
        while (index < used && objects[index] != null) {
            index++;
        }
        if (index == objects.length) {
            objects = Arrays.copyOf(objects, 2 * index);
        }
        used = Math.max(used, index + 1);
        Entry entry = new Entry(++generation << INDEX_BITS | index, object);
        objects[index] = entry;
        return entry.handle;
    }

    /** The object, or {@code null} if it is gone; allocates nothing. */
    Object get(long handle) {
        Object[] table = objects;
        int index = (int) handle;
        return index >= 0 && index < table.length && table[index] instanceof Entry entry && entry.handle == handle
                ? entry.object : null;
    }

    synchronized void remove(long handle) {
        if (get(handle) != null) {
            objects[(int) handle] = null;
        }
    }

    private record Entry(long handle, Object object) { }
}
