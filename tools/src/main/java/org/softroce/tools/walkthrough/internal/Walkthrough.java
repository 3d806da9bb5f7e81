package org.softroce.tools.walkthrough.internal;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Programs;

/**
 * {@code walkthrough}: the classic Soft-RoCE tutorial from the first command to the last, each shown with its output.
 *
 * <p>Ends with 0 only if every step did; the first that fails ends it and is named.
 */
@Component(property = Program.NAME + "=walkthrough")
public final class Walkthrough implements Program {

    private static final String SERVER_ADDRESS = "192.168.100.11";
    private static final int PORT = 18515;

    private final Programs programs;

    @Activate
    public Walkthrough(@Reference Programs programs) {
        this.programs = programs;
    }

    /** Steps in order; a pair of server and client is one. */
    private static List<Step> steps() {
        return List.of(
                Step.title("Load the driver"),
                Step.command("modprobe rdma_rxe"),
                Step.title("A virtual cable with an address at each end"),
                Step.command("ip link add my_vir_eth0 address 02:00:00:00:00:10 type veth peer name my_vir_eth1 "
                        + "address 02:00:00:00:00:11"),
                Step.command("ip addr add 192.168.100.10/24 dev my_vir_eth0"),
                Step.command("ip addr add 192.168.100.11/24 dev my_vir_eth1"),
                Step.command("ip link set my_vir_eth0 up"),
                Step.command("ip link set my_vir_eth1 up"),
                Step.title("An RDMA device on each end"),
                Step.command("rdma link add rdma_rxe0 type rxe netdev my_vir_eth0"),
                Step.command("rdma link add rdma_rxe1 type rxe netdev my_vir_eth1"),
                Step.command("rdma link show"),
                Step.command("ibv_devices"),
                Step.command("ibv_devinfo"),
                Step.command("ibstat"),
                Step.title("10000 messages to and fro, between the link-local GIDs"),
                pair("ibv_rc_pingpong -d rdma_rxe%d -g 0 -n 10000"),
                Step.title("Bandwidth of RDMA writes: 64 KiB, then every size"),
                pair("ib_write_bw -d rdma_rxe%d"),
                pair("ib_write_bw -d rdma_rxe%d -a -n 100"),
                Step.title("Between the IPv4 GIDs of one machine (real Linux wants accept_local for this)"),
                pair("ibv_rc_pingpong -d rdma_rxe%d -g 1"),
                Step.title("Take it down"),
                Step.command("rdma link delete rdma_rxe0"),
                Step.command("rdma link delete rdma_rxe1"),
                Step.command("rdma link show"),
                Step.command("ip link delete my_vir_eth0"));
    }

    private static Step pair(String command) {
        return Step.pair(command.formatted(1), command.formatted(0) + " " + SERVER_ADDRESS, PORT);
    }

    @Override
    public int run(Invocation invocation) throws InterruptedException {
        if (!invocation.args().isEmpty()) {
            invocation.err().print("usage: walkthrough\n  it takes no arguments, not \""
                    + String.join(" ", invocation.args()) + "\"\n");
            return 2;
        }
        long start = System.nanoTime();
        StepRunner runner = new StepRunner(programs, invocation);
        int done = 0;
        for (Step step : steps()) {
            String failure = runner.run(step);
            if (failure != null) {
                invocation.out().flush();
                invocation.err().print("walkthrough: step failed: " + step.words() + "\n  " + failure + "\n");
                return 1;
            }
            done += step.commands().size();
        }
        invocation.out().printf("\nwalkthrough: all %d commands succeeded in %.1f s\n", done,
                (System.nanoTime() - start) / 1e9);
        return 0;
    }
}
