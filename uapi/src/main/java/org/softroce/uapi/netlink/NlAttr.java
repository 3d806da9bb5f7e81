package org.softroce.uapi.netlink;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * One attribute: a window into a datagram. Getters throw EINVAL if the value is shorter than asked for.
 *
 * @mirrors include/net/netlink.h#nla_get_u32
 */
public final class NlAttr {
    private final byte[] data;
    private final int offset;
    private final int length;
    private final int type;

    NlAttr(byte[] data, int offset, int length, int type) {
        this.data = data;
        this.offset = offset;
        this.length = length;
        this.type = type;
    }

    /** The type without its flag bits. */
    public int type() {
        return type & NlMsg.NLA_TYPE_MASK;
    }

    /** Length of the value in bytes. */
    public int length() {
        return length;
    }

    public int u8() {
        need(1);
        return Byte.toUnsignedInt(data[offset]);
    }

    public int u16() {
        need(2);
        return Short.toUnsignedInt((short) NlReader.U16.get(data, offset));
    }

    public int u32() {
        need(4);
        return (int) NlReader.U32.get(data, offset);
    }

    public long u64() {
        need(8);
        return (long) NlReader.U64.get(data, offset);
    }

    /** The string up to its terminating zero, or to the end if there is none. */
    public String string() {
        int end = offset;
        while (end < offset + length && data[end] != 0) {
            end++;
        }
        return new String(data, offset, end - offset, StandardCharsets.UTF_8);
    }

    /** A copy of the value. */
    public byte[] binary() {
        return Arrays.copyOfRange(data, offset, offset + length);
    }

    /** The attributes inside. */
    public NlAttrs nested() {
        return new NlAttrs(data, offset, offset + length);
    }

    private void need(int bytes) {
        if (length < bytes) {
            throw new ErrnoException(Errno.EINVAL,
                "netlink attribute " + type() + " has " + length + " bytes, " + bytes + " are needed");
        }
    }
}
