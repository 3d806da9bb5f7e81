package org.softroce.ib.internal;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbEventHandler;
import org.softroce.ib.IbPortAttr;
import org.softroce.ib.Restrack;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbEventType;

/**
 * A registered device.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_device
 */
final class Device implements IbDevice {

    private final int index;
    private final IbDeviceOps ops;
    private final IbDeviceAttr attr;
    private final PortGids[] gids;
    private final RestrackTable restrack = new RestrackTable();
    private final CopyOnWriteArrayList<IbEventHandler> handlers = new CopyOnWriteArrayList<>();
    /** One for the registration itself, one for each call in progress. */
    private final AtomicInteger references = new AtomicInteger(1);
    private final CountDownLatch unreferenced = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile String name;
    private volatile String description;

    Device(int index, String name, IbDeviceOps ops) {
        this.index = index;
        this.name = name;
        this.ops = ops;
        this.attr = ops.queryDevice();
        this.description = ops.nodeDescription();
        this.gids = new PortGids[ops.portCount()];
        for (int port = 1; port <= gids.length; port++) {
            gids[port - 1] = new PortGids(ops.queryPort(port).gidTableLength());
            NetDevice netdev = ops.netdev(port);
            if (netdev != null) {
                gids[port - 1].follow(netdev);
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    void rename(String newName) {
        this.name = newName;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public IbDeviceOps ops() {
        return ops;
    }

    @Override
    public long nodeGuid() {
        return ops.nodeGuid();
    }

    @Override
    public long sysImageGuid() {
        return attr.sysImageGuid;
    }

    @Override
    public String nodeDescription() {
        return description;
    }

    @Override
    public void setNodeDescription(String text) {
        this.description = text.length() > 64 ? text.substring(0, 64) : text;
    }

    @Override
    public IbDeviceAttr attr() {
        return attr;
    }

    @Override
    public IbPortAttr queryPort(int port) {
        return ops.queryPort(checkPort(port));
    }

    @Override
    public int portCount() {
        return gids.length;
    }

    private int checkPort(int port) {
        if (port < 1 || port > gids.length) {
            throw new ErrnoException(Errno.EINVAL, "port " + Integer.toUnsignedString(port) + " of " + name
                    + " is none of 1.." + gids.length);
        }
        return port;
    }

    @Override
    public NetDevice netdev(int port) {
        return ops.netdev(checkPort(port));
    }

    @Override
    public GidTable gidTable(int port) {
        return gids[checkPort(port) - 1];
    }

    @Override
    public int queryPkey(int port, int pkeyIndex) {
        return ops.queryPkey(checkPort(port), pkeyIndex);
    }

    @Override
    public Restrack restrack() {
        return restrack;
    }

    @Override
    public int completionVectors() {
        return ops.completionVectors();
    }

    @Override
    public void dispatchEvent(IbEvent event) {
        for (IbEventHandler handler : handlers) {
            handler.event(event);
        }
    }

    @Override
    public void addEventHandler(IbEventHandler handler) {
        handlers.add(handler);
    }

    @Override
    public void removeEventHandler(IbEventHandler handler) {
        handlers.remove(handler);
    }

    /** Addresses of the net device changed: the GIDs of its ports follow. */
    void follow(NetDevice netdev) {
        for (int port = 1; port <= gids.length; port++) {
            if (ops.netdev(port) == netdev && gids[port - 1].follow(netdev)) {
                dispatchEvent(new IbEvent(this, IbEventType.GID_CHANGE, null, port));
            }
        }
    }

    @Override
    public boolean tryGet() {
        int seen = references.get();
        while (seen > 0) {
            if (references.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = references.get();
        }
        return false;
    }

    @Override
    public void put() {
        if (references.decrementAndGet() == 0) {
            unreferenced.countDown();
        }
    }

    /** Gives back the registration's own reference and waits for the calls in progress; false if time ran out. */
    boolean drain(long timeoutNs) {
        put();
        return await(unreferenced, timeoutNs);
    }

    void markGone() {
        gone.countDown();
    }

    /** For a second one who unregisters: returns when the first is through. */
    boolean awaitGone(long timeoutNs) {
        return await(gone, timeoutNs);
    }

    private static boolean await(CountDownLatch latch, long timeoutNs) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + timeoutNs;
        try {
            while (true) {
                try {
                    return latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
