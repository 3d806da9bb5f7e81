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

    /** Address of the first byte in the task: what goes into an SGE. */
    long addr();

    long length();

    int lkey();

    int rkey();

    /** {@code ibv_dereg_mr}. */
    @Override
    void close();
}
