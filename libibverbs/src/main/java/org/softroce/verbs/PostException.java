package org.softroce.verbs;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** A post that was refused, with the work request that was. */
public final class PostException extends ErrnoException {
    private static final long serialVersionUID = 1L;
    private final transient Object badWr;

    public PostException(Errno errno, String detail, Object badWr) {
        super(errno, detail);
        this.badWr = badWr;
    }

    /** {@code bad_wr}: an {@link IbvSendWr} or {@link IbvRecvWr}. */
    public Object badWr() {
        return badWr;
    }
}
