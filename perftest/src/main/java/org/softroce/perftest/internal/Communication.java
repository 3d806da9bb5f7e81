package org.softroce.perftest.internal;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import org.softroce.kernel.libc.Stream;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;

/**
 * The TCP talk of the two sides, byte for byte perftest's: the client writes first, then reads.
 *
 * @mirrors perftest/src/perftest_communication.c
 */
final class Communication implements AutoCloseable {

    private final Stream stream;
    private final boolean client;
    private final PrintStream err;

    private Communication(Stream stream, boolean client, PrintStream err) {
        this.stream = stream;
        this.client = client;
        this.err = err;
    }

    /** Connects, or waits for the client. */
    static Communication establish(Task task, Parameters p, PrintStream err) throws TestFailure {
        String step = p.isClient() ? "Couldn't connect to " + p.server + ":" + p.port
                : "Couldn't listen to port " + p.port;
        try {
            if (p.isClient()) {
                return new Communication(Stream.connect(task, p.server, p.port), true, err);
            }
            int listening = Stream.listen(task, p.port);
            step = "accept() failed";
            return new Communication(Stream.accept(task, listening), false, err);
        } catch (ErrnoException e) {
            err.print(step + "\nUnable to open file descriptor for socket connection\n"
                    + " Unable to init the socket connection\n");
            Words.explain(err, e);
            throw new TestFailure();
        }
    }

    /** Tells ours and hears theirs; both have the same length. */
    byte[] exchange(byte[] mine) throws TestFailure {
        byte[] theirs = new byte[mine.length];
        if (client) {
            write(mine, "Couldn't send reports", " Unable to write to socket/rdma_cm");
            read(theirs, "ethernet_read_data: Couldn't read reports", " Unable to read from socket/rdma_cm");
        } else {
            read(theirs, "ethernet_read_data: Couldn't read reports", " Unable to read to socket/rdma_cm");
            write(mine, "Couldn't send reports", " Unable to write from socket/rdma_cm");
        }
        return theirs;
    }

    /** @mirrors perftest/src/perftest_communication.c#ctx_hand_shake */
    Dest handShake(Dest mine) throws TestFailure {
        byte[] theirs = new byte[Dest.MESSAGE_BYTES];
        byte[] ours = Stream.ascii(mine.toWire(), Dest.MESSAGE_BYTES);
        if (client) {
            write(ours, "Couldn't send local address", " Unable to write to socket/rdma_cm");
            read(theirs, "ethernet_read_keys: Couldn't read remote address", " Unable to read from socket/rdma_cm");
        } else {
            read(theirs, "ethernet_read_keys: Couldn't read remote address", " Unable to read to socket/rdma_cm");
            write(ours, "Couldn't send local address", " Unable to write from socket/rdma_cm");
        }
        Dest remote = Dest.ofWire(Stream.text(theirs));
        if (remote == null) {
            err.print("Couldn't parse line <" + Stream.text(theirs) + ">\n");
            throw failed();
        }
        return remote;
    }

    int exchangeInt(int mine) throws TestFailure {
        return ByteBuffer.wrap(exchange(ByteBuffer.allocate(4).putInt(mine).array())).getInt();
    }

    private long exchangeLong(long mine) throws TestFailure {
        return ByteBuffer.wrap(exchange(ByteBuffer.allocate(8).putLong(mine).array())).getLong();
    }

    private double exchangeDouble(double mine) throws TestFailure {
        return Double.longBitsToDouble(exchangeLong(Double.doubleToRawLongBits(mine)));
    }

    /** @mirrors perftest/src/perftest_communication.c#xchg_bw_reports */
    Report exchange(Report mine) throws TestFailure {
        long size = exchangeLong(mine.size());
        long iters = exchangeLong(mine.iters());
        double peak = exchangeDouble(mine.peak());
        double average = exchangeDouble(mine.average());
        double rate = exchangeDouble(mine.messageRate());
        return new Report(size, iters, peak, average, rate);
    }

    private void read(byte[] buffer, String words, String then) throws TestFailure {
        int count;
        ErrnoException cause = null;
        try {
            // one read(), as the real tool has it: a message of another size means that the sides disagree
            count = stream.readOnce(buffer);
        } catch (ErrnoException e) {
            count = -1;
            cause = e;
        }
        if (count != buffer.length) {
            err.print(words + "\n" + then + "\n");
            throw failed(cause, count > 0
                    ? "the other side sent " + count + " bytes where " + buffer.length + " belong: do both have the same"
                            + " options?"
                    : "the other side closed the connection; see its messages");
        }
    }

    private void write(byte[] bytes, String words, String then) throws TestFailure {
        try {
            stream.write(bytes);
        } catch (ErrnoException e) {
            err.print("client write: " + e.errno().text() + "\n" + words + "\n" + then + "\n");
            throw failed(e, null);
        }
    }

    private TestFailure failed() {
        return failed(null, null);
    }

    private TestFailure failed(ErrnoException cause, String why) {
        err.print(" Failed to exchange data between server and clients\n");
        if (cause != null) {
            Words.explain(err, cause);
        } else if (why != null) {
            err.print("  " + why + "\n");
        }
        return new TestFailure();
    }

    @Override
    public void close() {
        stream.close();
    }
}
