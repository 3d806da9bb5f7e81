package org.softroce.verbs;

/**
 * What a QP is made of.
 *
 * @mirrors libibverbs/verbs.h#ibv_qp_init_attr
 */
public final class IbvQpInitAttr {
    public IbvCq sendCq;
    public IbvCq recvCq;
    public IbvQpType qpType = IbvQpType.RC;
    /** True: every send WR completes with a work completion. */
    public boolean sqSigAll;
    public final Cap cap = new Cap();

    /**
     * Sizes: asked for, and after the call what there is.
     *
     * @mirrors libibverbs/verbs.h#ibv_qp_cap
     */
    public static final class Cap {
        public int maxSendWr = 1;
        public int maxRecvWr = 1;
        public int maxSendSge = 1;
        public int maxRecvSge = 1;
        public int maxInlineData;
    }
}
