package org.softroce.uapi.netlink;

/**
 * Numbers of the netlink message header ({@code struct nlmsghdr}, 16 bytes: length u32, type u16, flags u16,
 * sequence u32, port u32) and of the attribute header ({@code struct nlattr}, 4 bytes: length u16, type u16).
 * Both lengths count the header and not the padding to 4 bytes.
 *
 * @mirrors include/uapi/linux/netlink.h
 */
public final class NlMsg {
    /** Size of a message header in bytes. */
    public static final int HEADER = 16;
    /** Offset of the length in a message header. */
    public static final int LEN = 0;
    /** Offset of the type in a message header. */
    public static final int TYPE = 4;
    /** Offset of the flags in a message header. */
    public static final int FLAGS = 6;
    /** Offset of the sequence number in a message header. */
    public static final int SEQ = 8;
    /** Offset of the port in a message header. */
    public static final int PID = 12;

    /** Type of a message without content. */
    public static final int NLMSG_NOOP = 1;
    /** Type of an error or acknowledgement: i32 negative errno or 0, then the header of the request. */
    public static final int NLMSG_ERROR = 2;
    /** Type of the end of a dump: i32 negative errno or 0. */
    public static final int NLMSG_DONE = 3;
    /** Type of a message that says that messages were lost. */
    public static final int NLMSG_OVERRUN = 4;
    /** The first type that is not reserved. */
    public static final int NLMSG_MIN_TYPE = 0x10;

    /** A request. */
    public static final int NLM_F_REQUEST = 1;
    /** Part of an answer of many messages that NLMSG_DONE ends. */
    public static final int NLM_F_MULTI = 2;
    /** Send an acknowledgement, also of success. */
    public static final int NLM_F_ACK = 4;
    public static final int NLM_F_ECHO = 8;
    public static final int NLM_F_DUMP_INTR = 0x10;
    public static final int NLM_F_DUMP_FILTERED = 0x20;
    public static final int NLM_F_ROOT = 0x100;
    public static final int NLM_F_MATCH = 0x200;
    public static final int NLM_F_ATOMIC = 0x400;
    /** Send all objects. */
    public static final int NLM_F_DUMP = NLM_F_ROOT | NLM_F_MATCH;
    public static final int NLM_F_REPLACE = 0x100;
    public static final int NLM_F_EXCL = 0x200;
    public static final int NLM_F_CREATE = 0x400;
    public static final int NLM_F_APPEND = 0x800;
    /** In NLMSG_ERROR: only the header of the request follows. */
    public static final int NLM_F_CAPPED = 0x100;
    /** In NLMSG_ERROR: attributes NLMSGERR_ATTR_* follow. */
    public static final int NLM_F_ACK_TLVS = 0x200;

    /** Text of an error. */
    public static final int NLMSGERR_ATTR_MSG = 1;
    /** Offset of the attribute at fault in the request, u32. */
    public static final int NLMSGERR_ATTR_OFFS = 2;
    public static final int NLMSGERR_ATTR_COOKIE = 3;
    public static final int NLMSGERR_ATTR_POLICY = 4;
    /** Type of an attribute that is missing, u32. */
    public static final int NLMSGERR_ATTR_MISS_TYPE = 5;
    public static final int NLMSGERR_ATTR_MISS_NEST = 6;

    /** Size of an attribute header in bytes. */
    public static final int ATTR_HEADER = 4;
    public static final int NLA_F_NESTED = 0x8000;
    public static final int NLA_F_NET_BYTEORDER = 0x4000;
    /** The bits of an attribute's type that are the type. */
    public static final int NLA_TYPE_MASK = 0x3fff;

    private NlMsg() {
    }

    /** Rounds up to 4 bytes. */
    public static int align(int length) {
        return length + 3 & ~3;
    }
}
