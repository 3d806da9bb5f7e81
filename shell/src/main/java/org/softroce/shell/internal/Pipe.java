package org.softroce.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A pipe between two commands, as large as Linux's: a full one blocks the writer, and once the reader has closed its
 * end a write ends the writer, as SIGPIPE does.
 *
 * @mirrors fs/pipe.c
 */
final class Pipe {
    private static final int CAPACITY = 65_536;

    private final byte[] ring = new byte[CAPACITY];
    private final Runnable brokenPipe;
    private int head;
    private int count;
    private boolean writerClosed;
    private boolean readerClosed;

    /** @param brokenPipe what ends the writer */
    Pipe(Runnable brokenPipe) {
        this.brokenPipe = brokenPipe;
    }

    InputStream reader() {
        return new Reader();
    }

    OutputStream writer() {
        return new Writer();
    }

    private synchronized int take(byte[] bytes, int offset, int length) throws IOException {
        while (count == 0 && !writerClosed && !readerClosed) {
            await();
        }
        if (count == 0 || readerClosed) {
            return -1;
        }
        int n = Math.min(Math.min(length, count), CAPACITY - head);
        System.arraycopy(ring, head, bytes, offset, n);
        head = (head + n) % CAPACITY;
        count -= n;
        notifyAll();
        return n;
    }

    private synchronized int put(byte[] bytes, int offset, int length) throws IOException {
        while (count == CAPACITY && !readerClosed) {
            await();
        }
        if (readerClosed) {
            return -1;
        }
        int tail = (head + count) % CAPACITY;
        int n = Math.min(Math.min(length, CAPACITY - count), CAPACITY - tail);
        System.arraycopy(bytes, offset, ring, tail, n);
        count += n;
        notifyAll();
        return n;
    }

    private void await() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private synchronized void closeWriter() {
        writerClosed = true;
        notifyAll();
    }

    private synchronized void closeReader() {
        readerClosed = true;
        notifyAll();
    }

    private final class Reader extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return length == 0 ? 0 : take(bytes, offset, length);
        }

        @Override
        public void close() {
            closeReader();
        }
    }

    private final class Writer extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int n = put(bytes, offset + done, length - done);
                if (n < 0) {
                    brokenPipe.run();
                    throw new IOException("Broken pipe");
                }
                done += n;
            }
        }

        @Override
        public void close() {
            closeWriter();
        }
    }
}
