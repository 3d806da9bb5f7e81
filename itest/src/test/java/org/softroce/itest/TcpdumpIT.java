package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.softroce.itest.support.BackgroundRun;
import org.softroce.itest.support.RdmaTestSupport;

/** What goes over the embedded wire is seen by our tcpdump, and taken for RoCEv2 by Wireshark. */
public class TcpdumpIT extends RdmaTestSupport {
    private static final int SIGINT = 2;
    private static final int ITERATIONS = 3;
    /** Both ways a message of 4096 bytes at an MTU of 1024 takes four packets and an ACK. */
    private static final int FRAMES = ITERATIONS * 2 * 5;

    @Before
    public void twoDevicesOnACable() throws Exception {
        script("modprobe rdma_rxe", "ip link add cable0 type veth peer name cable1",
                "ip addr add 192.168.100.10/24 dev cable0", "ip addr add 192.168.100.11/24 dev cable1",
                "ip link set cable0 up", "ip link set cable1 up", "rdma link add rxe0 type rxe netdev cable0",
                "rdma link add rxe1 type rxe netdev cable1");
    }

    @After
    public void takeItDown() throws Exception {
        script("rdma link delete rxe0", "rdma link delete rxe1", "ip link delete cable0", "modprobe -r rdma_rxe");
    }

    private BackgroundRun capture(String... arguments) throws Exception {
        BackgroundRun capture = start(arguments);
        await("a listening tcpdump", () -> capture.err().contains("listening on "));
        return capture;
    }

    private void pingPong() throws Exception {
        String iterations = String.valueOf(ITERATIONS);
        try (BackgroundRun server = start("ibv_rc_pingpong", "-d", "rxe1", "-g", "1", "-n", iterations)) {
            awaitListening(server, 18515);
            succeed("ibv_rc_pingpong", "-d", "rxe0", "-g", "1", "-n", iterations, "192.168.100.11");
            assertThat(server.await().exitCode()).isZero();
        }
    }

    @Test
    public void printsEachPacketOfAPingPong() throws Exception {
        try (BackgroundRun capture = capture("tcpdump", "-n", "-i", "cable0", "udp", "port", "4791")) {
            pingPong();
            await("all packets", () -> capture.out().lines().count() >= FRAMES);
            capture.process().kill(SIGINT);
            var result = capture.await();
            assertThat(result.exitCode()).isZero();
            assertThat(result.err()).contains("listening on cable0, link-type EN10MB (Ethernet)")
                    .contains(" packets captured\n").endsWith("0 packets dropped by kernel\n");
            List<String> lines = result.out().lines().filter(line -> !line.isEmpty()).toList();
            assertThat(lines).allMatch(line -> line.endsWith(", icrc ok"));
            assertThat(lines.getFirst()).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{6} IP 192\\.168\\.100\\.10\\.\\d+ > "
                    + "192\\.168\\.100\\.11\\.4791: RoCEv2 RC_SEND_FIRST, dqpn \\d+, psn \\d+, length 1024, icrc ok");
            assertThat(lines.stream().filter(line -> line.contains("RC_SEND_LAST"))).hasSize(2 * ITERATIONS);
        }
    }

    @Test
    public void wiresharkTakesItForRoce() throws Exception {
        Path file = Files.createTempFile("capture", ".pcapng");
        try (BackgroundRun capture = capture("tcpdump", "-i", "cable0", "-c", String.valueOf(FRAMES), "-w",
                file.toString())) {
            pingPong();
            assertThat(capture.await().exitCode()).isZero();
            assumeTrue("tshark is installed", hasTshark());
            assertThat(tshark("-r", file.toString(), "-Y", "infiniband && frame.interface_name == \"cable0\"").lines())
                    .hasSize(FRAMES);
            assertThat(tshark("-r", file.toString(), "-Y", "_ws.malformed || _ws.expert")).isEmpty();
        } finally {
            Files.delete(file);
        }
    }

    private static boolean hasTshark() {
        try {
            tshark("--version");
            return true;
        } catch (IOException e) {
            System.out.println("skipped: tshark, which would judge our captures, is not installed");
            return false;
        }
    }

    /** Without the dissector that takes any payload of four bytes and more for an RPC and then finds it malformed. */
    private static String tshark(String... arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of("tshark", "--disable-protocol", "rpcordma"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
