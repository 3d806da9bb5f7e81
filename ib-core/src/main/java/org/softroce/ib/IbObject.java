package org.softroce.ib;

import java.util.concurrent.atomic.AtomicInteger;
import org.softroce.kernel.task.Task;

/** What all objects have: device, owner, and how many others stand on them. */
public abstract class IbObject {
    private final IbDevice device;
    private final IbUcontext context;
    private final AtomicInteger useCount = new AtomicInteger();
    private int restrackId;

    /** @param context {@code null} for objects of the kernel itself */
    protected IbObject(IbDevice device, IbUcontext context) {
        this.device = device;
        this.context = context;
    }

    public final IbDevice device() {
        return device;
    }

    /** {@code null} for kernel objects. */
    public final IbUcontext context() {
        return context;
    }

    /** The process it belongs to, or {@code null} for the kernel. */
    public Task owner() {
        return context == null ? null : context.owner();
    }

    /** How many objects need this one. */
    public final int useCount() {
        return useCount.get();
    }

    /** {@code atomic_inc(&obj->usecnt)}. */
    public final void hold() {
        useCount.incrementAndGet();
    }

    public final void drop() {
        useCount.decrementAndGet();
    }

    /** Number that {@code rdma resource} shows ({@code pdn}, {@code cqn}, ...). */
    public final int restrackId() {
        return restrackId;
    }

    final void setRestrackId(int id) {
        this.restrackId = id;
    }
}
