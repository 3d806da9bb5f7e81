package org.softroce.tools.bench.internal;

import java.lang.management.ManagementFactory;

/** Heap bytes that the posting thread, which runs both ends, allocates for one 2-byte write. */
final class AllocPerMessage implements Measure {

    private static final int WRITES = 100_000;

    private final Connection connection;
    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    AllocPerMessage(BenchMachine machine) {
        connection = new Connection(machine, 2, 4096);
    }

    @Override
    public String unit() {
        return "bytes";
    }

    @Override
    public double round() {
        long before = threads.getCurrentThreadAllocatedBytes();
        connection.write(WRITES);
        return (threads.getCurrentThreadAllocatedBytes() - before) / (double) WRITES;
    }

    @Override
    public void close() {
        connection.close();
    }
}
