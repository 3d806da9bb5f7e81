package org.softroce.uapi.rdma;

/**
 * Flags of a send work request.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_send_flags
 */
public final class IbSendFlags {
    public static final int FENCE = 1;
    public static final int SIGNALED = 2;
    public static final int SOLICITED = 4;
    public static final int INLINE = 8;
    public static final int IP_CSUM = 0x10;

    private IbSendFlags() {
    }
}
