package org.softroce.nldev.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbChardev;
import org.softroce.ib.IbDevice;
import org.softroce.ib.RdmaLinkOps;
import org.softroce.ib.fake.FakeDriver;
import org.softroce.ib.internal.DeviceRegistry;
import org.softroce.ib.internal.Publisher;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.internal.NetStack;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.netlink.NlAttrs;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;
import org.softroce.uapi.netlink.NlWriter;

/** The family by its messages: bytes that are pinned, refusals with errno and text, and noise. */
class NldevTest {

    private static final int PORT_ID = 4711;
    private static final int SEQ = 0x51525354;
    private static final int DOIT = NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_ACK;
    private static final int DUMP = DOIT | NlMsg.NLM_F_DUMP;

    private final NetStack net = new NetStack();
    private final NetDevice eth0 = net.addVeth(net.initial(), "eth0", MacAddress.parse("02:00:00:00:00:10"),
            net.initial(), "eth1", MacAddress.parse("02:00:00:00:00:11"));
    private final DeviceRegistry registry = new DeviceRegistry(device -> new Publisher.Publication() {
        @Override
        public void update(IbDevice changed) { }

        @Override
        public void withdraw() { }
    });
    private final List<String> requested = new ArrayList<>();
    private final Nldev nldev = new Nldev(registry, modules());
    private final Task root = task(0);

    @BeforeEach
    void up() {
        net.setUp(eth0, true);
        net.setUp(eth0.peer(), true);
    }

    private Task task(int uid) {
        return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "uid" -> uid;
                    case "netNamespace" -> net.initial();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    /** Modules that can be asked for: the one of link type "late" publishes it. */
    private Modules modules() {
        return (Modules) Proxy.newProxyInstance(Modules.class.getClassLoader(), new Class<?>[] {Modules.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "request" -> request((String) args[0]);
                    case "list" -> List.of(new Modules.ModuleInfo("rdma_late", List.of(), List.of("rdma-link-late"),
                            false, 0, List.of()));
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private boolean request(String alias) {
        requested.add(alias);
        if (!alias.equals("rdma-link-late")) {
            return false;
        }
        nldev.addLinkOps(new RdmaLinkOps() {
            @Override
            public String type() {
                return "late";
            }

            @Override
            public void newlink(String name, NetDevice netdev) {
                registry.register(name, new FakeDriver(netdev));
            }
        });
        return true;
    }

    private static byte[] message(int command, int flags, Consumer<NlWriter> attributes) {
        NlWriter writer = new NlWriter().begin(type(RDMA_NL_NLDEV, command), flags, SEQ, 0);
        attributes.accept(writer);
        return writer.end().toBytes();
    }

    private String hex(byte[] request) {
        StringBuilder text = new StringBuilder();
        for (byte[] datagram : nldev.receive(root, PORT_ID, request)) {
            text.append(HexFormat.of().formatHex(datagram)).append('\n');
        }
        return text.toString();
    }

    private void refused(Task caller, int command, int flags, Errno errno, String words,
            Consumer<NlWriter> attributes) {
        List<byte[]> replies = nldev.receive(caller, PORT_ID, message(command, flags, attributes));
        assertThat(replies).hasSize(1);
        NlReader reader = new NlReader(replies.getFirst());
        assertThat(reader.next()).isTrue();
        boolean dump = reader.type() == NlMsg.NLMSG_DONE;
        assertThat(reader.type()).isEqualTo(dump ? NlMsg.NLMSG_DONE : NlMsg.NLMSG_ERROR);
        assertThat(Errno.of(reader.errno())).isEqualTo(errno);
        assertThat(reader.seq()).isEqualTo(SEQ);
        assertThat(reader.port()).isEqualTo(PORT_ID);
        assertThat(reader.flags() & NlMsg.NLM_F_ACK_TLVS).isNotZero();
        String text = dump ? reader.attrs(4).string(NlMsg.NLMSGERR_ATTR_MSG) : reader.errorText();
        assertThat(text).contains(words);
    }

    private NlAttrs answer(int command, Consumer<NlWriter> attributes) {
        List<byte[]> replies = nldev.receive(root, PORT_ID, message(command, DOIT, attributes));
        NlReader reader = new NlReader(replies.getFirst());
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(type(RDMA_NL_NLDEV, command));
        NlReader ack = new NlReader(replies.getLast());
        assertThat(ack.next()).isTrue();
        assertThat(ack.errno()).isZero();
        return reader.attrs(0);
    }

    private static Consumer<NlWriter> index(int index) {
        return writer -> writer.putU32(RDMA_NLDEV_ATTR_DEV_INDEX, index);
    }

    private static Consumer<NlWriter> link(String name, String type, String netdev) {
        return writer -> writer.putString(RDMA_NLDEV_ATTR_DEV_NAME, name)
                .putString(RDMA_NLDEV_ATTR_LINK_TYPE, type).putString(RDMA_NLDEV_ATTR_NDEV_NAME, netdev);
    }

    @Test
    void getIsAMessageAndAnAcknowledgement() {
        registry.register("rxe0", new FakeDriver(eth0));
        String port = "67120000";
        assertThat(hex(message(RDMA_NLDEV_CMD_GET, DOIT, index(0)))).isEqualTo(
                "6c000000" + "0114" + "0000" + "54535251" + port
                + "08000100" + "00000000" + "09000200" + "7278653000" + "000000"
                + "08000300" + "01000000" + "0c000400" + "763c2201c0010000"
                + "0c000600" + "100000feff000000" + "0c000700" + "100000feff000000"
                + "05000e00" + "01000000" + "05005400" + "00000000" + "09004300" + "726f636500000000" + "\n"
                + "24000000" + "0200" + "0001" + "54535251" + port + "00000000"
                + "18000000" + "0114" + "0500" + "54535251" + "00000000" + "\n");
    }

    @Test
    void aDumpEndsWithDone() {
        registry.register("rxe0", new FakeDriver(eth0));
        registry.register("rxe1", new FakeDriver(eth0.peer()));
        List<byte[]> replies = nldev.receive(root, PORT_ID, message(RDMA_NLDEV_CMD_GET, DUMP, writer -> { }));
        NlReader reader = new NlReader(replies.getFirst());
        List<String> names = new ArrayList<>();
        while (reader.next()) {
            assertThat(reader.flags()).isEqualTo(NlMsg.NLM_F_MULTI);
            if (reader.type() != NlMsg.NLMSG_DONE) {
                names.add(reader.attrs(0).string(RDMA_NLDEV_ATTR_DEV_NAME));
            }
        }
        assertThat(names).containsExactly("rxe0", "rxe1");
        assertThat(HexFormat.of().formatHex(replies.getLast()))
                .endsWith("14000000" + "0300" + "0200" + "54535251" + "67120000" + "00000000");
    }

    @Test
    void newlinkIsAcknowledged() {
        assertThat(hex(message(RDMA_NLDEV_CMD_NEWLINK, DOIT, link("rxe0", "late", "eth0")))).isEqualTo(
                "24000000" + "0200" + "0001" + "54535251" + "67120000" + "00000000"
                + "34000000" + "0314" + "0500" + "54535251" + "00000000" + "\n");
        assertThat(requested).containsExactly("rdma-link-late");
        assertThat(registry.byName("rxe0").netdev(1)).isSameAs(eth0);
        assertThat(hex(message(RDMA_NLDEV_CMD_DELLINK, DOIT, index(0)))).startsWith("240000000200");
        assertThat(registry.list()).isEmpty();
    }

    @Test
    void newlinkRefusals() {
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.ENODEV, "no netdev 'nosuch'; have: lo, eth1, eth0",
                link("rxe0", "late", "nosuch"));
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.EINVAL, "known types: late", link("rxe0", "siw", "eth0"));
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.EINVAL, "rxe%d", link("rxe%d", "late", "eth0"));
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.EINVAL, "empty", link("", "late", "eth0"));
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.EINVAL, "DEV_NAME is missing", writer -> { });
        refused(root, RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.ERANGE, "LINK_TYPE", link("rxe0", "x".repeat(17), "eth0"));
        refused(task(1000), RDMA_NLDEV_CMD_NEWLINK, DOIT, Errno.EPERM, "uid 1000", link("rxe0", "late", "eth0"));
        refused(task(1000), RDMA_NLDEV_CMD_DELLINK, DOIT, Errno.EPERM, "uid 1000", index(0));
        refused(task(1000), RDMA_NLDEV_CMD_SET, DOIT, Errno.EPERM, "uid 1000", index(0));
        assertThat(registry.list()).isEmpty();
    }

    @Test
    void whatIsNotThere() {
        refused(root, RDMA_NLDEV_CMD_GET, DOIT, Errno.EINVAL, "index 3", index(3));
        refused(root, RDMA_NLDEV_CMD_GET, DOIT, Errno.EINVAL, "DEV_INDEX is missing", writer -> { });
        refused(root, RDMA_NLDEV_CMD_RES_QP_GET, DUMP, Errno.EINVAL, "index 3", index(3));
        refused(root, RDMA_NLDEV_CMD_MONITOR, DOIT, Errno.EINVAL, "not supported", writer -> { });
        refused(root, RDMA_NLDEV_CMD_SYS_GET, DUMP, Errno.EINVAL, "without NLM_F_DUMP", writer -> { });
        refused(root, RDMA_NLDEV_CMD_RES_QP_GET, DOIT, Errno.EINVAL, "NLM_F_DUMP", index(0));
        refused(root, RDMA_NLDEV_CMD_SYS_SET, DOIT, Errno.EOPNOTSUPP, "exclusive",
                writer -> writer.putU8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, 0));
        registry.register("rxe0", new FakeDriver(eth0));
        refused(root, RDMA_NLDEV_CMD_PORT_GET, DOIT, Errno.EINVAL, "1..1",
                index(0).andThen(writer -> writer.putU32(RDMA_NLDEV_ATTR_PORT_INDEX, 2)));
        refused(root, RDMA_NLDEV_CMD_SET, DOIT, Errno.EOPNOTSUPP, "name", index(0));
        refused(root, RDMA_NLDEV_CMD_RES_QP_GET_RAW, DUMP, Errno.EINVAL, "raw", index(0));
    }

    @Test
    void charDevices() {
        IbDevice device = registry.register("rxe0", new FakeDriver(eth0));
        Consumer<NlWriter> request = index(0).andThen(
                writer -> writer.putString(RDMA_NLDEV_ATTR_CHARDEV_TYPE, "uverbs"));
        refused(root, RDMA_NLDEV_CMD_GET_CHARDEV, DOIT, Errno.ENOENT, "ib_uverbs", request);
        CharDevice node = new Node();
        nldev.addCharDevice(node, Map.of(IbDevice.INDEX, device.index(), IbChardev.TYPE, "uverbs", IbChardev.NAME,
                "uverbs0", IbChardev.ABI, 2L));
        NlAttrs attrs = answer(RDMA_NLDEV_CMD_GET_CHARDEV, request);
        assertThat(attrs.string(RDMA_NLDEV_ATTR_CHARDEV_NAME)).isEqualTo("uverbs0");
        assertThat(attrs.u64(RDMA_NLDEV_ATTR_CHARDEV)).isEqualTo(231L << 8 | 192);
        assertThat(attrs.u64(RDMA_NLDEV_ATTR_CHARDEV_ABI)).isEqualTo(2);
        assertThat(attrs.u32(RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID)).isEqualTo(14);
        nldev.removeCharDevice(node);
        refused(root, RDMA_NLDEV_CMD_GET_CHARDEV, DOIT, Errno.ENOENT, "uverbs", request);
    }

    private static final class Node implements CharDevice {
        @Override
        public String path() {
            return "/dev/infiniband/uverbs0";
        }

        @Override
        public int major() {
            return 231;
        }

        @Override
        public int minor() {
            return 192;
        }

        @Override
        public int mode() {
            return 0666;
        }

        @Override
        public OpenFile open(Task caller, int flags) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void settingsOfTheSubsystem() {
        assertThat(answer(RDMA_NLDEV_CMD_SYS_GET, writer -> { }).u8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE)).isEqualTo(1);
        nldev.receive(root, PORT_ID, message(RDMA_NLDEV_CMD_SYS_SET, DOIT,
                writer -> writer.putU8(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE, 1)));
        assertThat(answer(RDMA_NLDEV_CMD_SYS_GET, writer -> { }).u8(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE))
                .isEqualTo(1);
    }

    @Test
    void renaming() {
        registry.register("rxe0", new FakeDriver(eth0));
        registry.register("rxe1", new FakeDriver(eth0.peer()));
        refused(root, RDMA_NLDEV_CMD_SET, DOIT, Errno.EEXIST, "rxe1",
                index(0).andThen(writer -> writer.putString(RDMA_NLDEV_ATTR_DEV_NAME, "rxe1")));
        nldev.receive(root, PORT_ID, message(RDMA_NLDEV_CMD_SET, DOIT,
                index(0).andThen(writer -> writer.putString(RDMA_NLDEV_ATTR_DEV_NAME, "mine"))));
        assertThat(registry.byIndex(0).name()).isEqualTo("mine");
    }

    @Test
    void messagesThatAreNoRequestsAreNotAnswered() {
        assertThat(nldev.receive(root, PORT_ID, new byte[0])).isEmpty();
        assertThat(nldev.receive(root, PORT_ID, new byte[15])).isEmpty();
        assertThat(nldev.receive(root, PORT_ID, message(RDMA_NLDEV_CMD_GET, NlMsg.NLM_F_ACK, index(0)))).isEmpty();
        byte[] two = new NlWriter().begin(type(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_SYS_GET), DOIT, 1, 0).end()
                .begin(type(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_SYS_GET), DOIT, 2, 0).end().toBytes();
        assertThat(nldev.receive(root, PORT_ID, two)).hasSize(4);
    }

    /** Good messages with bytes changed, cut short or made up: an answer or none, never an exception or an EIO. */
    @Test
    void noise() {
        registry.register("rxe0", new FakeDriver(eth0));
        long seed = 20261201;
        Random random = new Random(seed);
        Task user = task(1000);
        for (int round = 0; round < 20_000; round++) {
            byte[] datagram = message(random.nextInt(32), random.nextBoolean() ? DOIT : DUMP,
                    index(0).andThen(link("rxe0", "late", "eth0")));
            int changes = random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                datagram[random.nextInt(datagram.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(datagram, random.nextInt(datagram.length + 1));
            for (byte[] reply : nldev.receive(user, PORT_ID, random.nextInt(3) == 0 ? cut : datagram)) {
                NlReader reader = new NlReader(reply);
                assertThat(reader.next()).isTrue();
                if (reader.type() == NlMsg.NLMSG_ERROR) {
                    assertThat(reader.errno()).as("seed " + seed + " round " + round)
                            .isNotEqualTo(Errno.EIO.number());
                }
            }
        }
        assertThat(registry.list()).hasSize(1);
    }
}
