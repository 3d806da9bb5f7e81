package org.softroce.uverbs.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDevice;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.CharDevice;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uverbs.internal.core.UverbsApi;
import org.softroce.uverbs.internal.std.StandardApi;

/**
 * The module: a node for every device. Binding a device is {@code ib_client.add}, unbinding is
 * {@code ib_client.remove}; the registry of services keeps what the kernel promises: a device that is there already is
 * seen at start, and unregistration of a device returns only after the removal here.
 *
 * @mirrors drivers/infiniband/core/uverbs_main.c
 */
@Component(immediate = true, service = {})
public final class UverbsMain {
    private static final Logger LOG = LoggerFactory.getLogger(UverbsMain.class);
    private static final String CLASS_DIR = "/sys/class/infiniband_verbs";
    private static final String DEVICES_DIR = "/sys/devices/virtual/infiniband_verbs";

    private record Node(UverbsDevice device, ServiceRegistration<CharDevice> service) { }

    private final BundleContext context;
    private final UverbsApi api = new StandardApi().api();
    private final BitSet numbers = new BitSet();
    private final Map<IbDevice, Node> nodes = new LinkedHashMap<>();
    private final List<ServiceRegistration<SysfsMount>> mounts = new ArrayList<>();

    /** Publishes the class in sysfs, which exists also without devices. */
    @Activate
    public UverbsMain(BundleContext context) {
        this.context = context;
        mount(CLASS_DIR, new NodeDirectory(true));
        mount(DEVICES_DIR, new NodeDirectory(false));
    }

    @Deactivate
    void deactivate() {
        mounts.forEach(ServiceRegistration::unregister);
    }

    /** @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_add_one */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC,
        unbind = "removeOne")
    void addOne(IbDevice device) {
        UverbsDevice added;
        synchronized (nodes) {
            int number = numbers.nextClearBit(0);
            numbers.set(number);
            added = new UverbsDevice(device, number, api);
            nodes.put(device, new Node(added, null));
        }
        ServiceRegistration<CharDevice> service =
            context.registerService(CharDevice.class, added, added.properties());
        synchronized (nodes) {
            nodes.put(device, new Node(added, service));
        }
        LOG.info("{} is {}", added.path(), device.name());
    }

    /** @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_remove_one */
    void removeOne(IbDevice device) {
        Node node;
        synchronized (nodes) {
            node = nodes.remove(device);
        }
        if (node == null) {
            return;
        }
        if (node.service() != null) {
            node.service().unregister();
        }
        node.device().disassociate();
        synchronized (nodes) {
            numbers.clear(node.device().number());
        }
        LOG.info("{} is gone", node.device().path());
    }

    private void mount(String path, SysfsNode.Directory directory) {
        mounts.add(context.registerService(SysfsMount.class, new SysfsMount() {
            @Override
            public String path() {
                return path;
            }

            @Override
            public SysfsNode.Directory directory() {
                return directory;
            }
        }, null));
    }

    private List<UverbsDevice> devices() {
        synchronized (nodes) {
            return nodes.values().stream().map(Node::device).toList();
        }
    }

    /** One entry for each node: a link in the class, the directory itself below the devices. */
    private final class NodeDirectory implements SysfsNode.Directory {
        private static final String ABI_VERSION = "abi_version";
        private final boolean links;

        NodeDirectory(boolean links) {
            this.links = links;
        }

        @Override
        public List<String> list() {
            List<String> names = new ArrayList<>();
            if (links) {
                names.add(ABI_VERSION);
            }
            devices().forEach(device -> names.add(device.name()));
            return names;
        }

        @Override
        public SysfsNode child(String name) {
            if (links && name.equals(ABI_VERSION)) {
                return SysfsNode.Attribute.readOnly(() -> IbUserVerbs.IB_USER_VERBS_ABI_VERSION + "\n");
            }
            for (UverbsDevice device : devices()) {
                if (device.name().equals(name)) {
                    return links ? new SysfsNode.Link("../../devices/virtual/infiniband_verbs/" + name)
                        : device.sysfs();
                }
            }
            return null;
        }
    }
}
