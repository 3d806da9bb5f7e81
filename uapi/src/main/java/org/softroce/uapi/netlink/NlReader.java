package org.softroce.uapi.netlink;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Walks over the messages of one datagram.
 *
 * <pre>{@code
 * NlReader reader = new NlReader(datagram);
 * while (reader.next()) {
 *     NlAttrs attrs = reader.attrs(0);
 *     ...
 * }
 * }</pre>
 *
 * <p>As in the kernel, a header whose length is less than 16 or more than what is left ends the walk.
 *
 * @mirrors include/uapi/linux/netlink.h#NLMSG_OK
 */
public final class NlReader {
    static final VarHandle U16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle U32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle U64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] data;
    private final int limit;
    private int message = -1;
    private int following;

    /** A walk over a whole array. */
    public NlReader(byte[] datagram) {
        this(datagram, datagram.length);
    }

    /** A walk over the first bytes of an array, which must stay as it is. */
    public NlReader(byte[] datagram, int length) {
        if (length < 0 || length > datagram.length) {
            throw new IndexOutOfBoundsException("length " + length + " of an array of " + datagram.length);
        }
        data = datagram;
        limit = length;
    }

    /** Goes to the next message; false at the end, or if what follows is no message. */
    public boolean next() {
        if (limit - following < NlMsg.HEADER) {
            return false;
        }
        int length = (int) U32.get(data, following);
        if (length < NlMsg.HEADER || length > limit - following) {
            return false;
        }
        message = following;
        following = Math.min(limit, following + NlMsg.align(length));
        return true;
    }

    /** Length of the message in bytes, header included. */
    public int length() {
        return (int) U32.get(data, at() + NlMsg.LEN);
    }

    public int type() {
        return Short.toUnsignedInt((short) U16.get(data, at() + NlMsg.TYPE));
    }

    public int flags() {
        return Short.toUnsignedInt((short) U16.get(data, at() + NlMsg.FLAGS));
    }

    public int seq() {
        return (int) U32.get(data, at() + NlMsg.SEQ);
    }

    public int port() {
        return (int) U32.get(data, at() + NlMsg.PID);
    }

    /** A copy of bytes of the message; offset 0 is its header. */
    public byte[] bytes(int offset, int length) {
        check(offset, length);
        return Arrays.copyOfRange(data, at() + offset, at() + offset + length);
    }

    /** A 32-bit value behind the message header, such as the error of NLMSG_ERROR at offset 0. */
    public int payloadU32(int offset) {
        check(NlMsg.HEADER + offset, 4);
        return (int) U32.get(data, at() + NlMsg.HEADER + offset);
    }

    /**
     * The attributes of the message.
     *
     * @param familyHeader bytes between the message header and the first attribute
     * @throws ErrnoException EINVAL if an attribute does not fit
     */
    public NlAttrs attrs(int familyHeader) {
        int from = NlMsg.HEADER + NlMsg.align(familyHeader);
        return new NlAttrs(data, at() + Math.min(from, length()), at() + length());
    }

    /** In NLMSG_ERROR or NLMSG_DONE: 0 or the positive error number. */
    public int errno() {
        return -payloadU32(0);
    }

    /** In NLMSG_ERROR: the extended text, or null. */
    public String errorText() {
        if ((flags() & NlMsg.NLM_F_ACK_TLVS) == 0) {
            return null;
        }
        check(NlMsg.HEADER + 4, NlMsg.HEADER);
        boolean capped = (flags() & NlMsg.NLM_F_CAPPED) != 0;
        int request = capped ? NlMsg.HEADER : payloadU32(4);
        if (request < NlMsg.HEADER || request > length() - NlMsg.HEADER - 4) {
            return null;
        }
        NlAttr text = attrs(4 + request).find(NlMsg.NLMSGERR_ATTR_MSG);
        return text == null ? null : text.string();
    }

    private void check(int offset, int length) {
        if (offset < 0 || length < 0 || offset > length() - length) {
            throw new ErrnoException(Errno.EINVAL, "netlink message of " + length() + " bytes ends before the "
                + length + " bytes at offset " + offset);
        }
    }

    private int at() {
        if (message < 0) {
            throw new IllegalStateException("next() was not called or found no message");
        }
        return message;
    }
}
