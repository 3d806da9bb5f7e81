package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceListener;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.net.Softnet;
import org.softroce.kernel.net.UdpTunnelHandler;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The network of the machine: namespaces, devices and their administration under one lock, the RTNL.
 *
 * @mirrors net/core/rtnetlink.c
 */
@Component(service = {Net.class, NetStack.class}, immediate = true)
public final class NetStack implements Net {

    private static final Logger LOG = LoggerFactory.getLogger(NetStack.class);
    private static final long INITIAL_INODE = 4026531840L;
    private static final long FIRST_NAMED_INODE = 4026532200L;
    private static final int SYNCHRONIZE_SECONDS = 10;

    private final ReentrantLock rtnl = new ReentrantLock();
    private final NetNotifier notifier = new NetNotifier();
    private final DropCounters drops = new DropCounters();
    private final UdpTunnels tunnels = new UdpTunnels();
    private final Softnets softnets = new Softnets(new Receiving(drops, tunnels));
    private final List<PacketTap> taps = new ArrayList<>();
    private final Namespace initial = new Namespace("", INITIAL_INODE);
    private final Links links = new Links(rtnl, notifier, this::tapsOf, this::synchronize);
    private volatile List<Namespace> namespaces = List.of(initial);
    private long nextInode = FIRST_NAMED_INODE;
    private int nextIfindex = 1;

    /** A machine with an initial namespace, whose lo is up. */
    @Activate
    public NetStack() {
        rtnl.lock();
        try {
            links.setUp(addLoopback(initial), true);
        } finally {
            rtnl.unlock();
        }
    }

    /** Whiteboard: tells the listener what there is, then what happens. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC,
            unbind = "removeListener")
    public void addListener(NetDeviceListener listener) {
        rtnl.lock();
        try {
            notifier.add(listener, namespaces);
        } finally {
            rtnl.unlock();
        }
    }

    /** The listener is not called any more once this returns. */
    public void removeListener(NetDeviceListener listener) {
        rtnl.lock();
        try {
            notifier.remove(listener);
        } finally {
            rtnl.unlock();
        }
    }

    // ---- namespaces ----------------------------------------------------------------------------------------------

    @Override
    public NetNamespace initial() {
        return initial;
    }

    @Override
    public List<NetNamespace> namespaces() {
        return List.copyOf(namespaces);
    }

    @Override
    public NetNamespace namespace(String name) {
        for (Namespace namespace : namespaces) {
            if (namespace.name().equals(name)) {
                return namespace;
            }
        }
        return null;
    }

    @Override
    public NetNamespace addNamespace(String name) {
        rtnl.lock();
        try {
            if (name.isEmpty() || name.contains("/") || name.equals(".") || name.equals("..")) {
                throw new ErrnoException(Errno.EINVAL, "\"" + name
                        + "\" cannot be the name of a namespace: it is empty or has a slash");
            }
            if (namespace(name) != null) {
                throw new ErrnoException(Errno.EEXIST, "namespace " + name + " exists; ip netns del " + name
                        + " removes it");
            }
            Namespace namespace = new Namespace(name, nextInode++);
            List<Namespace> more = new ArrayList<>(namespaces);
            more.add(namespace);
            namespaces = List.copyOf(more);
            addLoopback(namespace);
            return namespace;
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void deleteNamespace(String name) {
        rtnl.lock();
        try {
            Namespace namespace = (Namespace) namespace(name);
            if (namespace == null) {
                throw new ErrnoException(Errno.ENOENT, "there is no namespace " + name + "; there are "
                        + namespaces.subList(1, namespaces.size()));
            }
            if (namespace == initial) {
                throw new ErrnoException(Errno.EINVAL, "the initial namespace lasts as long as the machine");
            }
            List<Namespace> fewer = new ArrayList<>(namespaces);
            fewer.remove(namespace);
            namespaces = List.copyOf(fewer);
            namespace.die();
            for (Device device : namespace.members()) {
                if (device.isRegistered()) {
                    unregister(device);
                }
            }
        } finally {
            rtnl.unlock();
        }
    }

    // ---- devices -------------------------------------------------------------------------------------------------

    @Override
    public NetDevice deviceByIndex(int ifindex) {
        for (Namespace namespace : namespaces) {
            for (Device device : namespace.members()) {
                if (device.ifindex() == ifindex) {
                    return device;
                }
            }
        }
        return null;
    }

    /** As on Linux the peer is registered first and has the lower ifindex. */
    @Override
    public NetDevice addVeth(NetNamespace namespace, String name, MacAddress address, NetNamespace peerNamespace,
            String peerName, MacAddress peerAddress) {
        rtnl.lock();
        try {
            Namespace here = alive(namespace);
            Namespace there = alive(peerNamespace);
            MacAddress peerMac = unicastOrRandom(peerAddress);
            MacAddress mac = unicastOrRandom(address);
            String peerLabel = DeviceNames.choose(there, peerName == null ? "veth%d" : peerName, null);
            String label = DeviceNames.choose(here, name == null ? "veth%d" : name, here == there ? peerLabel : null);
            Device peer = device(Device.Kind.VETH, there, peerLabel, peerMac);
            Device device = device(Device.Kind.VETH, here, label, mac);
            Device.pair(device, peer);
            links.register(peer, there);
            links.register(device, here);
            return device;
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public NetDevice addDummy(NetNamespace namespace, String name, MacAddress address) {
        rtnl.lock();
        try {
            Namespace here = alive(namespace);
            MacAddress mac = unicastOrRandom(address);
            String label = DeviceNames.choose(here, name == null ? "dummy%d" : name, null);
            Device device = device(Device.Kind.DUMMY, here, label, mac);
            links.register(device, here);
            return device;
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void delete(NetDevice netDevice) {
        rtnl.lock();
        try {
            Device device = links.known(netDevice);
            if (device.type() == Device.Kind.LOOPBACK) {
                throw new ErrnoException(Errno.EOPNOTSUPP, "lo belongs to its namespace and cannot be deleted");
            }
            unregister(device);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void setUp(NetDevice device, boolean up) {
        rtnl.lock();
        try {
            links.setUp(links.known(device), up);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void setMtu(NetDevice device, int mtu) {
        rtnl.lock();
        try {
            links.setMtu(links.known(device), mtu);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void setAddress(NetDevice device, MacAddress address) {
        rtnl.lock();
        try {
            links.setMac(links.known(device), address);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void rename(NetDevice netDevice, String name) {
        rtnl.lock();
        try {
            links.rename(links.known(netDevice), name);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void move(NetDevice netDevice, NetNamespace target) {
        rtnl.lock();
        try {
            Device device = links.known(netDevice);
            Namespace there = alive(target);
            if (device.state().namespace() == there) {
                return;
            }
            if (device.type() == Device.Kind.LOOPBACK) {
                throw new ErrnoException(Errno.EINVAL, "lo belongs to its namespace and does not move");
            }
            DeviceNames.requireFree(there, device.name());
            links.unregister(device);
            links.register(device, there);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void addAddress(NetDevice device, InterfaceAddress address) {
        rtnl.lock();
        try {
            links.addAddress(links.known(device), address);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public void deleteAddress(NetDevice device, InterfaceAddress address) {
        rtnl.lock();
        try {
            links.deleteAddress(links.known(device), address);
        } finally {
            rtnl.unlock();
        }
    }

    @Override
    public NetDevice route(NetNamespace namespace, IpAddress destination) {
        return Routes.lookup((Namespace) namespace, destination);
    }

    // ---- frames --------------------------------------------------------------------------------------------------

    @Override
    public AutoCloseable udpTunnel(int port, UdpTunnelHandler handler) {
        tunnels.add(port, handler);
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false) && tunnels.remove(port, handler)) {
                synchronize("UDP port " + port);
            }
        };
    }

    @Override
    public Softnet softnet() {
        return softnets.current();
    }

    @Override
    public List<String> dropCounters() {
        return drops.lines();
    }

    long dropped(DropReason reason) {
        return drops.get(reason);
    }

    private void synchronize(String what) {
        if (!softnets.synchronize(SYNCHRONIZE_SECONDS, TimeUnit.SECONDS)) {
            LOG.warn("{} goes away while a thread has been stuck in a receiver for {} s", what, SYNCHRONIZE_SECONDS);
        }
    }

    /** Starts a capture. */
    void addTap(PacketTap tap) {
        rtnl.lock();
        try {
            taps.add(tap);
            refreshTaps();
        } finally {
            rtnl.unlock();
        }
    }

    /** Ends a capture. */
    void removeTap(PacketTap tap) {
        rtnl.lock();
        try {
            taps.remove(tap);
            refreshTaps();
        } finally {
            rtnl.unlock();
        }
    }

    private void refreshTaps() {
        for (Namespace namespace : namespaces) {
            for (Device device : namespace.members()) {
                device.update(device.state().withTaps(tapsOf(device)));
            }
        }
    }

    private PacketTap[] tapsOf(Device device) {
        PacketTap[] found = taps.stream().filter(tap -> tap.wants(device)).toArray(PacketTap[]::new);
        return found.length == 0 ? null : found;
    }

    // ---- inside --------------------------------------------------------------------------------------------------

    private Device addLoopback(Namespace namespace) {
        Device lo = device(Device.Kind.LOOPBACK, namespace, "lo", MacAddress.ZERO);
        links.register(lo, namespace);
        return lo;
    }

    private Device device(Device.Kind kind, Namespace namespace, String name, MacAddress mac) {
        return new Device(nextIfindex++, kind, namespace, name, mac, drops, softnets);
    }

    private void unregister(Device device) {
        links.unregister(device);
        Device peer = device.otherEnd();
        if (peer != null) {
            links.unregister(peer);
        }
    }

    private Namespace alive(NetNamespace namespace) {
        Namespace known = (Namespace) namespace;
        if (!known.isAlive()) {
            throw new ErrnoException(Errno.ENOENT, known.described() + " was deleted");
        }
        return known;
    }

    private static MacAddress unicastOrRandom(MacAddress address) {
        if (address == null) {
            long random = ThreadLocalRandom.current().nextLong() & 0xffff_ffff_ffffL;
            return new MacAddress(random & ~0x0100_0000_0000L | 0x0200_0000_0000L);
        }
        return Links.requireUnicast(address);
    }
}
