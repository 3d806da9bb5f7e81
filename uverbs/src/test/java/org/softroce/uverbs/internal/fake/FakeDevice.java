package org.softroce.uverbs.internal.fake;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbDeviceOps;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbEventHandler;
import org.softroce.ib.IbObject;
import org.softroce.ib.IbPortAttr;
import org.softroce.ib.Restrack;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;

/** A registered device of a test, with one port and two GIDs. */
public final class FakeDevice implements IbDevice {
    public final FakeDriver driver = new FakeDriver();
    public final List<IbEventHandler> handlers = new CopyOnWriteArrayList<>();
    private final Tracker tracker = new Tracker();

    @Override
    public String name() {
        return "rxe0";
    }

    @Override
    public int index() {
        return 5;
    }

    @Override
    public IbDeviceOps ops() {
        return driver;
    }

    @Override
    public long nodeGuid() {
        return 0x0000_00ff_fe00_0010L;
    }

    @Override
    public long sysImageGuid() {
        return nodeGuid();
    }

    @Override
    public String nodeDescription() {
        return "rxe";
    }

    @Override
    public void setNodeDescription(String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public IbDeviceAttr attr() {
        return driver.queryDevice();
    }

    @Override
    public IbPortAttr queryPort(int port) {
        return driver.queryPort(port);
    }

    @Override
    public int portCount() {
        return 1;
    }

    @Override
    public NetDevice netdev(int port) {
        return null;
    }

    @Override
    public GidTable gidTable(int port) {
        return new Gids();
    }

    @Override
    public int queryPkey(int port, int index) {
        return 0xffff;
    }

    @Override
    public Restrack restrack() {
        return tracker;
    }

    @Override
    public int completionVectors() {
        return 2;
    }

    @Override
    public void dispatchEvent(IbEvent event) {
        handlers.forEach(handler -> handler.event(event));
    }

    @Override
    public void addEventHandler(IbEventHandler handler) {
        handlers.add(handler);
    }

    @Override
    public void removeEventHandler(IbEventHandler handler) {
        handlers.remove(handler);
    }

    @Override
    public boolean tryGet() {
        return true;
    }

    @Override
    public void put() {
        // nothing counted
    }

    /** How many objects of all types exist. */
    public int tracked() {
        return tracker.objects.values().stream().mapToInt(List::size).sum();
    }

    private static final class Gids implements GidTable {
        @Override
        public int length() {
            return 4;
        }

        @Override
        public Entry get(int index) {
            return switch (index) {
                case 0 -> new Entry(0, new IpAddress(0xfe80L << 48, 0x00ff_fe00_0010L), 2, null);
                case 1 -> new Entry(1, IpAddress.ofIpv4(0xc0a8_640a), 2, null);
                default -> null;
            };
        }

        @Override
        public int find(IpAddress gid) {
            return -1;
        }

        @Override
        public String validIndices() {
            return "0, 1";
        }
    }

    private static final class Tracker implements Restrack {
        private final Map<Type, List<IbObject>> objects = new EnumMap<>(Type.class);
        private int next;

        @Override
        public synchronized int count(Type type) {
            return list(type).size();
        }

        @Override
        public synchronized List<IbObject> list(Type type) {
            return List.copyOf(objects.getOrDefault(type, List.of()));
        }

        @Override
        public synchronized int add(Type type, IbObject object) {
            objects.computeIfAbsent(type, key -> new ArrayList<>()).add(object);
            return ++next;
        }

        @Override
        public synchronized void remove(Type type, IbObject object) {
            objects.get(type).remove(object);
        }
    }
}
