package org.softroce.uapi.rdma;

/**
 * Flags of a completion as user space sees them ({@code enum ibv_wc_flags}); the kernel counts {@code
 * WITH_INVALIDATE} and {@code IP_CSUM_OK} differently.
 *
 * @mirrors libibverbs/verbs.h#enum ibv_wc_flags
 */
public final class IbWcFlags {
    /** A GRH, 40 bytes, precedes the payload. */
    public static final int GRH = 1;
    /** Immediate data is valid. */
    public static final int WITH_IMM = 2;
    public static final int IP_CSUM_OK = 4;
    /** {@code invalidate_rkey} is valid. */
    public static final int WITH_INV = 8;

    private IbWcFlags() {
    }
}
