package org.softroce.uapi.rdma;

/**
 * Access rights of memory regions, memory windows and queue pairs.
 *
 * @mirrors include/uapi/rdma/ib_user_ioctl_verbs.h#enum ib_uverbs_access_flags
 */
public final class IbAccess {
    public static final int LOCAL_WRITE = 1;
    public static final int REMOTE_WRITE = 2;
    public static final int REMOTE_READ = 4;
    public static final int REMOTE_ATOMIC = 8;
    public static final int MW_BIND = 0x10;
    public static final int ZERO_BASED = 0x20;
    public static final int ON_DEMAND = 0x40;
    public static final int HUGETLB = 0x80;
    public static final int FLUSH_GLOBAL = 0x100;
    public static final int FLUSH_PERSISTENT = 0x200;
    /** The first of the optional rights: a device that does not know it ignores it. */
    public static final int RELAXED_ORDERING = 1 << 20;
    /** All optional rights, bits 20 to 29. */
    public static final int OPTIONAL_RANGE = 0x3ff00000;

    private IbAccess() {
    }
}
