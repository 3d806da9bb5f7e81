package org.softroce.ib.internal;

import java.util.List;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;

/**
 * {@code /sys/class/infiniband} (links) and {@code /sys/devices/virtual/infiniband} (what they point to).
 *
 * @mirrors drivers/infiniband/core/sysfs.c
 */
final class InfinibandSysfs {

    private static final String CLASS = "/sys/class/infiniband";
    private static final String DEVICES = "/sys/devices/virtual/infiniband";

    private final IbDeviceRegistry registry;

    InfinibandSysfs(IbDeviceRegistry registry) {
        this.registry = registry;
    }

    private record Mount(String path, SysfsNode.Directory directory) implements SysfsMount { }

    SysfsMount classMount() {
        return new Mount(CLASS, new PerDevice(device ->
                new SysfsNode.Link("../../devices/virtual/infiniband/" + device.name())));
    }

    SysfsMount devicesMount() {
        return new Mount(DEVICES, new PerDevice(InfinibandSysfs::deviceDirectory));
    }

    /** A node for each device, under its name. */
    private final class PerDevice implements SysfsNode.Directory {
        private final java.util.function.Function<IbDevice, SysfsNode> node;

        PerDevice(java.util.function.Function<IbDevice, SysfsNode> node) {
            this.node = node;
        }

        @Override
        public List<String> list() {
            return registry.list().stream().map(IbDevice::name).sorted().toList();
        }

        @Override
        public SysfsNode child(String name) {
            IbDevice device = registry.byName(name);
            return device == null ? null : node.apply(device);
        }
    }

    private static SysfsNode.Directory deviceDirectory(IbDevice device) {
        SysfsNode.Fixed ports = new SysfsNode.Fixed();
        for (int port = 1; port <= device.portCount(); port++) {
            ports.put(Integer.toString(port), PortSysfs.directory(device, port));
        }
        NetDevice netdev = device.netdev(1);
        SysfsNode.Fixed directory = new SysfsNode.Fixed();
        directory.put("fw_ver", SysfsNode.Attribute.readOnly(() -> "\n"));
        directory.put("node_desc", new SysfsNode.Attribute(0644, () -> device.nodeDescription() + "\n",
                text -> device.setNodeDescription(text.strip())));
        directory.put("node_guid", SysfsNode.Attribute.readOnly(() -> guid(device.nodeGuid())));
        directory.put("node_type", SysfsNode.Attribute.readOnly(() -> "1: CA\n"));
        if (netdev != null) {
            directory.put("parent", SysfsNode.Attribute.readOnly(() -> netdev.name() + "\n"));
        }
        directory.put("ports", ports);
        directory.put("subsystem", new SysfsNode.Link("../../../../class/infiniband"));
        directory.put("sys_image_guid", SysfsNode.Attribute.readOnly(() -> guid(device.sysImageGuid())));
        directory.put("uevent", SysfsNode.Attribute.readOnly(() -> "NAME=" + device.name() + "\n"));
        return directory;
    }

    private static String guid(long guid) {
        return String.format("%04x:%04x:%04x:%04x\n", guid >>> 48, guid >>> 32 & 0xffff, guid >>> 16 & 0xffff,
                guid & 0xffff);
    }
}
