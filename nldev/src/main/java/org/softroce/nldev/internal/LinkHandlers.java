package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_NAME;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_LINK_TYPE;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_NDEV_NAME;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.ib.RdmaLinkOps;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * {@code rdma link add} and {@code delete}.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_newlink
 */
final class LinkHandlers {

    private final IbDeviceRegistry registry;
    private final DeviceLookup lookup;
    private final Modules modules;
    private final Map<String, RdmaLinkOps> linkOps;

    LinkHandlers(IbDeviceRegistry registry, DeviceLookup lookup, Modules modules, Map<String, RdmaLinkOps> linkOps) {
        this.registry = registry;
        this.lookup = lookup;
        this.modules = modules;
        this.linkOps = linkOps;
    }

    void newlink(Request request, Reply reply) {
        String name = NldevPolicy.require(request.attrs(), RDMA_NLDEV_ATTR_DEV_NAME);
        String type = NldevPolicy.require(request.attrs(), RDMA_NLDEV_ATTR_LINK_TYPE);
        String netdevName = NldevPolicy.require(request.attrs(), RDMA_NLDEV_ATTR_NDEV_NAME);
        if (name.isEmpty() || name.indexOf('%') >= 0) {
            throw new ErrnoException(Errno.EINVAL, "RDMA device name \"" + name
                    + "\" is empty or has a %; give a plain name such as rxe0");
        }
        NetDevice netdev = netdev(request.caller().netNamespace(), netdevName);
        linkOps(type).newlink(name.replace('/', '!'), netdev);
    }

    private static NetDevice netdev(NetNamespace namespace, String name) {
        NetDevice netdev = namespace.deviceByName(name);
        if (netdev == null) {
            List<String> have = namespace.devices().stream().map(NetDevice::name).toList();
            throw new ErrnoException(Errno.ENODEV, "no netdev '" + name + "'"
                    + (namespace.name().isEmpty() ? "" : " in namespace " + namespace.name())
                    + "; have: " + String.join(", ", have));
        }
        return netdev;
    }

    /** @mirrors drivers/infiniband/core/nldev.c#link_ops_get */
    private RdmaLinkOps linkOps(String type) {
        RdmaLinkOps ops = linkOps.get(type);
        if (ops == null && modules.request("rdma-link-" + type)) {
            ops = linkOps.get(type);
        }
        if (ops == null) {
            throw new ErrnoException(Errno.EINVAL, "no driver for link type '" + type + "'; known types: "
                    + knownTypes());
        }
        return ops;
    }

    /** Loaded types, and those that a module on disk says it would bring. */
    private String knownTypes() {
        TreeSet<String> types = new TreeSet<>(linkOps.keySet());
        for (Modules.ModuleInfo module : modules.list()) {
            for (String alias : module.aliases()) {
                if (alias.startsWith("rdma-link-")) {
                    types.add(alias.substring("rdma-link-".length()));
                }
            }
        }
        return types.isEmpty() ? "none" : String.join(", ", types);
    }

    /** The device is let go of before it is taken away, or it would wait for ourselves. */
    void dellink(Request request, Reply reply) {
        IbDevice[] found = new IbDevice[1];
        lookup.with(request, device -> found[0] = device);
        registry.unregister(found[0]);
    }
}
