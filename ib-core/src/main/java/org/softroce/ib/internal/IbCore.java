package org.softroce.ib.internal;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetDeviceListener;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * The module {@code ib_core} as a component: the registry, whose devices become services, and its part of sysfs.
 *
 * @mirrors drivers/infiniband/core/device.c#ib_core_init
 */
@Component(service = {IbDeviceRegistry.class, NetDeviceListener.class}, immediate = true)
public final class IbCore implements IbDeviceRegistry, NetDeviceListener {

    private final DeviceRegistry registry;
    private final List<ServiceRegistration<SysfsMount>> mounts;

    @Activate
    public IbCore(BundleContext context) {
        registry = new DeviceRegistry(device -> new Service(context, device));
        InfinibandSysfs sysfs = new InfinibandSysfs(registry);
        mounts = List.of(context.registerService(SysfsMount.class, sysfs.classMount(), null),
                context.registerService(SysfsMount.class, sysfs.devicesMount(), null));
    }

    @Deactivate
    void deactivate() {
        registry.close();
        mounts.forEach(ServiceRegistration::unregister);
    }

    /** A device in the service registry. */
    private static final class Service implements Publisher.Publication {
        private final ServiceRegistration<IbDevice> registration;

        Service(BundleContext context, IbDevice device) {
            registration = context.registerService(IbDevice.class, device, properties(device));
        }

        private static Dictionary<String, Object> properties(IbDevice device) {
            Dictionary<String, Object> properties = new Hashtable<>();
            properties.put(IbDevice.NAME, device.name());
            properties.put(IbDevice.INDEX, device.index());
            properties.put(IbDevice.DRIVER, device.ops().driverId().name());
            properties.put(IbDevice.NODE_GUID, String.format("%016x", device.nodeGuid()));
            NetDevice netdev = device.netdev(1);
            if (netdev != null) {
                properties.put(IbDevice.NETDEV, netdev.name());
            }
            return properties;
        }

        @Override
        public void update(IbDevice device) {
            registration.setProperties(properties(device));
        }

        @Override
        public void withdraw() {
            try {
                registration.unregister();
            } catch (IllegalStateException e) {
                // The bundle stops and the framework was faster; its unbinds are through all the same.
                return;
            }
        }
    }

    @Override
    public IbDevice register(String name, IbDeviceOps ops) {
        return registry.register(name, ops);
    }

    @Override
    public void unregister(IbDevice device) {
        registry.unregister(device);
    }

    @Override
    public void unregisterQueued(IbDevice device) {
        registry.unregisterQueued(device);
    }

    @Override
    public void unregisterDriver(RdmaDriverId driver) {
        registry.unregisterDriver(driver);
    }

    @Override
    public void rename(IbDevice device, String name) {
        registry.rename(device, name);
    }

    @Override
    public List<IbDevice> list() {
        return registry.list();
    }

    @Override
    public IbDevice byName(String name) {
        return registry.byName(name);
    }

    @Override
    public IbDevice byIndex(int index) {
        return registry.byIndex(index);
    }

    @Override
    public void netDeviceEvent(NetDeviceEvent event) {
        registry.netDeviceEvent(event);
    }
}
