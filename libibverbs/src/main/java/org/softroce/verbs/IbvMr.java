package org.softroce.verbs;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A memory region.
 *
 * @mirrors libibverbs/verbs.h#ibv_mr
 */
@ProviderType
public interface IbvMr extends AutoCloseable {
    IbvPd pd();

    MemorySegment memory();

    /** Address of the first byte in the task. */
    long addr();

    /** Address of the first byte as work requests name it: {@link #addr()} unless registered with another one. */
    long iova();

    long length();

    int lkey();

    int rkey();

    /** {@code ibv_dereg_mr}. */
    @Override
    void close();
}
