package org.softroce.verbs;

/**
 * Flags of a work completion.
 *
 * @mirrors libibverbs/verbs.h#ibv_wc_flags
 */
public final class IbvWcFlags {
    public static final int GRH = 1;
    public static final int WITH_IMM = 2;
    public static final int IP_CSUM_OK = 4;
    public static final int WITH_INV = 8;

    private IbvWcFlags() { }
}
