package org.softroce.ib;

import org.softroce.kernel.task.Task;

/**
 * One open uverbs file at the device; drivers extend it.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_ucontext
 */
public abstract class IbUcontext extends IbObject {
    private final Task owner;
    private final RingAllocator rings;

    protected IbUcontext(IbDevice device, Task owner, RingAllocator rings) {
        super(device, null);
        this.owner = owner;
        this.rings = rings;
    }

    /** The process that opened the device; it may have ended. */
    @Override
    public final Task owner() {
        return owner;
    }

    /** Where rings shared with the process come from. */
    public final RingAllocator rings() {
        return rings;
    }
}
