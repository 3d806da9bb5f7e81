package org.softroce.tools.bench.internal;

/** One thing that is measured, a figure a round. */
interface Measure extends AutoCloseable {

    String unit();

    /** Until the compiler has done its work. */
    void warmUp() throws Exception;

    double round() throws Exception;

    @Override
    void close();
}
