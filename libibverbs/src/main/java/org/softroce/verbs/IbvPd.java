package org.softroce.verbs;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A protection domain.
 *
 * @mirrors libibverbs/verbs.h#ibv_pd
 */
@ProviderType
public interface IbvPd extends AutoCloseable {
    IbvContext context();

    /**
     * {@code ibv_reg_mr} of a segment: any off-heap one but of a confined arena, or a heap array.
     *
     * @param access bits of {@link IbvAccess}
     */
    IbvMr regMr(MemorySegment memory, int access);

    /** {@code ibv_reg_mr_iova}: remote peers count from {@code iova}. */
    IbvMr regMr(MemorySegment memory, long iova, int access);

    /** New zeroed off-heap memory of the task, page aligned: what {@code memalign} gives a C program. */
    MemorySegment allocate(long bytes);

    /** {@code ibv_create_qp}; writes back what it really got into {@code attr.cap}. */
    IbvQp createQp(IbvQpInitAttr attr);

    /** {@code ibv_dealloc_pd}. EBUSY. */
    @Override
    void close();
}
