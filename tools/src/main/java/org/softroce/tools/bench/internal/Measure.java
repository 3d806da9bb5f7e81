package org.softroce.tools.bench.internal;

/** One thing that is measured, a figure a round. */
interface Measure extends AutoCloseable {

    String unit();

    double round() throws Exception;

    @Override
    void close();
}
