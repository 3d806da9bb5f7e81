package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Captured frames on their way to a reader: a bounded ring; what does not fit is counted and lost. */
final class CaptureRing {

    /** Bytes of frames and headers that wait. */
    static final int CAPACITY = 4 * 1024 * 1024;
    /** What goes before each frame a reader gets: time (8), ifindex (4), direction (4), little-endian. */
    static final int HEADER_BYTES = 16;
    private static final int LENGTH_BYTES = 4;
    private static final int MASK = CAPACITY - 1;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final byte[] ring = new byte[CAPACITY];
    private final byte[] head = new byte[LENGTH_BYTES + HEADER_BYTES];
    private final MemorySegment headView = MemorySegment.ofArray(head);
    private long readAt;
    private long writeAt;
    private long dropped;

    /** False, and counted, if there is no room. */
    synchronized boolean put(long timeNs, int ifindex, int direction, MemorySegment data, long offset, int bytes) {
        if (writeAt - readAt + head.length + bytes > CAPACITY) {
            dropped++;
            return false;
        }
        headView.set(INT, 0, bytes);
        headView.set(LONG, LENGTH_BYTES, timeNs);
        headView.set(INT, LENGTH_BYTES + 8, ifindex);
        headView.set(INT, LENGTH_BYTES + 12, direction);
        copyIn(headView, 0, head.length);
        copyIn(data, offset, bytes);
        return true;
    }

    /** Header and frame, cut to what fits the buffer; -1 if there is none. */
    synchronized int take(MemorySegment buffer) {
        if (readAt == writeAt) {
            return -1;
        }
        copyOut(headView, LENGTH_BYTES);
        int bytes = HEADER_BYTES + headView.get(INT, 0);
        int fits = (int) Math.min(bytes, buffer.byteSize());
        copyOut(buffer, fits);
        readAt += bytes - fits;
        return fits;
    }

    synchronized boolean isEmpty() {
        return readAt == writeAt;
    }

    /** Frames lost since this was asked last. */
    synchronized long takeDropped() {
        long lost = dropped;
        dropped = 0;
        return lost;
    }

    private void copyIn(MemorySegment source, long offset, int bytes) {
        int at = (int) writeAt & MASK;
        int first = Math.min(bytes, CAPACITY - at);
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, ring, at, first);
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset + first, ring, 0, bytes - first);
        writeAt += bytes;
    }

    private void copyOut(MemorySegment target, int bytes) {
        int at = (int) readAt & MASK;
        int first = Math.min(bytes, CAPACITY - at);
        MemorySegment.copy(ring, at, target, ValueLayout.JAVA_BYTE, 0, first);
        MemorySegment.copy(ring, 0, target, ValueLayout.JAVA_BYTE, first, bytes - first);
        readAt += bytes;
    }
}
