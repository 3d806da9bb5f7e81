package org.softroce.uapi.rdma;

/**
 * Which attributes a modify of a shared receive queue is about.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_srq_attr_mask
 */
public final class IbSrqAttrMask {
    public static final int MAX_WR = 1;
    public static final int LIMIT = 2;

    private IbSrqAttrMask() {
    }
}
