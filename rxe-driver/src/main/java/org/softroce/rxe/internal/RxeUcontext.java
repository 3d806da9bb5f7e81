package org.softroce.rxe.internal;

import org.softroce.ib.IbDevice;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.RingAllocator;
import org.softroce.kernel.task.Task;

/**
 * One open file at the device.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.h#rxe_ucontext
 */
final class RxeUcontext extends IbUcontext {
    RxeUcontext(IbDevice device, Task owner, RingAllocator rings) {
        super(device, owner, rings);
    }
}
