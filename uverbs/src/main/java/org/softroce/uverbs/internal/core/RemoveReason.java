package org.softroce.uverbs.internal.core;

/**
 * Why an object goes.
 *
 * @mirrors include/rdma/ib_verbs.h#rdma_remove_reason
 */
public enum RemoveReason {
    /** The user asked for it; may be refused. */
    DESTROY,
    /** The file was released. */
    CLOSE,
    /** The device went away. */
    DRIVER_REMOVE,
    /** The command that made it failed. */
    ABORT
}
