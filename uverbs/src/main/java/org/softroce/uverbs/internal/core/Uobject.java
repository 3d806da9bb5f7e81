package org.softroce.uverbs.internal.core;

import java.util.concurrent.atomic.AtomicInteger;
import org.softroce.ib.IbObject;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * What a handle stands for. Commands that use the object hold it shared, a command that makes or ends it holds it
 * alone; whoever comes too late gets EBUSY.
 *
 * @mirrors include/rdma/uverbs_types.h#ib_uobject
 */
public final class Uobject {
    /** Neither handle nor descriptor yet. */
    public static final int NO_HANDLE = -1;
    private static final int EXCLUSIVE = -1;

    private final UverbsFile file;
    private final UobjectType type;
    /** 0 = free, n = shared by n, -1 = held alone, as it is until committed. */
    private final AtomicInteger users = new AtomicInteger(EXCLUSIVE);
    private volatile int handle = NO_HANDLE;
    private volatile boolean committed;
    private volatile IbObject object;
    private EventFile eventFile;
    private EventSource completionEvents;
    private EventSource asyncEvents;

    Uobject(UverbsFile file, UobjectType type) {
        this.file = file;
        this.type = type;
    }

    public UverbsFile file() {
        return file;
    }

    public UobjectType type() {
        return type;
    }

    /** Handle, or descriptor for descriptor types. */
    public int handle() {
        return handle;
    }

    void handle(int number) {
        handle = number;
    }

    /** What the driver made; null for descriptors and once it is destroyed. */
    public IbObject object() {
        return object;
    }

    /** Hands over what the driver made: from here on an abort destroys it. */
    public void object(IbObject made) {
        object = made;
    }

    /** The description behind a descriptor. */
    public EventFile eventFile() {
        return eventFile;
    }

    public void eventFile(EventFile made) {
        eventFile = made;
    }

    /** Where completion events of a CQ are counted; null for other types. */
    public EventSource completionEvents() {
        return completionEvents;
    }

    /** Where asynchronous events of a CQ, QP or SRQ are counted; null for other types. */
    public EventSource asyncEvents() {
        return asyncEvents;
    }

    /** Sets where events go; null for none. */
    public void events(EventSource completion, EventSource async) {
        completionEvents = completion;
        asyncEvents = async;
    }

    /** True while there is something to destroy. */
    boolean isLive() {
        return object != null || eventFile != null && !eventFile.isShutDown();
    }

    /** The command that made it succeeded: others may use it now. */
    void commit() {
        committed = true;
        disown();
    }

    boolean isCommitted() {
        return committed;
    }

    boolean tryShare() {
        for (int now = users.get(); now >= 0; now = users.get()) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    boolean tryOwn() {
        return users.compareAndSet(0, EXCLUSIVE);
    }

    void unshare() {
        users.decrementAndGet();
    }

    void disown() {
        users.set(0);
    }

    /** Ends what is behind it and withdraws its unread events; the caller owns the object. */
    void destroyHardware(RemoveReason why) {
        if (isLive()) {
            type.destroy(this, why);
        }
        object = null;
        if (completionEvents != null) {
            completionEvents.withdraw();
        }
        if (asyncEvents != null) {
            asyncEvents.withdraw();
        }
    }

    ErrnoException busy() {
        return new ErrnoException(Errno.EBUSY, type.label() + " handle " + handle
            + " is in use by another command; let that end first");
    }
}
