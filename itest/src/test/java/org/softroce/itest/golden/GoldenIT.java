package org.softroce.itest.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Test;
import org.softroce.itest.golden.Transcript.Block;
import org.softroce.itest.support.BackgroundRun;
import org.softroce.itest.support.RdmaTestSupport;
import org.softroce.itest.support.RunResult;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetNamespace;

/**
 * Our programs print what the real ones print: transcripts of Linux 6.12 with rdma-core, iproute2 and perftest are
 * played and compared, but for numbers, addresses and times. On standard error the real tool's lines come first, ours
 * may follow.
 */
public class GoldenIT extends RdmaTestSupport {
    private static final Pattern LOOKS = Pattern.compile("\\b(show|ibv_devinfo|ibv_devices|ibstat|cat)\\b");
    private static final long SETTLE_NS = 5_000_000_000L;

    @After
    public void takeTheMachineDown() throws Exception {
        run("modprobe", "-r", "rdma_rxe");
        for (String line : run("ip", "netns", "list").out().lines().toList()) {
            succeed("ip", "netns", "del", line.split(" ")[0]);
        }
        run("ip", "link", "del", "my_vir_eth0");
        run("ip", "link", "del", "other0");
    }

    @Test
    public void aMachineWithoutDevices() throws Exception {
        play("nothing.txt");
    }

    @Test
    public void theTutorial() throws Exception {
        play("walkthrough.txt");
    }

    @Test
    public void rdma() throws Exception {
        play("rdma.txt");
    }

    @Test
    public void verbsPrograms() throws Exception {
        play("verbs.txt");
    }

    @Test
    public void pingpong() throws Exception {
        play("pingpong.txt");
    }

    @Test
    public void writeBandwidth() throws Exception {
        play("write_bw.txt");
    }

    @Test
    public void errors() throws Exception {
        play("errors.txt");
    }

    @Test
    public void linkStates() throws Exception {
        play("unplug.txt");
    }

    @Test
    public void namespaces() throws Exception {
        play("netns.txt");
    }

    @Test
    public void sysfs() throws Exception {
        play("sysfs.txt");
    }

    private void play(String name) throws Exception {
        List<Block> blocks = Transcript.read(name);
        assertThat(blocks).isNotEmpty();
        List<String> complaints = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            switch (block.kind) {
                case "!" -> succeed(block.argv());
                case "server$" -> pair(block, blocks.get(++i), complaints);
                default -> single(block, complaints);
            }
        }
        assertThat(complaints).isEmpty();
    }

    /** What only looks may look again: events of net devices reach the RDMA devices a little later. */
    private void single(Block block, List<String> complaints) throws Exception {
        RunResult result = run(block.argv());
        long endNs = System.nanoTime() + SETTLE_NS;
        while (!same(block, result) && LOOKS.matcher(block.command).find() && System.nanoTime() - endNs < 0) {
            Thread.onSpinWait();
            result = run(block.argv());
        }
        compare(block, result, complaints);
    }

    private void pair(Block server, Block client, List<String> complaints) throws Exception {
        NetNamespace namespace = service(Net.class).initial();
        try (BackgroundRun running = start(server.argv())) {
            await(server.command + " listens or ends", () -> namespace.isListening(portOf(server))
                    || !running.process().isAlive());
            compare(client, run(client.argv()), complaints);
            compare(server, running.await(), complaints);
        }
    }

    private static int portOf(Block block) {
        List<String> argv = List.of(block.argv());
        int option = argv.indexOf("-p");
        return option < 0 ? 18515 : Integer.parseInt(argv.get(option + 1));
    }

    private static void compare(Block expected, RunResult result, List<String> complaints) {
        if (!same(expected, result)) {
            complaints.add("\n" + result + "\nexpected:\n" + String.join("\n", expected.out) + "\n[stderr]\n"
                    + String.join("\n", expected.err) + "\n[exit " + expected.exitCode + "]");
        }
    }

    private static boolean same(Block expected, RunResult result) {
        List<String> err = Transcript.lines(result.err());
        return expected.filtered(Transcript.lines(result.out())).equals(expected.out)
                && result.exitCode() == expected.exitCode
                && (expected.exitCode != 0 || !expected.err.isEmpty() || err.isEmpty())
                && err.size() >= expected.err.size() && err.subList(0, expected.err.size()).equals(expected.err);
    }
}
