package org.softroce.verbs;

/**
 * What may be done with memory or through a QP.
 *
 * @mirrors libibverbs/verbs.h#ibv_access_flags
 */
public final class IbvAccess {
    public static final int LOCAL_WRITE = 1;
    public static final int REMOTE_WRITE = 2;
    public static final int REMOTE_READ = 4;
    public static final int REMOTE_ATOMIC = 8;
    public static final int MW_BIND = 16;
    public static final int ZERO_BASED = 32;
    public static final int ON_DEMAND = 64;
    public static final int HUGETLB = 128;
    public static final int RELAXED_ORDERING = 1 << 20;

    private IbvAccess() { }
}
