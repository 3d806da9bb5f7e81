package org.softroce.uverbs.internal.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbQp;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The objects of one file: handles are the lowest free numbers from 0, shared by all types.
 *
 * @mirrors drivers/infiniband/core/rdma_core.c
 */
public final class Uobjects {
    /** More handles than any device has objects. */
    static final int HANDLES_MAX = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Uobjects.class);

    private final UverbsFile file;
    /** By handle; republished after every change, so that the doorbell reads it without a lock. */
    private volatile Uobject[] table = new Uobject[16];
    /** Committed objects in the order they were made, descriptors among them. */
    private final List<Uobject> committed = new ArrayList<>();

    Uobjects(UverbsFile file) {
        this.file = file;
    }

    /** Starts an object: its handle is taken, nobody else can use it until {@link #commit}. */
    synchronized Uobject begin(UobjectType type) {
        Uobject uobject = new Uobject(file, type);
        if (!type.isDescriptor()) {
            int free = lowestFree();
            uobject.handle(free);
            table[free] = uobject;
            publish();
        }
        return uobject;
    }

    synchronized void commit(Uobject uobject) {
        committed.add(uobject);
        uobject.commit();
    }

    /** Undoes {@link #begin}; destroys what was made meanwhile. */
    void abort(Uobject uobject) {
        try {
            uobject.destroyHardware(RemoveReason.ABORT);
        } catch (RuntimeException refused) {
            LOG.error("a {} that was half made cannot be destroyed", uobject.type().label(), refused);
        }
        removeHandle(uobject);
    }

    /** The object of a handle, or null. */
    private Uobject find(int handle) {
        Uobject[] now = table;
        return handle < 0 || handle >= now.length ? null : now[handle];
    }

    /** The object of a handle without holding it. ENOENT, EINVAL for another type. */
    Uobject get(UobjectType type, long handle) {
        Uobject uobject = handle < 0 || handle > Integer.MAX_VALUE ? null : find((int) handle);
        if (uobject == null || !uobject.isCommitted()) {
            throw new ErrnoException(Errno.ENOENT, type.label() + " handle " + Long.toUnsignedString(handle)
                + " does not exist in this file; use the handle that its create returned");
        }
        if (uobject.type() != type) {
            throw new ErrnoException(Errno.EINVAL, "handle " + handle + " is a " + uobject.type().label() + ", not a "
                + type.label());
        }
        return uobject;
    }

    /** The queue pair of a handle, or null: one array load, no lock, no allocation. */
    IbQp qpForDoorbell(int handle) {
        Uobject uobject = find(handle);
        return uobject != null && uobject.object() instanceof IbQp qp ? qp : null;
    }

    /** Destroys for the user. On success the caller owns the object, whose handle is free again. */
    void destroy(Uobject uobject) {
        if (!uobject.tryOwn()) {
            throw uobject.busy();
        }
        try {
            uobject.destroyHardware(RemoveReason.DESTROY);
        } catch (RuntimeException refused) {
            uobject.disown();
            throw refused;
        }
        removeHandle(uobject);
        synchronized (this) {
            committed.remove(uobject);
        }
    }

    /** A descriptor was closed by its last holder. */
    void closed(Uobject uobject) {
        synchronized (this) {
            committed.remove(uobject);
        }
        uobject.destroyHardware(RemoveReason.CLOSE);
    }

    /** Readers of event descriptors need not wait until all else is destroyed. */
    void shutDownEvents(RemoveReason why) {
        for (Uobject uobject : snapshot()) {
            if (uobject.type().isDescriptor() && uobject.isLive()) {
                uobject.eventFile().shutDown(why);
            }
        }
    }

    /**
     * Destroys everything, the newest first; what others still need waits for the next pass. After DRIVER_REMOVE
     * handles remain, so that the user can destroy them and learn how many events were reported.
     *
     * @mirrors drivers/infiniband/core/rdma_core.c#uverbs_destroy_ufile_hw
     */
    void destroyAll(RemoveReason why) {
        List<Uobject> left = snapshot();
        for (boolean progress = true; progress && !left.isEmpty(); ) {
            List<Uobject> refused = new ArrayList<>();
            for (int i = left.size() - 1; i >= 0; i--) {
                if (!destroyQuietly(left.get(i), why)) {
                    refused.addFirst(left.get(i));
                }
            }
            progress = refused.size() < left.size();
            left = refused;
        }
        for (Uobject stuck : left) {
            LOG.error("{} handle {} of pid {} cannot be destroyed", stuck.type().label(), stuck.handle(),
                file.opener().pid());
            stuck.object(null);
        }
        if (why == RemoveReason.CLOSE) {
            clear();
        }
    }

    /** Handles of one type, at most so many. */
    synchronized int[] handles(int objectId, int max) {
        return committed.stream().filter(uobject -> uobject.type().objectId() == objectId)
            .mapToInt(Uobject::handle).limit(max).toArray();
    }

    /** How many objects there are. */
    public synchronized int size() {
        return committed.size();
    }

    private static boolean destroyQuietly(Uobject uobject, RemoveReason why) {
        try {
            uobject.destroyHardware(why);
            return true;
        } catch (ErrnoException refused) {
            return false;
        } catch (RuntimeException broken) {
            LOG.error("destroying {} handle {} failed", uobject.type().label(), uobject.handle(), broken);
            return false;
        }
    }

    private synchronized List<Uobject> snapshot() {
        return new ArrayList<>(committed);
    }

    private synchronized void clear() {
        committed.clear();
        table = new Uobject[0];
    }

    private synchronized void removeHandle(Uobject uobject) {
        int handle = uobject.handle();
        if (!uobject.type().isDescriptor() && handle >= 0 && handle < table.length && table[handle] == uobject) {
            table[handle] = null;
            publish();
        }
    }

    private int lowestFree() {
        Uobject[] now = table;
        for (int i = 0; i < now.length; i++) {
            if (now[i] == null) {
                return i;
            }
        }
        if (now.length >= HANDLES_MAX) {
            throw new ErrnoException(Errno.ENOMEM, "the file has " + HANDLES_MAX + " objects; destroy some");
        }
        table = Arrays.copyOf(now, Math.max(16, 2 * now.length));
        return now.length;
    }

    private void publish() {
        Uobject[] changed = table;
        table = changed;
    }
}
