package org.softroce.iproute2.ip.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every command of a recording of the real tool, in its order, gives the same output, the same first lines on the
 * error stream and the same exit code.
 */
final class IpGoldenTest {

    private record Recorded(String command, String out, String err, int exit) { }

    @ParameterizedTest
    @ValueSource(strings = {"show.txt", "errors.txt", "netns.txt"})
    void sameAsTheRealTool(String file) throws IOException {
        IpRuns machine = new IpRuns();
        List<Recorded> recording = recording(file);
        assertThat(recording).hasSizeGreaterThan(5);
        for (Recorded recorded : recording) {
            IpRuns.Result result = machine.run(recorded.command);
            assertThat(result.out()).as(recorded.command).isEqualTo(recorded.out);
            assertThat(result.err()).as(recorded.command).startsWith(recorded.err);
            assertThat(result.exit()).as(recorded.command + " " + result.err()).isEqualTo(recorded.exit);
            if (recorded.err.isEmpty()) {
                assertThat(result.err()).as(recorded.command).isEmpty();
            }
        }
    }

    private static List<Recorded> recording(String file) throws IOException {
        List<Recorded> recording = new ArrayList<>();
        try (InputStream in = IpGoldenTest.class.getResourceAsStream("/ip/" + file)) {
            String command = null;
            StringBuilder out = new StringBuilder();
            StringBuilder err = null;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith("$ ")) {
                    command = line.substring(2);
                    out = new StringBuilder();
                    err = null;
                } else if (line.equals("[stderr]")) {
                    err = new StringBuilder();
                } else if (line.startsWith("[exit ")) {
                    recording.add(new Recorded(command, out.toString(), err == null ? "" : err.toString(),
                            Integer.parseInt(line.substring(6, line.length() - 1))));
                } else {
                    (err == null ? out : err).append(line).append('\n');
                }
            }
        }
        return recording;
    }
}
