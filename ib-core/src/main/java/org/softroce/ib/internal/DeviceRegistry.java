package org.softroce.ib.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetDeviceListener;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * The list of devices and the order in which they come and go.
 *
 * <p>What the kernel guarantees its clients by a list and three semaphores, the service registry gives us: a client
 * that appears late is told of the devices there are (a dynamic reference binds them); the one furthest from the
 * hardware lets go first (its service depends on ours); unregistration returns after the last unbind (service
 * unregistration is synchronous). No lock of ours is held while clients are called.
 *
 * @mirrors drivers/infiniband/core/device.c
 */
public final class DeviceRegistry implements IbDeviceRegistry, NetDeviceListener {

    private static final Logger LOG = LoggerFactory.getLogger(DeviceRegistry.class);
    /** Longest time that control calls in progress may hold up a removal. */
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(5);
    /** {@code IB_DEVICE_NAME_MAX}, the terminating NUL included. */
    private static final int NAME_MAX = 64;

    /** A device with what belongs to its registration. */
    private static final class Entry {
        final Device device;
        final List<MadPort> madPorts = new ArrayList<>();
        Publisher.Publication publication;
        /** The thread that is telling the clients. */
        Thread publisher;
        boolean leaving;

        Entry(Device device) {
            this.device = device;
        }

        /** Its registration is through, or tells the clients. */
        boolean isFound() {
            return publication != null || publisher != null;
        }
    }

    private final Publisher publisher;
    private final QueuedWork work = new QueuedWork();
    private final TreeMap<Integer, Entry> entries = new TreeMap<>();
    private int nextIndex;

    /** @param publisher makes services of devices */
    public DeviceRegistry(Publisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public IbDevice register(String name, IbDeviceOps ops) {
        Entry entry = assign(name, ops);
        Device device = entry.device;
        try {
            for (int port = 1; port <= device.portCount(); port++) {
                entry.madPorts.add(new MadPort(device, port));
            }
        } catch (RuntimeException e) {
            entry.madPorts.forEach(MadPort::close);
            forget(entry);
            throw e;
        }
        publish(entry);
        LOG.info("infiniband {}: registered as device {}", device.name(), device.index());
        return device;
    }

    /** From here on others find the device; one who takes it away meanwhile waits until all clients were told. */
    private void publish(Entry entry) {
        synchronized (entries) {
            entry.publisher = Thread.currentThread();
        }
        Publisher.Publication publication = null;
        try {
            publication = publisher.publish(entry.device);
        } finally {
            synchronized (entries) {
                entry.publication = publication;
                entry.publisher = null;
                entries.notifyAll();
            }
        }
    }

    /** @mirrors drivers/infiniband/core/device.c#assign_name */
    private Entry assign(String wanted, IbDeviceOps ops) {
        synchronized (entries) {
            String name = checkName(wanted).contains("%d") ? firstFree(wanted) : wanted;
            if (find(name) != null) {
                throw new ErrnoException(Errno.ENFILE, "there is an RDMA device \"" + name + "\" already; have: "
                        + names() + "; choose another name");
            }
            Entry entry = new Entry(new Device(nextIndex++, name, ops));
            entries.put(entry.device.index(), entry);
            return entry;
        }
    }

    private static String checkName(String name) {
        if (name.isEmpty() || name.length() >= NAME_MAX) {
            throw new ErrnoException(Errno.EINVAL, "RDMA device name \"" + name + "\" has " + name.length()
                    + " characters; 1.." + (NAME_MAX - 1) + " are allowed");
        }
        return name;
    }

    private String firstFree(String pattern) {
        for (int i = 0;; i++) {
            String name = pattern.replaceFirst("%d", Integer.toString(i));
            if (find(name) == null) {
                return name;
            }
        }
    }

    private String names() {
        return String.join(", ", entries.values().stream().map(entry -> entry.device.name()).toList());
    }

    private Entry find(String name) {
        for (Entry entry : entries.values()) {
            if (entry.device.name().equals(name)) {
                return entry;
            }
        }
        return null;
    }

    private void forget(Entry entry) {
        synchronized (entries) {
            entries.remove(entry.device.index(), entry);
        }
        entry.device.markGone();
    }

    @Override
    public void unregister(IbDevice device) {
        Entry entry;
        boolean second;
        synchronized (entries) {
            entry = entries.get(device.index());
            if (entry == null) {
                return;
            }
            awaitPublished(entry);
            second = entry.leaving;
            entry.leaving = true;
        }
        if (second) {
            entry.device.awaitGone(2 * DRAIN_NS);
            return;
        }
        remove(entry);
    }

    private void awaitPublished(Entry entry) {
        boolean interrupted = false;
        while (entry.publisher != null && entry.publisher != Thread.currentThread()) {
            try {
                entries.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** @mirrors drivers/infiniband/core/device.c#__ib_unregister_device */
    private void remove(Entry entry) {
        Device device = entry.device;
        try {
            if (entry.publication != null) {
                entry.publication.withdraw();
            }
            if (!device.drain(DRAIN_NS)) {
                LOG.error("infiniband {}: calls still in progress after {} s; removed all the same", device.name(),
                        TimeUnit.NANOSECONDS.toSeconds(DRAIN_NS));
            }
            entry.madPorts.forEach(MadPort::close);
            device.ops().deallocDriver();
        } catch (RuntimeException e) {
            LOG.error("infiniband {}: removal met an error", device.name(), e);
        } finally {
            forget(entry);
        }
        LOG.info("infiniband {}: unregistered", device.name());
    }

    @Override
    public void unregisterQueued(IbDevice device) {
        work.run(() -> unregister(device));
    }

    @Override
    public void unregisterDriver(RdmaDriverId driver) {
        for (IbDevice device : list()) {
            if (device.ops().driverId() == driver) {
                unregister(device);
            }
        }
        work.flush();
    }

    /** Everything goes: the module is unloaded. */
    public void close() {
        list().forEach(this::unregister);
        work.flush();
    }

    @Override
    public void rename(IbDevice device, String name) {
        Publisher.Publication publication;
        synchronized (entries) {
            Entry entry = entries.get(device.index());
            if (entry == null) {
                throw new ErrnoException(Errno.ENODEV, "device " + device.name() + " is gone");
            }
            Entry holder = find(checkName(name));
            if (holder == entry) {
                return;
            }
            if (holder != null) {
                throw new ErrnoException(Errno.EEXIST, "there is an RDMA device \"" + name + "\" already; have: "
                        + names());
            }
            entry.device.rename(name);
            publication = entry.publication;
        }
        if (publication != null) {
            publication.update(device);
        }
    }

    @Override
    public List<IbDevice> list() {
        synchronized (entries) {
            return entries.values().stream().filter(Entry::isFound).map(entry -> (IbDevice) entry.device).toList();
        }
    }

    @Override
    public IbDevice byName(String name) {
        synchronized (entries) {
            Entry entry = find(name);
            return entry == null || !entry.isFound() ? null : entry.device;
        }
    }

    @Override
    public IbDevice byIndex(int index) {
        synchronized (entries) {
            Entry entry = entries.get(index);
            return entry == null || !entry.isFound() ? null : entry.device;
        }
    }

    private List<Device> all() {
        synchronized (entries) {
            return entries.values().stream().map(entry -> entry.device).toList();
        }
    }

    /** GID tables follow addresses; everything else about net devices is the driver's business. */
    @Override
    public void netDeviceEvent(NetDeviceEvent event) {
        switch (event.type()) {
            case ADDRESS_ADDED, ADDRESS_REMOVED, CHANGE_ADDR, UP, DOWN ->
                all().forEach(device -> device.follow(event.device()));
            default -> { /* not about addresses */ }
        }
    }
}
