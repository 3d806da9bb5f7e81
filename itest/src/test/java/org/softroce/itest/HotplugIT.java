package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.softroce.ib.IbDevice;
import org.softroce.itest.support.RdmaTestSupport;
import org.softroce.itest.support.RunResult;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.Verbs;

/** Devices come and go: who is told, who sees it, what is refused and what is left then. */
public class HotplugIT extends RdmaTestSupport {
    private Verbs verbs;

    @Before
    public void cable() throws Exception {
        addCable();
        verbs = service(Verbs.class);
    }

    @After
    public void cleanUp() throws Exception {
        removeAll();
    }

    /** A client of the kernel: notes who came and who went. */
    private final class Client extends ServiceTracker<IbDevice, String> {
        private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

        Client() {
            super(HotplugIT.this.context, IbDevice.class, null);
            open();
        }

        @Override
        public String addingService(ServiceReference<IbDevice> reference) {
            String name = (String) reference.getProperty(IbDevice.NAME);
            heard.add("add " + name + " on " + reference.getProperty(IbDevice.NETDEV));
            return name;
        }

        @Override
        public void removedService(ServiceReference<IbDevice> reference, String name) {
            heard.add("remove " + name);
        }
    }

    @Test
    public void aClientHearsOfDevicesAndALateOneOfThoseThatAreThere() throws Exception {
        Client client = new Client();
        script("rdma link add rxe0 type rxe netdev cable0");
        assertThat(client.heard).containsExactly("add rxe0 on cable0");
        Client late = new Client();
        assertThat(late.heard).containsExactly("add rxe0 on cable0");
        script("rdma link delete rxe0");
        assertThat(client.heard).containsExactly("add rxe0 on cable0", "remove rxe0");
        assertThat(late.heard).containsExactly("add rxe0 on cable0", "remove rxe0");
        client.close();
        late.close();
    }

    @Test
    public void theNetDeviceTakesItsRdmaDeviceAlong() throws Exception {
        Client client = new Client();
        addDevices();
        script("ip link delete cable0");
        await("both devices are gone", () -> client.heard.containsAll(List.of("remove rxe0", "remove rxe1")));
        // as on Linux the removal goes on when the command has ended
        awaitNoLink();
        assertThat(verbs.getDeviceList()).isEmpty();
        client.close();
    }

    @Test
    public void aLinkIsAddedShownAndDeletedAHundredTimes() throws Exception {
        for (int i = 0; i < 100; i++) {
            succeed("rdma", "link", "add", "rxe0", "type", "rxe", "netdev", "cable0");
            assertThat(succeed("rdma", "link", "show").out())
                    .isEqualTo("link rxe0/1 state ACTIVE physical_state LINK_UP netdev cable0 \n");
            succeed("rdma", "link", "delete", "rxe0");
            assertThat(succeed("rdma", "link", "show").out()).isEmpty();
        }
    }

    @Test
    public void theDeviceListFollowsAndIndicesAreNew() throws Exception {
        int last = -1;
        IbvContext old = null;
        for (int i = 0; i < 50; i++) {
            succeed("rdma", "link", "add", "rxe0", "type", "rxe", "netdev", "cable0");
            List<IbvDevice> list = verbs.getDeviceList();
            assertThat(list).extracting(IbvDevice::name).containsExactly("rxe0");
            assertThat(list.getFirst().index()).isGreaterThan(last);
            last = list.getFirst().index();
            if (old == null) {
                old = list.getFirst().open();
            }
            succeed("rdma", "link", "delete", "rxe0");
            assertThat(verbs.getDeviceList()).isEmpty();
            IbvContext dead = old;
            assertThatThrownBy(dead::allocPd).isInstanceOfSatisfying(ErrnoException.class,
                    e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
        }
        old.close();
    }

    @Test
    public void theDriverIsLoadedByTheFirstLink() throws Exception {
        assertThat(succeed("lsmod").out()).doesNotContain("rdma_rxe");
        script("rdma link add rxe0 type rxe netdev cable0");
        assertThat(succeed("lsmod").out()).contains("rdma_rxe");
    }

    @Test
    public void refusedLinksSayWhyAndLeaveNothing() throws Exception {
        refused("No such device", List.of("no netdev 'ethX'", "have: lo", "cable0"), "rxe0", "rxe", "ethX");
        refused("Invalid argument", List.of("nosuch", "known types: rxe"), "rxe0", "nosuch", "cable0");
        refused("Invalid argument", List.of("\"\"", "empty"), "", "rxe", "cable0");
        refused("Invalid argument", List.of("rxe%d", "%"), "rxe%d", "rxe", "cable0");
        assertThat(verbs.getDeviceList()).isEmpty();
        assertThat(context.getServiceReferences(IbDevice.class, null)).isEmpty();
    }

    @Test
    public void aNetDeviceHasOneRdmaDeviceAndANameIsTakenOnce() throws Exception {
        script("rdma link add rxe0 type rxe netdev cable0");
        refused("File exists", List.of("cable0", "rxe0"), "rxe9", "rxe", "cable0");
        refused("Too many open files in system", List.of("\"rxe0\""), "rxe0", "rxe", "cable1");
        assertThat(verbs.getDeviceList()).extracting(IbvDevice::name).containsExactly("rxe0");
        assertThat(context.getServiceReferences(IbDevice.class, null)).hasSize(1);
        script("rdma link delete rxe0", "rdma link add rxe0 type rxe netdev cable1");
    }

    private void refused(String errno, List<String> words, String name, String type, String netdev) throws Exception {
        String before = succeed("rdma", "link", "show").out();
        RunResult result = run("rdma", "link", "add", name, "type", type, "netdev", netdev);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        List<String> lines = result.err().lines().toList();
        assertThat(lines).as(result.toString()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(lines.getFirst()).isEqualTo("error: " + errno);
        assertThat(String.join(" ", lines.subList(1, lines.size()))).contains(words);
        assertThat(succeed("rdma", "link", "show").out()).isEqualTo(before);
    }
}
