package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.softroce.itest.support.RcEnd;
import org.softroce.itest.support.RdmaTestSupport;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvWrOpcode;
import org.softroce.verbs.Verbs;

/** Adding and deleting devices two hundred times leaves nothing behind. */
public class LeakIT extends RdmaTestSupport {
    private static final int CYCLES = 200;
    private static final int WARM_UP = 20;
    /** Every so many cycles somebody uses the device, and half of these leave without closing it. */
    private static final int USED = 10;
    /** Less than one in each use would leave. */
    private static final int TOLERANCE = CYCLES / USED / 2 - 1;
    /** A histogram line: number, instances, bytes, class name, module. */
    private static final int COLUMNS = 4;

    private record Snapshot(int services, List<String> tasks, Map<String, Integer> objects) { }

    @Before
    public void cable() throws Exception {
        addCable();
    }

    @After
    public void cleanUp() throws Exception {
        removeAll();
    }

    @Test
    public void twoHundredCyclesLeaveNothing() throws Exception {
        cycles(WARM_UP);
        Snapshot before = snapshot();
        cycles(CYCLES);
        List<String> grown = new ArrayList<>();
        await("nothing is left", () -> {
            Snapshot after = snapshot();
            grown.clear();
            difference(before, after, grown);
            return grown.isEmpty();
        }, grown);
        assertThat(succeed("rdma", "link", "show").out()).isEmpty();
        assertThat(succeed("ls", "/dev").out()).doesNotContain("uverbs");
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition, List<String> grown)
            throws Exception {
        try {
            await(what, condition);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; left or grown: " + grown);
        }
    }

    private void cycles(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            addDevices();
            if (i % USED == 0) {
                ping(i % (2 * USED) == 0);
            }
            script("rdma link delete rxe0", "rdma link delete rxe1");
        }
    }

    /** A process of its own opens both devices and writes; it may end without closing, or live until they are gone. */
    private void ping(boolean orderly) throws Exception {
        Tasks tasks = service(Tasks.class);
        Task task = tasks.create("leak", 0, service(org.softroce.kernel.net.Net.class).initial());
        Verbs verbs = service(org.softroce.verbs.VerbsLibrary.class).forTask(task);
        IbvContext context0 = verbs.device("rxe0").open();
        IbvContext context1 = verbs.device("rxe1").open();
        RcEnd one = new RcEnd(context0, 64);
        RcEnd other = new RcEnd(context1, 64);
        RcEnd.connect(one, other);
        one.qp.postSend(one.request(IbvWrOpcode.RDMA_WRITE, 64, other));
        assertThat(one.completion()).isZero();
        if (orderly) {
            one.close();
            other.close();
            context0.close();
            context1.close();
        } else {
            script("rdma link delete rxe0", "rdma link delete rxe1");
            task.exit();
            addDevices();
        }
        task.exit();
    }

    private Snapshot snapshot() throws Exception {
        int services = context.getAllServiceReferences(null, null).length;
        List<String> tasks = service(Tasks.class).list().stream().map(Task::comm).sorted().toList();
        return new Snapshot(services, tasks, histogram());
    }

    /** Live objects of our classes, and memory segments; the histogram collects garbage first. */
    private static Map<String, Integer> histogram() throws Exception {
        String text = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
        Map<String, Integer> counts = new HashMap<>();
        for (String line : text.split("\n")) {
            String[] columns = line.strip().split("\\s+");
            if (columns.length >= COLUMNS && (columns[3].startsWith("org.softroce.")
                    || columns[3].startsWith("jdk.internal.foreign.") || columns[3].equals("java.lang.Thread"))) {
                counts.merge(columns[3], Integer.parseInt(columns[1]), Integer::sum);
            }
        }
        assertThat(counts).isNotEmpty();
        return counts;
    }

    private static void difference(Snapshot before, Snapshot after, List<String> grown) {
        if (after.services() > before.services()) {
            grown.add(after.services() - before.services() + " services");
        }
        if (!after.tasks().equals(before.tasks())) {
            grown.add("tasks " + after.tasks() + " instead of " + before.tasks());
        }
        after.objects().forEach((name, count) -> {
            int more = count - before.objects().getOrDefault(name, 0);
            if (more > TOLERANCE) {
                grown.add(more + " " + name);
            }
        });
    }
}
