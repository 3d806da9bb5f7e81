package org.softroce.rxe.internal.qp;

import org.softroce.roce.Psn;

/**
 * The last reads and atomics served, as many as the peer may have out at a time; the oldest is overwritten.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_qp.c#alloc_rd_atomic_resources
 */
final class RespResources {
    private final RespResource[] all;
    private int head;

    RespResources(int count) {
        all = new RespResource[count];
        for (int i = 0; i < count; i++) {
            all[i] = new RespResource();
        }
    }

    int count() {
        return all.length;
    }

    /** The oldest, to be filled anew. */
    RespResource next() {
        RespResource oldest = all[head];
        head = head + 1 == all.length ? 0 : head + 1;
        return oldest;
    }

    /** The one that a sequence number belongs to, or {@code null}. */
    RespResource find(int psn, int type) {
        for (RespResource r : all) {
            if (r.type == type && Psn.compare(psn, r.firstPsn) >= 0 && Psn.compare(psn, r.lastPsn) <= 0) {
                return r;
            }
        }
        return null;
    }
}
