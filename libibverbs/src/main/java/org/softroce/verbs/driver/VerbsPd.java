package org.softroce.verbs.driver;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.task.Task;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpInitAttr;

/**
 * A protection domain.
 *
 * @mirrors libibverbs/verbs.h#ibv_pd
 */
public class VerbsPd implements IbvPd {
    private static final long PAGE = 4096;

    private final VerbsContext context;
    private final int handle;
    private boolean closed;

    public VerbsPd(VerbsContext context, int handle) {
        this.context = context;
        this.handle = handle;
    }

    @Override
    public final VerbsContext context() {
        return context;
    }

    public final int handle() {
        return handle;
    }

    @Override
    public final IbvMr regMr(MemorySegment memory, int access) {
        return register(memory, 0, true, access);
    }

    @Override
    public final IbvMr regMr(MemorySegment memory, long iova, int access) {
        return register(memory, iova, false, access);
    }

    private IbvMr register(MemorySegment memory, long iova, boolean iovaIsAddress, int access) {
        Task task = context.task();
        long start = task.memory().attach(memory);
        try {
            VerbsMr region = context.regMr(this, memory, start, iovaIsAddress ? start : iova, access);
            context.regions().add(region);
            return region;
        } catch (RuntimeException e) {
            task.memory().detach(start);
            throw e;
        }
    }

    @Override
    public final MemorySegment allocate(long bytes) {
        return context.task().memory().allocate(bytes, PAGE);
    }

    @Override
    public final IbvQp createQp(IbvQpInitAttr attr) {
        return context.newQp(this, attr);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            Disassociation.tolerate(() -> context.cmd().deallocPd(handle));
            closed = true;
        }
    }
}
