package org.softroce.uverbs.internal.core;

/**
 * One attribute that a method understands.
 *
 * @param id           {@code UVERBS_ATTR_*}
 * @param name         for messages
 * @param kind         what it carries, and which way
 * @param minBytes     least length of a value
 * @param maxBytes     length of the value that we know
 * @param zeroTrailing whether a longer value is fine if what we do not know is zero
 * @param mandatory    whether the method needs it
 * @param type         type of object, for handles and descriptors
 * @param access       what happens to the object
 * @mirrors include/rdma/uverbs_ioctl.h#uverbs_attr_spec
 */
public record AttrSpec(int id, String name, Kind kind, int minBytes, int maxBytes, boolean zeroTrailing,
    boolean mandatory, UobjectType type, Access access) {

    /** What an attribute carries. */
    public enum Kind {
        /** Bytes from the user: in the attribute itself up to 8, else at an address. */
        IN,
        /** Room for bytes to the user, always at an address. */
        OUT,
        /** A handle. */
        HANDLE,
        /** A file descriptor. */
        DESCRIPTOR
    }

    /** What a method does with an object. */
    public enum Access {
        /** Makes it; the number goes to the user. */
        NEW,
        /** Uses it together with others. */
        READ,
        /** Ends it before the handler runs. */
        DESTROY
    }

    static AttrSpec bytes(int id, String name, Kind kind, int minBytes, int maxBytes, boolean zeroTrailing) {
        return new AttrSpec(id, name, kind, minBytes, maxBytes, zeroTrailing, true, null, null);
    }

    static AttrSpec object(int id, String name, UobjectType type, Access access) {
        Kind kind = type.isDescriptor() ? Kind.DESCRIPTOR : Kind.HANDLE;
        return new AttrSpec(id, name, kind, 0, 0, false, true, type, access);
    }

    AttrSpec asOptional() {
        return new AttrSpec(id, name, kind, minBytes, maxBytes, zeroTrailing, false, type, access);
    }

    boolean isObject() {
        return type != null;
    }
}
