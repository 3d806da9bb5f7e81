package org.softroce.rxe.internal.testing;

import java.util.ArrayList;
import java.util.List;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbEventHandler;
import org.softroce.ib.IbPortAttr;
import org.softroce.ib.GidTable;
import org.softroce.ib.Restrack;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;

/** A registry without services: keeps a list. */
public final class TestRegistry implements IbDeviceRegistry {
    private final List<IbDevice> devices = new ArrayList<>();

    @Override
    public synchronized IbDevice register(String name, IbDeviceOps ops) {
        if (byName(name) != null) {
            throw new ErrnoException(Errno.ENFILE, "there is a device " + name);
        }
        TestDevice device = new TestDevice(name, devices.size(), ops);
        devices.add(device);
        return device;
    }

    @Override
    public synchronized void unregister(IbDevice device) {
        if (devices.remove(device)) {
            device.ops().deallocDriver();
        }
    }

    @Override
    public void unregisterQueued(IbDevice device) {
        unregister(device);
    }

    @Override
    public synchronized void unregisterDriver(RdmaDriverId driver) {
        List.copyOf(devices).stream().filter(d -> d.ops().driverId() == driver).forEach(this::unregister);
    }

    @Override
    public void rename(IbDevice device, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized List<IbDevice> list() {
        return List.copyOf(devices);
    }

    @Override
    public synchronized IbDevice byName(String name) {
        return devices.stream().filter(d -> d.name().equals(name)).findFirst().orElse(null);
    }

    @Override
    public IbDevice byIndex(int index) {
        return devices.get(index);
    }

    /** A device that remembers its events. */
    public static final class TestDevice implements IbDevice {
        public final List<IbEvent> events = new ArrayList<>();
        private final String name;
        private final int index;
        private final IbDeviceOps ops;

        TestDevice(String name, int index, IbDeviceOps ops) {
            this.name = name;
            this.index = index;
            this.ops = ops;
        }

        @Override
        public String name() {
            return name;
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
            return ops.nodeGuid();
        }

        @Override
        public String nodeDescription() {
            return ops.nodeDescription();
        }

        @Override
        public void setNodeDescription(String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public IbDeviceAttr attr() {
            return ops.queryDevice();
        }

        @Override
        public IbPortAttr queryPort(int port) {
            return ops.queryPort(port);
        }

        @Override
        public int portCount() {
            return 1;
        }

        @Override
        public NetDevice netdev(int port) {
            return ops.netdev(port);
        }

        @Override
        public GidTable gidTable(int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int queryPkey(int port, int pkeyIndex) {
            return ops.queryPkey(port, pkeyIndex);
        }

        @Override
        public Restrack restrack() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int completionVectors() {
            return ops.completionVectors();
        }

        @Override
        public void dispatchEvent(IbEvent event) {
            events.add(event);
        }

        @Override
        public void addEventHandler(IbEventHandler handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void removeEventHandler(IbEventHandler handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryGet() {
            return true;
        }

        @Override
        public void put() {
            // nothing is counted
        }
    }
}
