package org.softroce.verbs;

/**
 * Flags of a send work request.
 *
 * @mirrors libibverbs/verbs.h#ibv_send_flags
 */
public final class IbvSendFlags {
    public static final int FENCE = 1;
    public static final int SIGNALED = 2;
    public static final int SOLICITED = 4;
    public static final int INLINE = 8;
    public static final int IP_CSUM = 16;

    private IbvSendFlags() { }
}
