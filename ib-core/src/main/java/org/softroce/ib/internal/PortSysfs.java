package org.softroce.ib.internal;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPortAttr;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The directory {@code ports/N} of a device.
 *
 * @mirrors drivers/infiniband/core/sysfs.c#ib_port
 */
final class PortSysfs {

    private static final String[] STATES = {"NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER"};
    private static final String[] PHYS_STATES = {"<unknown>", "Sleep", "Polling", "Disabled",
        "PortConfigurationTraining", "LinkUp", "LinkErrorRecovery", "Phy Test"};
    private static final int LIFESPAN_MS = 12;

    private PortSysfs() { }

    static SysfsNode.Directory directory(IbDevice device, int port) {
        SysfsNode.Fixed directory = new SysfsNode.Fixed();
        Function<Function<IbPortAttr, String>, SysfsNode> attribute =
                text -> SysfsNode.Attribute.readOnly(() -> text.apply(device.queryPort(port)) + "\n");
        directory.put("cap_mask", attribute.apply(a -> String.format("0x%08x", a.portCapFlags())));
        directory.put("gid_attrs", new SysfsNode.Fixed()
                .put("ndevs", new PerGid(device.gidTable(port), entry -> entry.netdev().name(), null))
                .put("types", new PerGid(device.gidTable(port), entry -> "RoCE v2", null)));
        directory.put("gids", new PerGid(device.gidTable(port), entry -> gid(entry.gid()), gid(IpAddress.ANY)));
        directory.put("hw_counters", counters(device, port));
        directory.put("lid", attribute.apply(a -> String.format("0x%x", a.lid())));
        directory.put("lid_mask_count", attribute.apply(a -> Integer.toString(a.lmc())));
        directory.put("link_layer", attribute.apply(a -> a.linkLayer() == 2 ? "Ethernet" : "InfiniBand"));
        directory.put("phys_state", attribute.apply(a -> numbered(PHYS_STATES, a.physState().value())));
        directory.put("pkeys", pkeys(device, port));
        directory.put("rate", attribute.apply(PortSysfs::rate));
        directory.put("sm_lid", attribute.apply(a -> String.format("0x%x", a.smLid())));
        directory.put("sm_sl", attribute.apply(a -> Integer.toString(a.smSl())));
        directory.put("state", attribute.apply(a -> numbered(STATES, a.state().value())));
        return directory;
    }

    private static String numbered(String[] words, int number) {
        return number + ": " + (number < words.length ? words[number] : "<unknown>");
    }

    /** @mirrors drivers/infiniband/core/sysfs.c#rate_show */
    static String rate(IbPortAttr attr) {
        int tenths = switch (attr.speed()) {
            case 2 -> 50;
            case 4, 8 -> 100;
            case 16 -> 140;
            case 32 -> 250;
            case 64 -> 500;
            case 128 -> 1000;
            default -> 25;
        };
        String name = switch (attr.speed()) {
            case 2 -> " DDR";
            case 4 -> " QDR";
            case 8 -> " FDR10";
            case 16 -> " FDR";
            case 32 -> " EDR";
            case 64 -> " HDR";
            case 128 -> " NDR";
            default -> " SDR";
        };
        int lanes = switch (attr.width()) {
            case 2 -> 4;
            case 4 -> 8;
            case 8 -> 12;
            case 16 -> 2;
            default -> 1;
        };
        int rate = tenths * lanes;
        return rate / 10 + (rate % 10 == 0 ? "" : "." + rate % 10) + " Gb/sec (" + lanes + "X" + name + ")";
    }

    private static String gid(IpAddress gid) {
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            long half = i < 4 ? gid.high() : gid.low();
            text.append(i == 0 ? "" : ":").append(String.format("%04x", half >>> (48 - 16 * (i & 3)) & 0xffff));
        }
        return text.toString();
    }

    private static SysfsNode counters(IbDevice device, int port) {
        SysfsNode.Fixed directory = new SysfsNode.Fixed();
        String[] names = device.ops().hwCounterNames();
        List<Integer> order = IntStream.range(0, names.length).boxed()
                .sorted(java.util.Comparator.comparing(i -> names[i])).toList();
        boolean lifespan = false;
        for (int i : order) {
            if (!lifespan && names[i].compareTo("lifespan") > 0) {
                directory.put("lifespan", new SysfsNode.Attribute(0644, () -> LIFESPAN_MS + "\n", null));
                lifespan = true;
            }
            Supplier<String> value = () -> device.ops().hwCounters(port)[i] + "\n";
            directory.put(names[i], SysfsNode.Attribute.readOnly(value));
        }
        return directory;
    }

    private static SysfsNode pkeys(IbDevice device, int port) {
        SysfsNode.Fixed directory = new SysfsNode.Fixed();
        for (int i = 0; i < device.queryPort(port).pkeyTableLength(); i++) {
            int index = i;
            directory.put(Integer.toString(i), SysfsNode.Attribute.readOnly(
                    () -> String.format("0x%04x\n", device.queryPkey(port, index))));
        }
        return directory;
    }

    /** A file for each slot of the GID table; an empty one has a text of its own, or cannot be read (EINVAL). */
    private record PerGid(GidTable table, Function<GidTable.Entry, String> text, String empty)
            implements SysfsNode.Directory {

        @Override
        public List<String> list() {
            return IntStream.range(0, table.length()).mapToObj(Integer::toString).toList();
        }

        @Override
        public SysfsNode child(String name) {
            if (!name.matches("0|[1-9][0-9]{0,3}") || Integer.parseInt(name) >= table.length()) {
                return null;
            }
            return SysfsNode.Attribute.readOnly(() -> read(Integer.parseInt(name)));
        }

        private String read(int index) {
            GidTable.Entry entry = table.get(index);
            if (entry == null && empty == null) {
                throw new ErrnoException(Errno.EINVAL, "GID " + index + " is empty; in use: " + table.validIndices());
            }
            return (entry == null ? empty : text.apply(entry)) + "\n";
        }
    }
}
