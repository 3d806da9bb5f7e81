package org.softroce.ib;

/**
 * What an SRQ is made of.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_srq_init_attr
 */
public record IbSrqInitAttr(int maxWr, int maxSge, int limit, IbEventHandler eventHandler) { }
