package org.softroce.rxe.internal;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import org.softroce.ib.IbPd;
import org.softroce.kernel.task.UserMemory;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.rxe.internal.mem.RxePool;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbAccess;

/**
 * Registration of user memory.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.c#rxe_reg_user_mr
 */
final class RxeMemory {
    private static final int SUPPORTED = IbAccess.LOCAL_WRITE | IbAccess.REMOTE_WRITE | IbAccess.REMOTE_READ
            | IbAccess.REMOTE_ATOMIC | IbAccess.MW_BIND | IbAccess.HUGETLB | IbAccess.FLUSH_GLOBAL
            | IbAccess.FLUSH_PERSISTENT | IbAccess.OPTIONAL_RANGE;

    private final RxePool<RxeMr> regions =
            new RxePool<>("memory regions", RxeParam.MIN_MR_INDEX, RxeParam.MAX_MR_INDEX, RxeParam.MAX_MR);

    RxePool<RxeMr> regions() {
        return regions;
    }

    RxeMr register(IbPd pd, long start, long length, long iova, int access) {
        checkAccess(access);
        if (length < 0 || start != 0 && Long.compareUnsigned(start + length, start) < 0) {
            throw new ErrnoException(Errno.EINVAL, "length " + Long.toUnsignedString(length) + " at address 0x"
                    + Long.toHexString(start) + " runs over the end of the address space");
        }
        if (pd.owner() == null) {
            throw new ErrnoException(Errno.EINVAL, "memory of the kernel cannot be registered; use a user context");
        }
        UserMemory memory = pd.owner().memory();
        MemorySegment view = memory.map(start, length);
        checkAtomics(view, access);
        int index = regions.reserve();
        int key = index << 8 | ThreadLocalRandom.current().nextInt(256);
        RxeMr mr = new RxeMr(pd, view, memory, start, length, iova, access, key);
        regions.put(index, mr);
        return mr;
    }

    private static void checkAccess(int access) {
        int unknown = access & ~SUPPORTED;
        if (unknown != 0) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "access flags 0x" + Integer.toHexString(unknown)
                    + " are not supported; rxe knows 0x" + Integer.toHexString(SUPPORTED & ~IbAccess.OPTIONAL_RANGE));
        }
        boolean remoteChange = (access & (IbAccess.REMOTE_WRITE | IbAccess.REMOTE_ATOMIC)) != 0;
        if (remoteChange && (access & IbAccess.LOCAL_WRITE) == 0) {
            throw new ErrnoException(Errno.EINVAL,
                    "remote write or atomic access needs local write access too; add IBV_ACCESS_LOCAL_WRITE");
        }
    }

    private static void checkAtomics(MemorySegment view, int access) {
        if ((access & IbAccess.REMOTE_ATOMIC) != 0 && view != null
                && view.heapBase().filter(base -> !(base instanceof long[])).isPresent()) {
            throw new ErrnoException(Errno.EINVAL, "remote atomic access needs memory outside the heap or a long[]; "
                    + "this array has no 8-byte aligned elements");
        }
    }

    void deregister(RxeMr mr) {
        mr.invalidate();
        regions.remove(mr.lkey() >>> 8);
    }
}
