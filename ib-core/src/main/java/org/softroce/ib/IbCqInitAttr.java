package org.softroce.ib;

/**
 * What a CQ is made of.
 *
 * @param cqe entries wanted
 * @param compVector 0..completionVectors-1, checked by {@link IbVerbs}
 * @mirrors include/rdma/ib_verbs.h#ib_cq_init_attr
 */
public record IbCqInitAttr(int cqe, int compVector, int flags, IbCq.CompHandler compHandler,
        IbEventHandler eventHandler) { }
