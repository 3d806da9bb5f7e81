package org.softroce.uverbs.internal.core;

/**
 * One object's events of one kind: where they go, what they say, and how many of them were read. That number is what
 * the destroy command answers, and the user library waits until it has acknowledged as many.
 *
 * @mirrors drivers/infiniband/core/uverbs.h#ib_uevent_object
 */
public final class EventSource {
    private final EventQueue queue;
    private final long userHandle;
    private int reported;
    private boolean withdrawn;

    /**
     * A source.
     *
     * @param queue      null if nobody listens
     * @param userHandle what the user library recognises its object by
     */
    public EventSource(EventQueue queue, long userHandle) {
        this.queue = queue;
        this.userHandle = userHandle;
    }

    /** Posts an event of a type ({@code IbEventType}; 0 for completions). */
    public void post(int type) {
        if (queue != null) {
            queue.post(userHandle, type, this);
        }
    }

    /** Events that were read so far. */
    public int reported() {
        if (queue == null) {
            return 0;
        }
        synchronized (queue) {
            return reported;
        }
    }

    /** The object goes: unread events are taken back, later ones ignored. */
    void withdraw() {
        if (queue != null) {
            synchronized (queue) {
                withdrawn = true;
                queue.withdraw(this);
            }
        }
    }

    /** Called by the queue under its own lock. */
    boolean isWithdrawn() {
        return withdrawn;
    }

    /** Called by the queue under its own lock. */
    void countReported() {
        reported++;
    }
}
