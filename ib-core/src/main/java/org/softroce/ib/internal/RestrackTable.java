package org.softroce.ib.internal;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.softroce.ib.IbObject;
import org.softroce.ib.Restrack;

/**
 * Objects of one device by type and id; ids count up from 0 for each type and are not given twice.
 *
 * @mirrors drivers/infiniband/core/restrack.c#rdma_restrack_root
 */
final class RestrackTable implements Restrack {

    private static final class Root {
        final TreeMap<Integer, IbObject> objects = new TreeMap<>();
        int nextId;
    }

    private final Map<Type, Root> roots = new EnumMap<>(Type.class);

    RestrackTable() {
        for (Type type : Type.values()) {
            roots.put(type, new Root());
        }
    }

    @Override
    public synchronized int count(Type type) {
        return roots.get(type).objects.size();
    }

    @Override
    public synchronized List<IbObject> list(Type type) {
        return List.copyOf(roots.get(type).objects.values());
    }

    @Override
    public synchronized int add(Type type, IbObject object) {
        Root root = roots.get(type);
        int id = root.nextId++;
        root.objects.put(id, object);
        return id;
    }

    @Override
    public synchronized void remove(Type type, IbObject object) {
        roots.get(type).objects.remove(object.restrackId(), object);
    }
}
