package org.softroce.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A queue pair.
 *
 * @mirrors libibverbs/verbs.h#ibv_qp
 */
@ProviderType
public interface IbvQp extends AutoCloseable {
    IbvContext context();

    IbvPd pd();

    IbvCq sendCq();

    IbvCq recvCq();

    int qpNum();

    IbvQpType type();

    /** As of the last successful {@link #modify} or {@link #query}. */
    IbvQpState state();

    /** {@code ibv_modify_qp}; {@code mask} of {@link IbvQpAttrMask}. */
    void modify(IbvQpAttr attr, int mask);

    /** {@code ibv_query_qp}. */
    void query(IbvQpAttr attr, int mask, IbvQpInitAttr initAttr);

    /**
     * {@code ibv_post_send}: the chain that starts at {@code wr}. Never blocks or allocates.
     *
     * @throws PostException names the first WR that was not posted; those before it are
     */
    void postSend(IbvSendWr wr);

    /** {@code ibv_post_recv}. */
    void postRecv(IbvRecvWr wr);

    /** {@code ibv_destroy_qp}. */
    @Override
    void close();
}
