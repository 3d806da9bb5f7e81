package org.softroce.verbs.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs.CompEventDesc;
import org.softroce.verbs.IbvCompChannel;
import org.softroce.verbs.IbvCq;

/**
 * A completion channel; the same for all providers.
 *
 * @mirrors libibverbs/verbs.h#ibv_comp_channel
 */
public final class VerbsCompChannel implements IbvCompChannel {
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final VerbsContext context;
    private final int fd;
    /** Where one reader at a time puts its event; a second one brings its own. */
    private final AtomicReference<MemorySegment> spare = new AtomicReference<>();
    private int queues;
    private boolean closed;

    VerbsCompChannel(VerbsContext context, int fd) {
        this.context = context;
        this.fd = fd;
    }

    @Override
    public VerbsContext context() {
        return context;
    }

    @Override
    public int fd() {
        return fd;
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_get_cq_event
     */
    @Override
    public IbvCq getCqEvent() {
        MemorySegment own = spare.getAndSet(null);
        MemorySegment event = own != null ? own : MemorySegment.ofArray(new byte[CompEventDesc.SIZE]);
        try {
            while (true) {
                context.task().read(fd, event);
                if (context.handles().get(event.get(U64, CompEventDesc.CQ_HANDLE)) instanceof IbvCq cq) {
                    return cq;
                }
            }
        } finally {
            spare.set(event);
        }
    }

    synchronized void hold() {
        if (closed) {
            throw new ErrnoException(Errno.EBADF, "the completion channel was closed");
        }
        queues++;
    }

    synchronized void put() {
        queues--;
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/verbs.c#ibv_destroy_comp_channel
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (queues > 0) {
            throw new ErrnoException(Errno.EBUSY,
                    queues + " completion queues use this channel; destroy them first");
        }
        closed = true;
        context.task().close(fd);
    }
}
