package org.softroce.ib.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbEvent;
import org.softroce.ib.fake.FakeDriver;
import org.softroce.kernel.net.IpAddress;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbEventType;

class PortGidsTest {

    private final Machine machine = new Machine();

    private static List<String> gids(GidTable table) {
        List<String> gids = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            GidTable.Entry entry = table.get(i);
            gids.add(entry == null ? "-" : entry.gid().toGidString());
        }
        return gids.subList(0, gids.stream().filter(gid -> !gid.equals("-")).mapToInt(gids::lastIndexOf).max()
                .orElse(-1) + 1);
    }

    @Test
    void theDefaultGidIsThereBeforeTheDeviceIsUpAndStaysAfterIt() {
        GidTable table = machine.register("rxe0").gidTable(1);
        assertThat(gids(table)).containsExactly("fe80::ff:fe00:10");
        machine.up();
        assertThat(gids(table)).containsExactly("fe80::ff:fe00:10", "::ffff:192.168.100.10");
        machine.net.setUp(machine.eth0, false);
        assertThat(table.get(0).gid().toGidString()).isEqualTo("fe80::ff:fe00:10");
        assertThat(table.length()).isEqualTo(1024);
    }

    @Test
    void slotsAreReusedLowestFirst() {
        machine.up();
        GidTable table = machine.register("rxe0").gidTable(1);
        machine.net.addAddress(machine.eth0, Machine.address("10.0.0.1", 8));
        machine.net.addAddress(machine.eth0, Machine.address("2001:db8::1", 64));
        machine.net.deleteAddress(machine.eth0, Machine.address("192.168.100.10", 24));
        assertThat(gids(table)).containsExactly("fe80::ff:fe00:10", "-", "::ffff:10.0.0.1", "2001:db8::1");
        machine.net.addAddress(machine.eth0, Machine.address("10.0.0.2", 8));
        assertThat(gids(table)).containsExactly("fe80::ff:fe00:10", "::ffff:10.0.0.2", "::ffff:10.0.0.1",
                "2001:db8::1");
        assertThat(table.find(IpAddress.parse("10.0.0.1").orElseThrow())).isEqualTo(2);
        assertThat(table.find(IpAddress.parse("10.0.0.9").orElseThrow())).isEqualTo(-1);
    }

    @Test
    void everyChangeIsAnEventOfThePort() {
        machine.up();
        IbDevice device = machine.register("rxe0");
        List<IbEvent> events = new ArrayList<>();
        device.addEventHandler(events::add);
        machine.net.addAddress(machine.eth0, Machine.address("10.0.0.1", 8));
        machine.net.addAddress(machine.eth1, Machine.address("10.0.0.2", 8));
        machine.net.deleteAddress(machine.eth0, Machine.address("10.0.0.1", 8));
        assertThat(events).extracting(IbEvent::type)
                .containsExactly(IbEventType.GID_CHANGE, IbEventType.GID_CHANGE);
        assertThat(events).extracting(IbEvent::port).containsOnly(1);
    }

    @Test
    void withoutHardwareAddressGidsCountFromZero() {
        IbDevice device = machine.registry.register("rdma_lo",
                new FakeDriver(machine.net.initial().deviceByName("lo")));
        assertThat(gids(device.gidTable(1))).startsWith("::ffff:127.0.0.1");
    }

    @Test
    void errorsNameWhatThereIs() {
        machine.up();
        GidTable table = machine.register("rxe0").gidTable(1);
        assertThat(table.validIndices()).contains("0").contains("1 (::ffff:192.168.100.10)");
        assertThatThrownBy(() -> table.get(1024)).isInstanceOf(ErrnoException.class).hasMessageContaining("1024");
        assertThatThrownBy(() -> table.get(-1)).isInstanceOf(ErrnoException.class);
    }
}
