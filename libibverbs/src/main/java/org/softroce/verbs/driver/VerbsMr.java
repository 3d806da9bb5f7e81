package org.softroce.verbs.driver;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.cmd.IbvCmd;

/**
 * A memory region.
 *
 * @mirrors libibverbs/driver.h#verbs_mr
 */
public final class VerbsMr implements IbvMr {
    private final VerbsPd pd;
    private final MemorySegment memory;
    private final long addr;
    private final long iova;
    private final IbvCmd.Mr answer;
    private final AtomicBoolean attached = new AtomicBoolean(true);
    private boolean closed;

    public VerbsMr(VerbsPd pd, MemorySegment memory, long addr, long iova, IbvCmd.Mr answer) {
        this.pd = pd;
        this.memory = memory;
        this.addr = addr;
        this.iova = iova;
        this.answer = answer;
    }

    @Override
    public VerbsPd pd() {
        return pd;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public long addr() {
        return addr;
    }

    @Override
    public long iova() {
        return iova;
    }

    @Override
    public long length() {
        return memory.byteSize();
    }

    @Override
    public int lkey() {
        return answer.lkey();
    }

    @Override
    public int rkey() {
        return answer.rkey();
    }

    public int handle() {
        return answer.handle();
    }

    /** Whether these bytes of the task are all in this region and it is still registered. */
    public boolean holds(long address, long bytes) {
        long offset = address - addr;
        return attached.get() && offset >= 0 && bytes <= memory.byteSize() - offset;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        VerbsContext context = pd.context();
        Disassociation.tolerate(() -> context.cmd().deregMr(handle()));
        closed = true;
        context.regions().remove(this);
        detach();
    }

    /** Ends the attachment to the task's memory, once. */
    void detach() {
        if (attached.compareAndSet(true, false)) {
            pd.context().task().memory().detach(addr);
        }
    }
}
