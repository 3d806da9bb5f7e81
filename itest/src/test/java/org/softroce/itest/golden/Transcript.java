package org.softroce.itest.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the real tools printed, recorded on Linux 6.12: {@code $ COMMAND}, its output, {@code [stderr]} and what went
 * there, {@code [exit CODE]}. {@code server$} and {@code client$} run at the same time; {@code ! COMMAND} prepares.
 */
final class Transcript {
    private static final Pattern COMMAND = Pattern.compile("(!|\\$|server\\$|client\\$) (.*)");
    private static final Pattern EXIT = Pattern.compile("\\[exit (\\d+)]");
    private static final Pattern GREP = Pattern.compile("\\| grep (?:-E )?\"?([^\"]+)\"?$");
    private static final String NUMBER = "N";

    private Transcript() { }

    /** A command, perhaps through {@code grep}, with what is expected of it. */
    static final class Block {
        final String kind;
        final String command;
        final List<String> out = new ArrayList<>();
        final List<String> err = new ArrayList<>();
        int exitCode;

        private Block(String kind, String command) {
            this.kind = kind;
            this.command = command;
        }

        String[] argv() {
            return command.replaceFirst("\\|.*", "").strip().split("\\s+");
        }

        /** What is left of the output when it has gone through {@code | grep PATTERN}, if the command ends with it. */
        List<String> filtered(List<String> lines) {
            Matcher grep = GREP.matcher(command);
            if (!grep.find()) {
                return lines;
            }
            Pattern pattern = Pattern.compile(grep.group(1));
            return lines.stream().filter(line -> pattern.matcher(line).find()).toList();
        }
    }

    static List<Block> read(String name) throws IOException {
        List<Block> blocks = new ArrayList<>();
        try (var reader = new BufferedReader(new InputStreamReader(
                Transcript.class.getResourceAsStream("/golden/" + name), StandardCharsets.UTF_8))) {
            Block block = null;
            List<String> sink = null;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher command = COMMAND.matcher(line);
                Matcher exit = EXIT.matcher(line);
                if (command.matches()) {
                    block = new Block(command.group(1), command.group(2));
                    blocks.add(block);
                    sink = block.out;
                } else if (line.equals("[stderr]")) {
                    sink = block.err;
                } else if (exit.matches()) {
                    block.exitCode = Integer.parseInt(exit.group(1));
                } else {
                    sink.add(mask(line));
                }
            }
        }
        return blocks;
    }

    /** The lines of an output, masked. */
    static List<String> lines(String text) {
        return text.lines().map(Transcript::mask).toList();
    }

    /** Replaces what differs from run to run. */
    private static String mask(String line) {
        String masked = line.replaceAll("(QPN|PSN|RKey|VAddr) 0x[0-9a-f]+", "$1 " + NUMBER)
                .replaceAll("in \\d+\\.\\d\\d seconds", "in N seconds")
                .replaceAll("= \\d+\\.\\d\\d (Mbit|usec)", "= N $1")
                .replaceAll("\\b[A-Z][a-z]{2} +\\d+ \\d\\d:\\d\\d", "DATE")
                .replaceAll("\"ifindex\": ?\\d+", "\"ifindex\": N")
                .replaceAll("^\\d+: ", "N: ")
                .replaceAll("netdev_index(\"?:? ?)\\d+", "netdev_index$1N")
                .replaceAll("(local_dma_lkey\"?:? ?\"?)(0x)?[0-9a-f]+", "$1N");
        if (masked.matches(" \\d+ +\\d+ +[\\d.]+ +[\\d.]+\\s+[\\d.]+ *")) {
            return masked.replaceAll("\\d+\\.\\d+", NUMBER).replaceAll("(\\d|N)\\s+", "$1 ");
        }
        return masked;
    }
}
