package org.softroce.tools.bench.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Figures of one measure over the rounds. */
final class Result {

    private final String name;
    private final String unit;
    private final double[] values;
    private int count;

    Result(String name, String unit, int rounds) {
        this.name = name;
        this.unit = unit;
        this.values = new double[rounds];
    }

    void add(double value) {
        values[count++] = value;
    }

    private double[] sorted() {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** {@code name median unit (min .., max .., N rounds)}. */
    String line() {
        double[] sorted = sorted();
        return name + " " + number(median(sorted)) + " " + unit + " (min " + number(sorted[0]) + ", max "
                + number(sorted[count - 1]) + ", " + count + " rounds)";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3f", value);
    }

    /** {@code {"name": {"median": .., "min": .., "max": .., "unit": "..", "rounds": [..]}, ..}}. */
    static void writeJson(String file, List<Result> results) throws IOException {
        StringBuilder text = new StringBuilder("{");
        for (Result result : results) {
            double[] sorted = result.sorted();
            text.append(text.length() > 1 ? "," : "").append("\n  \"").append(result.name).append("\": {\"median\": ")
                    .append(median(sorted)).append(", \"min\": ").append(sorted[0]).append(", \"max\": ")
                    .append(sorted[sorted.length - 1]).append(", \"unit\": \"").append(result.unit)
                    .append("\", \"rounds\": ").append(Arrays.toString(Arrays.copyOf(result.values, result.count)))
                    .append('}');
        }
        Files.writeString(Path.of(file), text.append("\n}\n"));
    }
}
