package org.softroce.ib;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Which objects exist at a device. {@link IbVerbs} adds and removes.
 *
 * @mirrors drivers/infiniband/core/restrack.c
 */
@ProviderType
public interface Restrack {

    /** Types in the order {@code rdma resource} prints them. */
    enum Type {
        PD, CQ, QP, CM_ID, MR, CTX, SRQ;

        /** {@code pd}, {@code cq}, ... */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    int count(Type type);

    /** By id. */
    List<IbObject> list(Type type);

    /** Gives the object the next id of its type. */
    int add(Type type, IbObject object);

    void remove(Type type, IbObject object);
}
