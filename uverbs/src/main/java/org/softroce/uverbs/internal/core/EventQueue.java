package org.softroce.uverbs.internal.core;

import java.util.Arrays;
import org.softroce.kernel.task.WaitQueue;

/**
 * Events that wait to be read, oldest first. Posting allocates only when the ring has to grow.
 *
 * @mirrors drivers/infiniband/core/uverbs.h#ib_uverbs_event_queue
 */
public final class EventQueue {
    /** A process that arms and never reads loses further events rather than the machine its memory. */
    static final int EVENTS_MAX = 1 << 16;

    private final WaitQueue waitQueue = new WaitQueue();
    private long[] elements = new long[16];
    private int[] types = new int[16];
    private EventSource[] sources = new EventSource[16];
    private int head;
    private int count;
    private long dropped;
    private boolean closed;

    /**
     * Appends an event.
     *
     * @param source what counts it when it is read; null for events of port and device
     */
    public void post(long element, int type, EventSource source) {
        synchronized (this) {
            if (closed || source != null && source.isWithdrawn()) {
                return;
            }
            if (count == EVENTS_MAX) {
                dropped++;
                return;
            }
            if (count == elements.length) {
                grow();
            }
            int at = head + count & elements.length - 1;
            elements[at] = element;
            types[at] = type;
            sources[at] = source;
            count++;
        }
        waitQueue.wake();
    }

    /** No further events; what is there can still be read. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        waitQueue.wake();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized boolean isEmpty() {
        return count == 0;
    }

    /** Events lost because nobody read. */
    synchronized long dropped() {
        return dropped;
    }

    /** The element of the oldest event; only if there is one. */
    synchronized long headElement() {
        return elements[head];
    }

    /** The type of the oldest event; only if there is one. */
    synchronized int headType() {
        return types[head];
    }

    /** Takes the oldest event away and counts it as reported. */
    synchronized void consume() {
        if (sources[head] != null) {
            sources[head].countReported();
        }
        sources[head] = null;
        head = head + 1 & elements.length - 1;
        count--;
    }

    /** Takes away all events of a source that nobody read. */
    synchronized void withdraw(EventSource source) {
        int mask = elements.length - 1;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int from = head + i & mask;
            if (sources[from] != source) {
                int to = head + kept++ & mask;
                elements[to] = elements[from];
                types[to] = types[from];
                sources[to] = sources[from];
            }
        }
        for (int i = kept; i < count; i++) {
            sources[head + i & mask] = null;
        }
        count = kept;
    }

    WaitQueue waitQueue() {
        return waitQueue;
    }

    private void grow() {
        int capacity = elements.length;
        long[] newElements = new long[2 * capacity];
        int[] newTypes = new int[2 * capacity];
        EventSource[] newSources = new EventSource[2 * capacity];
        for (int i = 0; i < count; i++) {
            int from = head + i & capacity - 1;
            newElements[i] = elements[from];
            newTypes[i] = types[from];
            newSources[i] = sources[from];
        }
        Arrays.fill(sources, null);
        elements = newElements;
        types = newTypes;
        sources = newSources;
        head = 0;
    }
}
