package org.softroce.perftest.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.Invocation;

/** Options: what they set, what they imply, how bad ones are refused. */
class ParametersParserTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Parameters parse(String line) throws ParametersParser.Exit {
        List<String> args = line.isEmpty() ? List.of() : List.of(line.split(" "));
        return ParametersParser.parse(new Invocation(null, "ib_write_bw", args, InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8)));
    }

    private int exitOf(String line) {
        return catchThrowableOfType(ParametersParser.Exit.class, () -> parse(line)).code;
    }

    @Test
    void defaults() throws ParametersParser.Exit {
        Parameters p = parse("");
        assertThat(p.size).isEqualTo(65536);
        assertThat(p.iters).isEqualTo(5000);
        assertThat(p.txDepth).isEqualTo(128);
        assertThat(p.cqMod).isEqualTo(1);
        assertThat(p.isClient()).isFalse();
    }

    @Test
    void everyOptionOfTheTutorial() throws ParametersParser.Exit {
        Parameters p = parse("-d rdma_rxe0 -i 1 -p 12345 -s 2 -n 100 -t 64 -q 4 -m 512 -x 0 -b -F -l 4 "
                + "--report_gbits 192.168.100.11");
        assertThat(p.device).isEqualTo("rdma_rxe0");
        assertThat(List.of(p.port, p.size, p.iters, p.txDepth, p.numQps, p.mtu, p.gidIndex, p.postList, p.cqMod))
                .containsExactly(12345, 2, 100, 64, 4, 512, 0, 4, 4);
        assertThat(p.duplex && p.gbits && p.gidGiven).isTrue();
        assertThat(p.server).isEqualTo("192.168.100.11");
    }

    @Test
    void iterationsBoundTheDepth() throws ParametersParser.Exit {
        Parameters p = parse("-n 5 -a");
        assertThat(List.of(p.txDepth, p.cqMod, p.size)).containsExactly(5, 5, 1 << 23);
    }

    @Test
    void durationMeasuresNoPeak() throws ParametersParser.Exit {
        Parameters p = parse("-D 3");
        assertThat(p.noPeak).isTrue();
        assertThat(p.margin).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(" WARNING: BW peak won't be measured in this run.\n");
    }

    @Test
    void inlineIsDisabledInTheWordsOfTheTool() throws ParametersParser.Exit {
        assertThat(parse("-I 64 -s 32 -t 16 -Q 4").inlineSize).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("Device not recognized to implement inline feature. Disabling it\n");
    }

    @Test
    void badValuesAreNamed() {
        assertThat(exitOf("-n 4")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith(" Iteration num should be between 5 and").contains("not 4")
                .endsWith(" Parser function exited with Error\n");
        assertThat(exitOf("-q x")).isEqualTo(1);
        assertThat(exitOf("-c XX")).isEqualTo(1);
        assertThat(exitOf("-c UC")).isEqualTo(1);
        assertThat(exitOf("-R")).isEqualTo(1);
        assertThat(exitOf("--nosuch")).isEqualTo(1);
        assertThat(exitOf("a b")).isEqualTo(1);
        assertThat(exitOf("-s 99999999999")).isEqualTo(1);
        assertThat(exitOf("-n 10 -l 3")).isEqualTo(1);
    }

    @Test
    void versionAndHelpEndWithOneAsTheRealTool() {
        assertThat(exitOf("--version")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("Version: 6.24\n");
        assertThat(exitOf("--help")).isEqualTo(1);
    }
}
