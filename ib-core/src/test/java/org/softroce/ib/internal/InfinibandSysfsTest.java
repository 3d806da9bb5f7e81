package org.softroce.ib.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbDevice;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** What Linux 6.12 has in {@code /sys/class/infiniband/rdma_rxe0}, attribute by attribute. */
class InfinibandSysfsTest {

    private static final String DEVICE = """
            fw_ver:\s
            node_desc: rxe
            node_guid: 0000:00ff:fe00:0010
            node_type: 1: CA
            parent: my_vir_eth0
            sys_image_guid: 0000:00ff:fe00:0010
            uevent: NAME=rdma_rxe0
            """;
    private static final String PORT = """
            cap_mask: 0x00010000
            lid: 0x0
            lid_mask_count: 0
            link_layer: Ethernet
            phys_state: 5: LinkUp
            rate: 10 Gb/sec (1X FDR10)
            sm_lid: 0x0
            sm_sl: 0
            state: 4: ACTIVE
            """;
    private static final String COUNTERS = """
            ack_deferred: 0
            completer_retry_err: 0
            duplicate_request: 0
            lifespan: 12
            link_downed: 0
            out_of_seq_request: 0
            rcvd_pkts: 0
            rcvd_rnr_err: 0
            rcvd_seq_err: 0
            rdma_recvs: 0
            rdma_sends: 0
            retry_exceeded_err: 0
            retry_rnr_exceeded_err: 0
            send_err: 0
            send_rnr_err: 0
            sent_pkts: 0
            """;

    private final Machine machine = new Machine();
    private final InfinibandSysfs sysfs = new InfinibandSysfs(machine.registry);
    private IbDevice device;

    @BeforeEach
    void register() {
        machine.up();
        device = machine.register("rdma_rxe0");
    }

    private SysfsNode node(String path) {
        SysfsNode node = sysfs.devicesMount().directory();
        for (String name : path.split("/")) {
            node = ((SysfsNode.Directory) node).child(name);
        }
        return node;
    }

    private String read(String path) {
        return ((SysfsNode.Attribute) node(path)).show().get();
    }

    /** {@code for f in *; do echo "$f: $(cat $f)"; done} over the attributes. */
    private String texts(String path) {
        StringBuilder text = new StringBuilder();
        SysfsNode.Directory directory = (SysfsNode.Directory) node(path);
        for (String name : directory.list()) {
            if (directory.child(name) instanceof SysfsNode.Attribute attribute) {
                text.append(name).append(": ").append(attribute.show().get().stripTrailing()).append('\n');
            }
        }
        return text.toString();
    }

    @Test
    void attributesAreThoseOfLinux() {
        assertThat(texts("rdma_rxe0")).isEqualTo(DEVICE);
        assertThat(texts("rdma_rxe0/ports/1")).isEqualTo(PORT);
        assertThat(texts("rdma_rxe0/ports/1/hw_counters")).isEqualTo(COUNTERS);
        assertThat(texts("rdma_rxe0/ports/1/pkeys")).isEqualTo("0: 0xffff\n");
    }

    @Test
    void everyAttributeEndsItsLine() {
        assertThat(read("rdma_rxe0/node_guid")).isEqualTo("0000:00ff:fe00:0010\n");
        assertThat(read("rdma_rxe0/fw_ver")).isEqualTo("\n");
        assertThat(read("rdma_rxe0/ports/1/state")).isEqualTo("4: ACTIVE\n");
    }

    @Test
    void entriesOfTheDirectories() {
        assertThat(((SysfsNode.Directory) node("rdma_rxe0")).list()).containsExactly("fw_ver", "node_desc",
                "node_guid", "node_type", "parent", "ports", "subsystem", "sys_image_guid", "uevent");
        assertThat(((SysfsNode.Directory) node("rdma_rxe0/ports")).list()).containsExactly("1");
        assertThat(node("rdma_rxe0/subsystem")).isEqualTo(new SysfsNode.Link("../../../../class/infiniband"));
        assertThat(sysfs.classMount().path()).isEqualTo("/sys/class/infiniband");
        assertThat(sysfs.classMount().directory().child("rdma_rxe0"))
                .isEqualTo(new SysfsNode.Link("../../devices/virtual/infiniband/rdma_rxe0"));
        assertThat(sysfs.classMount().directory().list()).containsExactly("rdma_rxe0");
    }

    @Test
    void gidsAreReadByNumberAndEmptySlotsHaveNoAttributes() {
        SysfsNode.Directory gids = (SysfsNode.Directory) node("rdma_rxe0/ports/1/gids");
        assertThat(gids.list()).hasSize(1024).startsWith("0", "1", "2").endsWith("1023");
        assertThat(read("rdma_rxe0/ports/1/gids/0")).isEqualTo("fe80:0000:0000:0000:0000:00ff:fe00:0010\n");
        assertThat(read("rdma_rxe0/ports/1/gids/1")).isEqualTo("0000:0000:0000:0000:0000:ffff:c0a8:640a\n");
        assertThat(read("rdma_rxe0/ports/1/gids/2")).isEqualTo("0000:0000:0000:0000:0000:0000:0000:0000\n");
        assertThat(read("rdma_rxe0/ports/1/gid_attrs/types/1")).isEqualTo("RoCE v2\n");
        assertThat(read("rdma_rxe0/ports/1/gid_attrs/ndevs/1")).isEqualTo("my_vir_eth0\n");
        for (String name : List.of("types", "ndevs")) {
            assertThatThrownBy(() -> read("rdma_rxe0/ports/1/gid_attrs/" + name + "/2"))
                    .isInstanceOf(ErrnoException.class)
                    .satisfies(e -> assertThat(((ErrnoException) e).errno()).isEqualTo(Errno.EINVAL));
        }
        List<SysfsNode> none = new ArrayList<>();
        for (String name : List.of("1024", "-1", "01", "x", "")) {
            none.add(gids.child(name));
        }
        assertThat(none).containsOnlyNulls();
    }

    @Test
    void aPortWithoutCarrierIsDown() {
        machine.net.setUp(machine.eth0, false);
        assertThat(read("rdma_rxe0/ports/1/state")).isEqualTo("1: DOWN\n");
        assertThat(read("rdma_rxe0/ports/1/phys_state")).isEqualTo("3: Disabled\n");
    }

    @Test
    void theDescriptionCanBeWritten() {
        SysfsNode.Attribute attribute = (SysfsNode.Attribute) node("rdma_rxe0/node_desc");
        assertThat(attribute.mode()).isEqualTo(0644);
        attribute.store().accept("left machine\n");
        assertThat(attribute.show().get()).isEqualTo("left machine\n");
        attribute.store().accept("x".repeat(100));
        assertThat(attribute.show().get()).isEqualTo("x".repeat(64) + "\n");
        assertThat(((SysfsNode.Attribute) node("rdma_rxe0/node_guid")).store()).isNull();
    }

    @Test
    void theTreeFollowsRenamingAndRemoval() {
        machine.registry.rename(device, "my_rxe");
        assertThat(node("rdma_rxe0")).isNull();
        assertThat(read("my_rxe/uevent")).isEqualTo("NAME=my_rxe\n");
        machine.registry.unregister(device);
        assertThat(sysfs.devicesMount().directory().list()).isEmpty();
        assertThat(node("my_rxe")).isNull();
    }
}
