package org.softroce.rxe.internal;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.ib.RdmaLinkOps;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetDeviceListener;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.roce.UdpHeader;
import org.softroce.rxe.internal.stat.DropReason;
import org.softroce.rxe.internal.task.RxeEngine;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * The module rdma_rxe: answers {@code rdma link add ... type rxe} while it is active, and takes all its devices with
 * it when it goes.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe.c
 */
@Component(immediate = true, service = {RdmaLinkOps.class, NetDeviceListener.class, SysfsMount.class},
        property = RdmaLinkOps.TYPE + "=rxe")
public final class RxeModule implements RdmaLinkOps, NetDeviceListener, SysfsMount {
    private static final Logger LOG = LoggerFactory.getLogger(RxeModule.class);

    /** {@code on} (as on Linux) or {@code off}. */
    static final String ICRC = "softroce.rxe.icrc";

    private final IbDeviceRegistry registry;
    private final RxeEngine engine;
    private final RxeNet devices;
    private final AutoCloseable tunnel;
    private final boolean icrc;

    /** The option {@value #ICRC} comes from the properties of framework or JVM. */
    @Activate
    public RxeModule(@Reference Net net, @Reference IbDeviceRegistry registry, BundleContext context) {
        this(net, registry, isOn(context.getProperty(ICRC)));
    }

    /** @param icrc whether each frame gets its ICRC, or only those that somebody outside sees */
    public RxeModule(Net net, IbDeviceRegistry registry, boolean icrc) {
        this.registry = registry;
        this.icrc = icrc;
        this.engine = new RxeEngine(net);
        this.devices = new RxeNet(engine);
        this.tunnel = net.udpTunnel(UdpHeader.ROCE_PORT, devices);
        engine.start();
        LOG.info("rdma_rxe: loaded");
    }

    private static boolean isOn(String value) {
        if (value == null || value.equals("on") || value.equals("off")) {
            return !"off".equals(value);
        }
        LOG.warn("{}={} is neither on nor off; it stays on", ICRC, value);
        return true;
    }

    /** @mirrors drivers/infiniband/sw/rxe/rxe.c#rxe_module_exit */
    @Deactivate
    public void exit() {
        try {
            registry.unregisterDriver(RdmaDriverId.RXE);
            tunnel.close();
        } catch (Exception e) {
            LOG.warn("rdma_rxe: unload was not clean", e);
        } finally {
            engine.stop();
        }
        LOG.info("rdma_rxe: unloaded");
    }

    /** Linux has no such directory, since it does not count what it drops. */
    @Override
    public String path() {
        return "/sys/kernel/debug/rdma_rxe";
    }

    /** {@code drops}: a line for each reason, with how many packets were thrown away for it. */
    @Override
    public SysfsNode.Directory directory() {
        return new SysfsNode.Fixed().put("drops", SysfsNode.Attribute.readOnly(this::drops));
    }

    private String drops() {
        StringBuilder text = new StringBuilder();
        for (DropReason reason : DropReason.values()) {
            text.append(reason.label()).append(' ').append(engine.drops(reason)).append('\n');
        }
        return text.toString();
    }

    @Override
    public String type() {
        return "rxe";
    }

    /** @mirrors drivers/infiniband/sw/rxe/rxe.c#rxe_newlink */
    @Override
    public void newlink(String name, NetDevice netdev) {
        RxeDev[] made = new RxeDev[1];
        RxeDev device = new RxeDev(netdev, engine, icrc, () -> devices.remove(made[0]));
        made[0] = device;
        if (!devices.add(device)) {
            throw new ErrnoException(Errno.EEXIST, "already configured on " + netdev.name() + " as "
                    + nameOf(devices.find(netdev)) + "; delete that link or use another net device");
        }
        try {
            device.registered(registry.register(name, device));
        } catch (RuntimeException e) {
            devices.remove(device);
            throw e;
        }
        device.portChanged();
        if (!netdev.isRegistered()) {
            registry.unregisterQueued(device.device());
        }
        LOG.info("{}: added {}", device.device().name(), netdev.name());
    }

    private static String nameOf(RxeDev device) {
        IbDevice registered = device == null ? null : device.device();
        return registered == null ? "another device" : registered.name();
    }

    /**
     * Called under the lock of the configuration: notes and returns.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe_net.c#rxe_notify
     */
    @Override
    public void netDeviceEvent(NetDeviceEvent event) {
        RxeDev device = devices.find(event.device());
        if (device == null) {
            return;
        }
        switch (event.type()) {
            case UNREGISTER -> {
                if (device.device() != null) {
                    registry.unregisterQueued(device.device());
                }
            }
            case UP, DOWN, CHANGE -> {
                device.addressesChanged();
                device.portChanged();
            }
            case ADDRESS_ADDED, ADDRESS_REMOVED -> device.addressesChanged();
            default -> { }
        }
    }
}
