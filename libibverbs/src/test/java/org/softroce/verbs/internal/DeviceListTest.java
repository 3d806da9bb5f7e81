package org.softroce.verbs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;
import org.softroce.uapi.netlink.NlWriter;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.driver.VerbsContext;
import org.softroce.verbs.driver.VerbsDevice;
import org.softroce.verbs.driver.VerbsDeviceOps;
import org.softroce.verbs.driver.VerbsMatch;
import org.softroce.verbs.fake.FakeKernel;

/** Devices by netlink and by sysfs, and which provider takes them. */
class DeviceListTest {
    private static final int PORT = 77;

    private final FakeKernel kernel = new FakeKernel();
    private final Providers providers = new Providers();
    private final TaskVerbs verbs = new TaskVerbs(kernel.task, providers);
    private final Map<Integer, String> devices = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private int driverId = 14;

    @Test
    void netlinkIsAskedFirst() {
        providers.add(new Provider("rxe", 1, 2, new VerbsMatch.DriverId(RdmaDriverId.RXE)));
        serveNetlink();
        add(0, "rxe0");
        add(1, "rxe1");
        List<IbvDevice> list = verbs.getDeviceList();
        assertThat(list).extracting(IbvDevice::name).containsExactly("rxe0", "rxe1");
        IbvDevice second = list.get(1);
        assertThat(second.index()).isEqualTo(1);
        assertThat(second.guid()).isEqualTo(0x020000fffe000011L);
        assertThat(second.nodeType()).isEqualTo(1);
        assertThat(second.transportType()).isZero();
        assertThat(second.devicePath()).isEqualTo("/dev/infiniband/uverbs1");
        assertThat(((VerbsDevice) second).sysfs().major()).isEqualTo(231);
        assertThat(((VerbsDevice) second).sysfs().minor()).isEqualTo(193);
        assertThat(kernel.calls).containsExactly("socket", "close 3");
        assertThat(asked).containsExactly(
                "10000000" + "0114" + "0103" + "01000000" + "00000000",
                "24000000" + "0f14" + "0100" + "02000000" + "00000000" + "08000100" + "00000000"
                        + "0b004500" + "75766572627300" + "00",
                "24000000" + "0f14" + "0100" + "03000000" + "00000000" + "08000100" + "01000000"
                        + "0b004500" + "75766572627300" + "00");
    }

    @Test
    void eachLookIsFreshAndADeviceThatStaysKeepsItsObject() {
        VerbsDeviceOps provider = new Provider("rxe", 1, 2, new VerbsMatch.DriverId(RdmaDriverId.RXE));
        providers.add(provider);
        serveNetlink();
        add(0, "rxe0");
        IbvDevice first = verbs.device("rxe0");
        add(1, "rxe1");
        assertThat(verbs.getDeviceList()).hasSize(2).contains(first);
        devices.remove(0);
        assertThat(verbs.getDeviceList()).extracting(IbvDevice::name).containsExactly("rxe1");
        assertThat(verbs.device("rxe0")).isNull();
        add(0, "rxe0");
        assertThat(verbs.device("rxe0")).isNotNull().isNotSameAs(first);
        IbvDevice old = verbs.device("rxe1");
        providers.remove(provider);
        assertThat(verbs.getDeviceList()).isEmpty();
        providers.add(new Provider("rxe", 1, 2, new VerbsMatch.DriverId(RdmaDriverId.RXE)));
        assertThat(verbs.device("rxe1")).isNotNull().isNotSameAs(old);
    }

    @Test
    void aDeviceWithoutProviderOrFileIsLeftOut() {
        providers.add(new Provider("mlx5", 1, 1, new VerbsMatch.DriverId(RdmaDriverId.MLX5)));
        providers.add(new Provider("old", 7, 9, new VerbsMatch.DriverId(RdmaDriverId.RXE)));
        serveNetlink();
        add(0, "rxe0");
        assertThat(verbs.getDeviceList()).isEmpty();
        providers.add(new Provider("rxe", 1, 2, new VerbsMatch.DriverId(RdmaDriverId.RXE)));
        add(1, "rxe1");
        kernel.nodes.remove("/dev/infiniband/uverbs1");
        assertThat(verbs.getDeviceList()).extracting(IbvDevice::name).containsExactly("rxe0");
        devices.put(5, "gone");
        assertThat(verbs.getDeviceList()).extracting(IbvDevice::name).containsExactly("rxe0");
    }

    @Test
    void theDriversNumberComesBeforeTheName() {
        providers.add(new Provider("byname", 1, 2, VerbsMatch.name("rxe")));
        providers.add(new Provider("bynumber", 1, 2, new VerbsMatch.DriverId(RdmaDriverId.RXE)));
        serveNetlink();
        add(0, "rxe0");
        assertThat(((VerbsDevice) verbs.device("rxe0")).ops().name()).isEqualTo("bynumber");
        driverId = 15;
        add(1, "rxe1");
        assertThat(((VerbsDevice) verbs.device("rxe1")).ops().name()).isEqualTo("byname");
    }

    @Test
    void sysfsIsTheFallback() {
        providers.add(new Provider("rxe", 1, 2, VerbsMatch.name("rxe")));
        serveSysfs();
        List<IbvDevice> list = verbs.getDeviceList();
        assertThat(list).extracting(IbvDevice::name).containsExactly("rxe0", "rxe1");
        assertThat(list.get(0).guid()).isEqualTo(0x020000fffe000010L);
        assertThat(list.get(0).nodeType()).isEqualTo(1);
        assertThat(list.get(0).index()).isEqualTo(-1);
        assertThat(((VerbsDevice) list.get(1)).sysfs().minor()).isEqualTo(193);
    }

    @Test
    void netlinkThatFailsLeadsToSysfsToo() {
        providers.add(new Provider("rxe", 1, 2, VerbsMatch.name("rxe")));
        serveSysfs();
        kernel.netlink = request -> {
            NlReader reader = reader(request);
            return List.of(new NlWriter().ack(reader, PORT, Errno.EOPNOTSUPP, null, true).toBytes());
        };
        assertThat(verbs.getDeviceList()).hasSize(2);
    }

    @Test
    void neitherNetlinkNorSysfs() {
        assertThatThrownBy(verbs::getDeviceList).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(Errno.ENOSYS);
            assertThat(e.detail()).contains("modprobe ib_uverbs");
        });
        serveSysfs();
        kernel.texts.put("/sys/class/infiniband_verbs/abi_version", "7\n");
        assertThatThrownBy(verbs::getDeviceList).hasMessageContaining(
                "kernel ABI version 7 doesn't match library version 6");
    }

    @Test
    void modalias() {
        providers.add(new Provider("pci", 1, 1, new VerbsMatch.Modalias("pci:v000015B3d0000101?sv*")));
        serveSysfs();
        kernel.texts.put("/sys/class/infiniband_verbs/uverbs0/abi_version", "1\n");
        kernel.texts.put("/sys/class/infiniband/rxe0/device/modalias", "pci:v000015B3d00001017sv000015B3\n");
        assertThat(verbs.getDeviceList()).extracting(IbvDevice::name).containsExactly("rxe0");
    }

    private void add(int index, String name) {
        devices.put(index, name);
        kernel.addNode("/dev/infiniband/uverbs" + index, 231, 192 + index);
    }

    private void serveSysfs() {
        String verbsClass = "/sys/class/infiniband_verbs";
        kernel.folders.put(verbsClass, List.of("uverbs1", "abi_version", "uverbs0", "uverbs7"));
        kernel.texts.put(verbsClass + "/abi_version", "6\n");
        for (int i = 0; i < 2; i++) {
            kernel.texts.put(verbsClass + "/uverbs" + i + "/ibdev", "rxe" + i + "\n");
            kernel.texts.put(verbsClass + "/uverbs" + i + "/dev", "231:" + (192 + i) + "\n");
            kernel.texts.put(verbsClass + "/uverbs" + i + "/abi_version", "2\n");
            kernel.texts.put("/sys/class/infiniband/rxe" + i + "/node_guid", "0200:00ff:fe00:001" + i + "\n");
            kernel.texts.put("/sys/class/infiniband/rxe" + i + "/node_type", "1: CA\n");
            kernel.addNode("/dev/infiniband/uverbs" + i, 231, 192 + i);
        }
    }

    private void serveNetlink() {
        kernel.netlink = request -> {
            asked.add(HexFormat.of().formatHex(request));
            NlReader reader = reader(request);
            return command(reader.type()) == RDMA_NLDEV_CMD_GET ? dump(reader) : List.of(chardev(reader));
        };
    }

    private List<byte[]> dump(NlReader request) {
        List<byte[]> datagrams = new ArrayList<>();
        devices.forEach((index, name) -> datagrams.add(new NlWriter()
                .begin(request.type(), NlMsg.NLM_F_MULTI, request.seq(), PORT)
                .putU32(RDMA_NLDEV_ATTR_DEV_INDEX, index)
                .putString(RDMA_NLDEV_ATTR_DEV_NAME, name)
                .putU32(RDMA_NLDEV_ATTR_PORT_INDEX, 1)
                .putU64(RDMA_NLDEV_ATTR_NODE_GUID, 0x020000fffe000010L + index)
                .putU8(RDMA_NLDEV_ATTR_DEV_NODE_TYPE, 1)
                .end().toBytes()));
        datagrams.add(new NlWriter().done(request.seq(), PORT).toBytes());
        return datagrams;
    }

    private byte[] chardev(NlReader request) {
        int index = request.attrs(0).u32(RDMA_NLDEV_ATTR_DEV_INDEX);
        if (!kernel.nodes.containsKey("/dev/infiniband/uverbs" + index) && index > 1) {
            return new NlWriter().ack(request, PORT, Errno.EINVAL, null, true).toBytes();
        }
        return new NlWriter().begin(request.type(), 0, request.seq(), PORT)
                .putString(RDMA_NLDEV_ATTR_CHARDEV_NAME, "uverbs" + index)
                .putU64(RDMA_NLDEV_ATTR_CHARDEV_ABI, 1)
                .putU64(RDMA_NLDEV_ATTR_CHARDEV, 231 << 8 | 192 + index)
                .putU32(RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID, driverId)
                .end().toBytes();
    }

    private static NlReader reader(byte[] request) {
        NlReader reader = new NlReader(request);
        assertThat(reader.next()).isTrue();
        return reader;
    }

    private record Provider(String name, int matchMinAbiVersion, int matchMaxAbiVersion, List<VerbsMatch> matchTable)
            implements VerbsDeviceOps {
        Provider(String name, int min, int max, VerbsMatch match) {
            this(name, min, max, List.of(match));
        }

        @Override
        public VerbsContext allocContext(VerbsDevice device, int cmdFd) {
            throw new UnsupportedOperationException();
        }
    }
}
