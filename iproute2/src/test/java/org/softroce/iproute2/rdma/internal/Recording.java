package org.softroce.iproute2.rdma.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A session recorded on Linux: {@code $ command}, what it printed, {@code [stderr]} and what it complained,
 * {@code [exit N]}.
 */
final class Recording {

    /** One command; {@code number} counts from 0. */
    record Step(int number, String command, String out, String err, int exit) { }

    private Recording() { }

    static List<Step> read(String resource) {
        List<Step> steps = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Recording.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("$ ")) {
                    steps.add(step(steps.size(), line.substring(2), reader));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return steps;
    }

    private static Step step(int number, String command, BufferedReader reader) throws IOException {
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        StringBuilder into = out;
        String line = reader.readLine();
        while (!line.startsWith("[exit ")) {
            if (line.equals("[stderr]")) {
                into = err;
            } else {
                into.append(line).append('\n');
            }
            line = reader.readLine();
        }
        int exit = Integer.parseInt(line.substring(6, line.length() - 1));
        return new Step(number, command, out.toString(), err.toString(), exit);
    }

    /** Numbers that differ from machine to machine are taken out. */
    static String masked(String text) {
        return text.replaceAll("(?m)^\\d+: ", "#: ").replaceAll("(\"ifindex\": ?)\\d+", "$1#")
                .replaceAll("(netdev_index\"?:? ?)\\d+", "$1#").replaceAll("(local_dma_lkey 0x)[0-9a-f]+", "$1#")
                .replaceAll("(\"local_dma_lkey\": ?\")[0-9a-f]+", "$1#");
    }
}
