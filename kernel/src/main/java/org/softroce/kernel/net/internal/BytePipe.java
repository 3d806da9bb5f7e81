package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** One direction of a connection: a bounded ring of bytes; nothing here waits. */
final class BytePipe {

    /** Bytes that can be under way. */
    static final int CAPACITY = 64 * 1024;
    private static final int MASK = CAPACITY - 1;

    private byte[] ring;
    private int head;
    private int count;
    private boolean writerGone;
    private boolean readerGone;
    private boolean reset;

    /** How many bytes went in; 0 if there is no room. EPIPE. */
    synchronized int write(MemorySegment data) {
        if (readerGone || writerGone) {
            throw new ErrnoException(Errno.EPIPE, writerGone ? "the writing half of this connection was shut down"
                    : "the other end of this connection is closed");
        }
        int bytes = (int) Math.min(data.byteSize(), CAPACITY - count);
        if (bytes == 0) {
            return 0;
        }
        if (ring == null) {
            ring = new byte[CAPACITY];
        }
        int at = head + count & MASK;
        int first = Math.min(bytes, CAPACITY - at);
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, 0, ring, at, first);
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, first, ring, 0, bytes - first);
        count += bytes;
        return bytes;
    }

    /** How many bytes came out; 0 = end of file, -1 = nothing yet. ECONNRESET. */
    synchronized int read(MemorySegment buffer) {
        int bytes = (int) Math.min(buffer.byteSize(), count);
        if (count == 0 && buffer.byteSize() > 0) {
            if (reset) {
                reset = false;
                throw new ErrnoException(Errno.ECONNRESET, "the other end closed with bytes of ours unread");
            }
            return writerGone ? 0 : -1;
        }
        if (bytes == 0) {
            return 0;
        }
        int first = Math.min(bytes, CAPACITY - head);
        MemorySegment.copy(ring, head, buffer, ValueLayout.JAVA_BYTE, 0, first);
        MemorySegment.copy(ring, 0, buffer, ValueLayout.JAVA_BYTE, first, bytes - first);
        head = head + bytes & MASK;
        count -= bytes;
        return bytes;
    }

    /** No more bytes will come; {@code asReset}: the reader is told ECONNRESET when it has read what there is. */
    synchronized void closeWriter(boolean asReset) {
        writerGone = true;
        reset |= asReset;
    }

    /** Nobody will read any more; true if bytes were left unread. */
    synchronized boolean closeReader() {
        readerGone = true;
        boolean unread = count > 0;
        count = 0;
        ring = null;
        return unread;
    }

    synchronized boolean isReadable() {
        return count > 0 || writerGone;
    }

    synchronized boolean isWritable() {
        return count < CAPACITY || readerGone;
    }

    synchronized boolean isWriterGone() {
        return writerGone;
    }

    synchronized boolean isReset() {
        return reset;
    }
}
