package org.softroce.tools.bench.internal;

/** Time from {@code postSend} of a 2-byte write until its completion was polled. */
final class PostToCompletion implements Measure {

    private static final int WRITES = 100_000;

    private final Connection connection;

    PostToCompletion(BenchMachine machine) {
        connection = new Connection(machine, 2, 4096);
    }

    @Override
    public String unit() {
        return "us";
    }

    @Override
    public double round() {
        long start = System.nanoTime();
        connection.write(WRITES);
        return (System.nanoTime() - start) / 1e3 / WRITES;
    }

    @Override
    public void close() {
        connection.close();
    }
}
