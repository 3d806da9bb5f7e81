package org.softroce.infinibanddiags.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** The tools on a tree of two devices, against what the real ones printed. */
final class DiagsTest {

    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private void device(String name, String lastByte) {
        String dir = "/sys/class/infiniband/" + name + "/";
        attributes.put(dir + "node_type", "1: CA\n");
        attributes.put(dir + "fw_ver", "\n");
        attributes.put(dir + "node_guid", "0000:00ff:fe00:00" + lastByte + "\n");
        attributes.put(dir + "sys_image_guid", "0000:00ff:fe00:00" + lastByte + "\n");
        String port = dir + "ports/1/";
        attributes.put(port + "cap_mask", "0x00010000\n");
        attributes.put(port + "lid", "0x0\n");
        attributes.put(port + "lid_mask_count", "0\n");
        attributes.put(port + "link_layer", "Ethernet\n");
        attributes.put(port + "phys_state", "5: LinkUp\n");
        attributes.put(port + "rate", "10 Gb/sec (1X FDR10)\n");
        attributes.put(port + "sm_lid", "0x0\n");
        attributes.put(port + "sm_sl", "0\n");
        attributes.put(port + "state", "4: ACTIVE\n");
        attributes.put(port + "gids/0", "fe80:0000:0000:0000:0000:00ff:fe00:00" + lastByte + "\n");
    }

    private Task task() {
        return (Task) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Task.class},
                (_, method, args) -> switch (method.getName()) {
                    case "pid" -> 1056;
                    case "readText" -> read((String) args[0]);
                    case "readDirectory" -> list((String) args[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private String read(String path) {
        String text = attributes.get(path);
        if (text == null) {
            throw new ErrnoException(Errno.ENOENT, path);
        }
        return text;
    }

    private List<String> list(String path) {
        Set<String> names = new LinkedHashSet<>();
        attributes.keySet().stream().filter(key -> key.startsWith(path + "/"))
                .forEach(key -> names.add(key.substring(path.length() + 1).split("/")[0]));
        if (names.isEmpty() && !path.equals("/sys/class/infiniband")) {
            throw new ErrnoException(Errno.ENOENT, path);
        }
        return List.copyOf(names);
    }

    private int run(String commandLine) throws Exception {
        out.reset();
        err.reset();
        List<String> argv = List.of(commandLine.split(" "));
        Program program = argv.getFirst().equals("ibstat") ? new Ibstat() : new Ibstatus();
        return program.run(new Invocation(task(), argv.getFirst(), argv.subList(1, argv.size()),
                InputStream.nullInputStream(), new PrintStream(out), new PrintStream(err)));
    }

    @TestFactory
    List<DynamicTest> printsWhatTheRealToolsPrinted() throws Exception {
        device("rdma_rxe1", "11");
        device("rdma_rxe0", "10");
        String golden;
        try (InputStream in = getClass().getResourceAsStream("/golden-ibstat.txt")) {
            golden = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (String entry : golden.split("(?m)^\\$ ")) {
            if (entry.isEmpty()) {
                continue;
            }
            int line = entry.indexOf('\n');
            int end = entry.indexOf("[exit ");
            String command = entry.substring(0, line);
            int code = Integer.parseInt(entry.substring(end + 6, entry.indexOf(']', end)));
            tests.add(DynamicTest.dynamicTest(command, () -> {
                assertThat(run(command)).isEqualTo(code);
                assertThat(out).hasToString(entry.substring(line + 1, end));
                assertThat(err.toString()).isEmpty();
            }));
        }
        assertThat(tests).hasSize(7);
        return tests;
    }

    @Test
    void withoutDevicesTheyEndAsTheRealOnesDo() throws Exception {
        assertThat(run("ibstat")).isZero();
        assertThat(out.toString() + err).isEmpty();
        assertThat(run("ibstatus")).isEqualTo(255);
        assertThat(out).hasToString(
                "Fatal error:  device '*': sys files not found (/sys/class/infiniband/*/ports)\n");
    }

    @Test
    void aPortThatIsDown() throws Exception {
        device("rdma_rxe0", "10");
        attributes.put("/sys/class/infiniband/rdma_rxe0/ports/1/state", "1: DOWN\n");
        attributes.put("/sys/class/infiniband/rdma_rxe0/ports/1/phys_state", "2: Polling\n");
        assertThat(run("ibstat rdma_rxe0")).isZero();
        assertThat(out.toString()).contains("\t\tState: Down\n\t\tPhysical state: Polling\n");
        assertThat(run("ibstat -s")).isZero();
        assertThat(out.toString()).endsWith("\tSystem image GUID: 0x000000fffe000010\n");
    }

    @Test
    void wrongArguments() throws Exception {
        device("rdma_rxe0", "10");
        assertThat(run("ibstat nosuch")).isEqualTo(255);
        assertThat(err.toString().lines()).containsExactly(
                "ibpanic: [1056] main: 'nosuch' IB device can't be found: Success", "There are: rdma_rxe0.");
        assertThat(run("ibstat rdma_rxe0 2")).isZero();
        assertThat(err.toString().lines()).containsExactly(
                "ibwarn: [1056] ca_stat: CA: 'rdma_rxe0' has no port number 2 - max (1)",
                "ibwarn: [1056] main: stat of IB device 'rdma_rxe0' failed");
        assertThat(run("ibstat -x")).isEqualTo(2);
        assertThat(err.toString()).startsWith("ibstat: invalid option -- 'x'\n\nUsage: ibstat [options]");
        assertThat(run("ibstatus nosuch")).isEqualTo(255);
        assertThat(out).hasToString(
                "Fatal error:  device 'nosuch': sys files not found (/sys/class/infiniband/nosuch/ports)\n");
    }
}
