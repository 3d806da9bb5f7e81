package org.softroce.ib;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The driver's own part of a command: bytes from its user-space provider and room for the answer. Kernel memory on
 * both sides: uverbs copies in and out.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_udata
 */
public final class Udata {
    private final MemorySegment in;
    private final MemorySegment out;
    private long written;

    public Udata(MemorySegment in, MemorySegment out) {
        this.in = in;
        this.out = out;
    }

    /** No driver data: what kernel users pass. */
    public static Udata none() {
        return new Udata(MemorySegment.NULL, MemorySegment.NULL);
    }

    /** Input; may be shorter or longer than the driver knows. */
    public MemorySegment in() {
        return in;
    }

    /** Bytes of room for the answer. */
    public long outLength() {
        return out.byteSize();
    }

    /** Copies the answer; EINVAL when the provider left too little room. */
    public void copyOut(MemorySegment answer) {
        if (out.byteSize() < answer.byteSize()) {
            throw new ErrnoException(Errno.EINVAL, "driver answer of " + answer.byteSize()
                    + " bytes, provider has room for " + out.byteSize() + "; use a provider of the same ABI");
        }
        MemorySegment.copy(answer, 0, out, 0, answer.byteSize());
        written = answer.byteSize();
    }

    /** Bytes of answer there are. */
    public long written() {
        return written;
    }
}
