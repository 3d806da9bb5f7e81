package org.softroce.rxe.internal.qp;

import org.softroce.kernel.net.SkBuff;
import org.softroce.rxe.internal.stat.DropReason;
import org.softroce.uapi.rdma.IbEventType;

/** What a queue pair wants done outside: the only way out of the state machines. */
public interface QpOps {

    /** An empty frame buffer, never {@code null}. */
    SkBuff alloc();

    /**
     * Sends a finished frame and takes it over.
     *
     * @return false if it did not get out
     */
    boolean xmit(SkBuff skb);

    /** A packet was thrown away. */
    default void dropped(DropReason reason) {
        // counted where there is somebody who reads it
    }

    /** The queue pair moved to the error state by itself. */
    void movedToError();

    /** An asynchronous event of the queue pair. */
    void event(IbEventType type);
}
