package org.softroce.uapi.rdma;

/**
 * The one ioctl of uverbs and the two structures that every call of it carries.
 *
 * @mirrors include/uapi/rdma/rdma_user_ioctl_cmds.h
 */
public final class RdmaUserIoctl {
    /** {@code _IOWR(0x1b, 1, struct ib_uverbs_ioctl_hdr)}. */
    public static final int RDMA_VERBS_IOCTL = 0xC0181B01;
    /** Flag of an attribute: refuse the call if the attribute is unknown. */
    public static final int UVERBS_ATTR_F_MANDATORY = 1;
    /** Flag of an attribute, set by the kernel: the output was written. */
    public static final int UVERBS_ATTR_F_VALID_OUTPUT = 2;

    /** The argument of {@link #RDMA_VERBS_IOCTL}: {@code struct ib_uverbs_ioctl_hdr}, followed by {@code
     * num_attrs} times {@link Attr}. {@code length} counts header and attributes in bytes. */
    public static final class IoctlHdr {
        public static final int SIZE = 24, LENGTH = 0, OBJECT_ID = 2, METHOD_ID = 4, NUM_ATTRS = 6, RESERVED1 = 8,
                DRIVER_ID = 16, RESERVED2 = 20, ATTRS = 24;
        private IoctlHdr() { }
    }

    /** One attribute: {@code struct ib_uverbs_attr}. {@code len} is the size of the value in bytes; values of up
     * to 8 bytes that go in stand in {@code data} itself, longer ones at the address in it. Handles and
     * descriptors have {@code len} 0 and stand in {@code data} both ways. */
    public static final class Attr {
        public static final int SIZE = 16, ATTR_ID = 0, LEN = 2, FLAGS = 4, ATTR_DATA = 6, ATTR_DATA_ENUM_DATA = 6,
                ATTR_DATA_ENUM_DATA_ELEM_ID = 6, ATTR_DATA_ENUM_DATA_RESERVED = 7, ATTR_DATA_RESERVED = 6, DATA = 8,
                DATA_S64 = 8;
        private Attr() { }
    }

    private RdmaUserIoctl() {
    }
}
