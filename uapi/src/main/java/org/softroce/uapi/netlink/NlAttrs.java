package org.softroce.uapi.netlink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The attributes of a message or of a nested attribute, in their order. As in {@code nla_parse}, the last of several
 * attributes of one type is the one that counts; tables are walked.
 *
 * @mirrors lib/nlattr.c#__nla_parse
 */
public final class NlAttrs implements Iterable<NlAttr> {
    private final List<NlAttr> attributes;

    NlAttrs(byte[] data, int from, int to) {
        List<NlAttr> found = new ArrayList<>();
        int at = from;
        while (to - at >= NlMsg.ATTR_HEADER) {
            int length = Short.toUnsignedInt((short) NlReader.U16.get(data, at));
            if (length < NlMsg.ATTR_HEADER || length > to - at) {
                throw new ErrnoException(Errno.EINVAL, "netlink attribute of length " + length + " at offset "
                    + (at - from) + ": 4 to " + (to - at) + " are possible");
            }
            int type = Short.toUnsignedInt((short) NlReader.U16.get(data, at + 2));
            found.add(new NlAttr(data, at + NlMsg.ATTR_HEADER, length - NlMsg.ATTR_HEADER, type));
            at += NlMsg.align(length);
        }
        attributes = Collections.unmodifiableList(found);
    }

    @Override
    public Iterator<NlAttr> iterator() {
        return attributes.iterator();
    }

    /** How many there are. */
    public int size() {
        return attributes.size();
    }

    /** The attribute of a type, or null. */
    public NlAttr find(int type) {
        for (int i = attributes.size() - 1; i >= 0; i--) {
            if (attributes.get(i).type() == type) {
                return attributes.get(i);
            }
        }
        return null;
    }

    /** Whether there is an attribute of a type. */
    public boolean has(int type) {
        return find(type) != null;
    }

    /**
     * The attribute of a type.
     *
     * @throws ErrnoException EINVAL if there is none
     */
    public NlAttr get(int type) {
        NlAttr found = find(type);
        if (found == null) {
            throw new ErrnoException(Errno.EINVAL, "netlink attribute " + type + " is missing");
        }
        return found;
    }

    public int u8(int type) {
        return get(type).u8();
    }

    public int u16(int type) {
        return get(type).u16();
    }

    public int u32(int type) {
        return get(type).u32();
    }

    public long u64(int type) {
        return get(type).u64();
    }

    public String string(int type) {
        return get(type).string();
    }

    /** The value of a type, or another one if there is no such attribute. */
    public int u32(int type, int otherwise) {
        NlAttr found = find(type);
        return found == null ? otherwise : found.u32();
    }

    /** The string of a type, or another one if there is no such attribute. */
    public String string(int type, String otherwise) {
        NlAttr found = find(type);
        return found == null ? otherwise : found.string();
    }

    public NlAttrs nested(int type) {
        return get(type).nested();
    }
}
