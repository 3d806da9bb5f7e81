package org.softroce.iproute2.rdma.internal;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** The kernel refused a request; the detail is its extended ack. */
final class NlError extends ErrnoException {
    private static final long serialVersionUID = 1L;

    NlError(Errno errno, String detail) {
        super(errno, detail);
    }
}
