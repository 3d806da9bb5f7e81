package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assume.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** The tutorial from first to last by the start script, as anybody would run it. Plain JUnit, no framework. */
public class WalkthroughIT {
    private static final Path DISTRIBUTION = Path.of(System.getProperty("softroce.bundles")).normalize().getParent();
    private static final long LIMIT_MINUTES = 5;
    private static final String USER = "1000";

    /** What real Linux prints, as far as it does not depend on addresses and speed. */
    private static final List<String> GOLDEN = List.of(
            "link rdma_rxe0/1 state ACTIVE physical_state LINK_UP netdev my_vir_eth0 ",
            "link rdma_rxe1/1 state ACTIVE physical_state LINK_UP netdev my_vir_eth1 ",
            "    device          \t   node GUID",
            "    ------          \t----------------",
            "    rdma_rxe0       \t000000fffe000010",
            "    rdma_rxe1       \t000000fffe000011",
            "hca_id:\trdma_rxe0",
            "\ttransport:\t\t\tInfiniBand (0)",
            "\tnode_guid:\t\t\t0000:00ff:fe00:0010",
            "CA 'rdma_rxe0'",
            "* Waiting for client to connect... *",
            "                    RDMA_Write BW Test",
            " #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]");

    private static final List<String> GOLDEN_PATTERNS = List.of(
            "  local address:  LID 0x0000, QPN 0x[0-9a-f]{6}, PSN 0x[0-9a-f]{6}, GID fe80::ff:fe00:11",
            "  remote address: LID 0x0000, QPN 0x[0-9a-f]{6}, PSN 0x[0-9a-f]{6}, GID fe80::ff:fe00:10",
            "  local address:  LID 0x0000, QPN 0x[0-9a-f]{6}, PSN 0x[0-9a-f]{6}, GID ::ffff:192\\.168\\.100\\.11",
            "10000 iters in \\d+\\.\\d\\d seconds = \\d+\\.\\d\\d usec/iter",
            " 65536      5000 +\\d+\\.\\d\\d +\\d+\\.\\d\\d\\s+\\d+\\.\\d{6}",
            " 8388608    100 +\\d+\\.\\d\\d +\\d+\\.\\d\\d\\s+\\d+\\.\\d{6}");

    private record Outcome(int exitCode, String out, String err) { }

    private static Outcome run(List<String> command) throws Exception {
        Path out = Files.createTempFile("walkthrough", ".out");
        Path err = Files.createTempFile("walkthrough", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("SOFTROCE_JAVA_HOME", System.getProperty("java.home"));
            builder.environment().put("SOFTROCE_AOT", "off");
            Process process = builder.start();
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("not within " + LIMIT_MINUTES + " minutes: " + Files.readString(out));
            }
            return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String script() {
        return DISTRIBUTION.resolve("../../../softroce").normalize().toString();
    }

    private static void succeeded(Outcome outcome) {
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).containsAll(GOLDEN);
        for (String pattern : GOLDEN_PATTERNS) {
            assertThat(lines).as(pattern).anyMatch(line -> line.stripTrailing().matches(pattern));
        }
        assertThat(lines.getLast()).startsWith("walkthrough: all ");
    }

    @Test
    public void everyStepSucceeds() throws Exception {
        succeeded(run(List.of(script(), "walkthrough")));
    }

    /** Another user, without any capability, with a distribution that he may only read. */
    @Test
    public void anOrdinaryUserNeedsNothing() throws Exception {
        assumeTrue("run by root", can(List.of("setpriv", "--reuid=" + USER, "true"), "setpriv --reuid (needs root)"));
        Path copy = readOnlyCopy();
        try {
            List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER,
                    "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"));
            assumeTrue("another user may read where this is",
                    can(concat(command, "test", "-r", copy.resolve("softroce").toString()), "reading the copy")
                    && can(concat(command, "test", "-x", System.getProperty("java.home") + "/bin/java"), "that JDK"));
            succeeded(run(concat(command, copy.resolve("softroce").toString(), "walkthrough")));
        } finally {
            delete(copy);
        }
    }

    private static List<String> concat(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return all;
    }

    private static boolean can(List<String> command, String what) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() == 0) {
                return true;
            }
            System.out.println("skipped: " + what + " is not possible here: " + said.strip());
        } catch (Exception e) {
            System.out.println("skipped: " + what + " is not possible here: " + e.getMessage());
        }
        return false;
    }

    /** The distribution as it would be installed, owned by somebody else. */
    private static Path readOnlyCopy() throws Exception {
        Path copy = Files.createTempDirectory("softroce-installed");
        for (String part : List.of("bundles", "lib", "conf")) {
            Path folder = Files.createDirectory(copy.resolve(part));
            try (var files = Files.newDirectoryStream(DISTRIBUTION.resolve(part))) {
                for (Path file : files) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                    mode(folder.resolve(file.getFileName()), "r--r--r--");
                }
            }
            mode(folder, "r-xr-xr-x");
        }
        Files.copy(Path.of(script()), copy.resolve("softroce"));
        mode(copy.resolve("softroce"), "r-xr-xr-x");
        mode(copy, "r-xr-xr-x");
        return copy;
    }

    private static void mode(Path path, String mode) throws Exception {
        Files.setPosixFilePermissions(path, java.nio.file.attribute.PosixFilePermissions.fromString(mode));
    }

    private static void delete(Path folder) throws Exception {
        mode(folder, "rwxr-xr-x");
        try (var entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    delete(entry);
                } else {
                    Files.delete(entry);
                }
            }
        }
        Files.delete(folder);
    }
}
