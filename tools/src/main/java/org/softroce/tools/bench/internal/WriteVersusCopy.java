package org.softroce.tools.bench.internal;

import java.lang.foreign.MemorySegment;

/** Time of a 64 KiB {@link MemorySegment#copy} over the time of a 64 KiB RDMA write, both of the same two buffers. */
final class WriteVersusCopy implements Measure {

    private static final int BYTES = 65536;
    private static final int WRITES = 1500;
    private static final int COPIES = 6000;

    private final Connection connection;

    WriteVersusCopy(BenchMachine machine, int mtu) {
        connection = new Connection(machine, BYTES, mtu);
    }

    @Override
    public String unit() {
        return "ratio";
    }

    @Override
    public double round() {
        long start = System.nanoTime();
        copy();
        long between = System.nanoTime();
        connection.write(WRITES);
        long end = System.nanoTime();
        return ((between - start) / (double) COPIES) / ((end - between) / (double) WRITES);
    }

    private void copy() {
        MemorySegment from = connection.sides[0].buffer;
        MemorySegment to = connection.sides[1].buffer;
        for (int i = 0; i < COPIES; i++) {
            MemorySegment.copy(from, 0, to, 0, BYTES);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
