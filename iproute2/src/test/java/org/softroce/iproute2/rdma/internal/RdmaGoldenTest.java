package org.softroce.iproute2.rdma.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * Every line of {@code rdma} against the same on Linux: standard output to the byte (numbers of the machine masked),
 * the first lines of standard error, the exit code.
 */
class RdmaGoldenTest {

    /** What differs on purpose: devices are always shared by all net namespaces. */
    private static final List<String> DIFFERENT = List.of("rdma system set netns exclusive");

    private static final int DEVICES_APPEAR = 7;

    private static void check(Recording.Step step, RdmaMachine.Result result) {
        String label = "step " + step.number() + ": " + step.command();
        if (step.err().isEmpty()) {
            assertThat(result.err()).as(label).isEmpty();
        } else {
            assertThat(result.err()).as(label).startsWith(step.err());
        }
        assertThat(Recording.masked(result.out())).as(label).isEqualTo(Recording.masked(step.out()));
        assertThat(result.exit()).as(label).isEqualTo(step.exit());
    }

    @TestFactory
    Stream<DynamicTest> theTool() {
        RdmaMachine machine = new RdmaMachine();
        List<DynamicTest> tests = new ArrayList<>();
        boolean different = false;
        for (Recording.Step step : Recording.read("/rdma/tool.txt")) {
            if (step.number() == DEVICES_APPEAR) {
                tests.add(DynamicTest.dynamicTest("two devices", () -> {
                    machine.addVethPair();
                    machine.rdma("link add rdma_rxe0 type rxe netdev my_vir_eth0");
                    machine.rdma("link add rdma_rxe1 type rxe netdev my_vir_eth1");
                }));
            }
            boolean skipped = different || DIFFERENT.contains(step.command());
            different = DIFFERENT.contains(step.command());
            if (!skipped && (step.command() + " ").startsWith("rdma ")) {
                tests.add(DynamicTest.dynamicTest(step.number() + ": " + step.command(),
                        () -> check(step, machine.rdma(step.command().substring(4)))));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> errors() {
        RdmaMachine machine = new RdmaMachine();
        machine.addVethPair();
        List<DynamicTest> tests = new ArrayList<>();
        for (Recording.Step step : Recording.read("/rdma/errors.txt")) {
            if (step.command().startsWith("modprobe -r rdma_rxe")) {
                tests.add(DynamicTest.dynamicTest("unload", () -> machine.registry.unregisterDriver(RdmaDriverId.RXE)));
            } else if (step.command().startsWith("rdma link del rdma_rxe0")
                    && machine.registry.byName("rdma_rxe0") == null && step.exit() == 0) {
                tests.add(DynamicTest.dynamicTest("again", () -> {
                    machine.rdma("link add rdma_rxe0 type rxe netdev my_vir_eth0");
                    check(step, machine.rdma(step.command().substring(4)));
                }));
            } else if (!step.command().contains("vlan") && !step.command().startsWith("modprobe")) {
                tests.add(DynamicTest.dynamicTest(step.number() + ": " + step.command(), () -> chain(machine, step)));
            }
        }
        return tests.stream();
    }

    /** Commands one after the other; the last one is looked at. */
    private static void chain(RdmaMachine machine, Recording.Step step) {
        for (String command : step.command().split("; ")) {
            if (command.startsWith("ip ")) {
                assertThat(machine.ip(command.substring(3)).exit()).as(command).isZero();
            } else if (command.startsWith("rdma")) {
                check(step, machine.rdma(command.substring(4)));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> namespaces() {
        RdmaMachine machine = new RdmaMachine();
        List<DynamicTest> tests = new ArrayList<>();
        for (Recording.Step step : Recording.read("/rdma/netns.txt")) {
            String command = step.command();
            tests.add(DynamicTest.dynamicTest(step.number() + ": " + command, () -> {
                if (command.matches("ip netns exec ns\\d rdma .*")) {
                    NetNamespace namespace = machine.net.namespace(command.substring(14, 17));
                    check(step, machine.rdma(namespace, 0, command.substring(22)));
                } else if (command.startsWith("rdma ")) {
                    check(step, machine.rdma(command.substring(5)));
                } else if (command.matches("ip netns exec ns\\d ip .*")) {
                    String inside = "-n " + command.substring(14, 17) + " " + command.substring(21);
                    assertThat(machine.ip(inside).exit()).isEqualTo(step.exit());
                } else if (command.startsWith("ip ") && !command.startsWith("ip netns exec")) {
                    assertThat(machine.ip(command.substring(3)).exit()).isEqualTo(step.exit());
                } else {
                    assertThat(command).matches("ip netns exec ns\\d (ls|ibv_).*|ibv_devinfo .*");
                }
            }));
        }
        return tests.stream();
    }
}
