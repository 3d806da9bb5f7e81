package org.softroce.uapi.netlink;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.softroce.uapi.Errno;

/**
 * Writes netlink messages one behind the other into a buffer that grows.
 *
 * <pre>{@code
 * byte[] datagram = new NlWriter()
 *     .begin(type, NlMsg.NLM_F_REQUEST, seq, 0)
 *     .putString(RDMA_NLDEV_ATTR_DEV_NAME, "rxe0")
 *     .end().toBytes();
 * }</pre>
 *
 * <p>64-bit attributes are not preceded by a padding attribute: {@code nla_put_u64_64bit} adds one only on machines
 * that cannot read unaligned words, which x86-64 can. Not for use by many threads.
 *
 * @mirrors include/net/netlink.h
 */
public final class NlWriter {
    private static final VarHandle U16 =
        MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle U32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle U64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int ATTR_LENGTH_MAX = 0xffff;

    private byte[] buffer = new byte[512];
    private int size;
    private int message = -1;

    /** Starts a message. */
    public NlWriter begin(int type, int flags, int seq, int port) {
        if (message >= 0) {
            throw new IllegalStateException("the message before has no end");
        }
        message = size;
        reserve(NlMsg.HEADER);
        U16.set(buffer, message + NlMsg.TYPE, (short) type);
        U16.set(buffer, message + NlMsg.FLAGS, (short) flags);
        U32.set(buffer, message + NlMsg.SEQ, seq);
        U32.set(buffer, message + NlMsg.PID, port);
        return this;
    }

    /** Ends the message: its length is known now. */
    public NlWriter end() {
        inMessage();
        U32.set(buffer, message + NlMsg.LEN, size - message);
        reserve(NlMsg.align(size) - size);
        message = -1;
        return this;
    }

    /** Drops the message that was begun, as if it had never been. */
    public NlWriter cancel() {
        inMessage();
        Arrays.fill(buffer, message, size, (byte) 0);
        size = message;
        message = -1;
        return this;
    }

    /** Appends bytes that are no attribute, such as a family header; padded to 4 bytes. */
    public NlWriter raw(byte... bytes) {
        inMessage();
        int at = reserve(NlMsg.align(bytes.length));
        System.arraycopy(bytes, 0, buffer, at, bytes.length);
        return this;
    }

    /** Appends a 32-bit value that is no attribute. */
    public NlWriter rawU32(int value) {
        inMessage();
        int at = reserve(4);
        U32.set(buffer, at, value);
        return this;
    }

    /** Appends an attribute without value. */
    public NlWriter putFlag(int type) {
        attribute(type, 0);
        return this;
    }

    public NlWriter putU8(int type, int value) {
        int at = attribute(type, 1);
        buffer[at] = (byte) value;
        return this;
    }

    public NlWriter putU16(int type, int value) {
        int at = attribute(type, 2);
        U16.set(buffer, at, (short) value);
        return this;
    }

    public NlWriter putU32(int type, int value) {
        int at = attribute(type, 4);
        U32.set(buffer, at, value);
        return this;
    }

    public NlWriter putU64(int type, long value) {
        int at = attribute(type, 8);
        U64.set(buffer, at, value);
        return this;
    }

    /** Appends a string in UTF-8 with its terminating zero. */
    public NlWriter putString(int type, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int at = attribute(type, bytes.length + 1);
        System.arraycopy(bytes, 0, buffer, at, bytes.length);
        return this;
    }

    public NlWriter putBinary(int type, byte... value) {
        int at = attribute(type, value.length);
        System.arraycopy(value, 0, buffer, at, value.length);
        return this;
    }

    /** Opens an attribute that holds attributes; returns what {@link #endNested} and {@link #cancelNested} need. */
    public int beginNested(int type) {
        return attribute(type, 0) - NlMsg.ATTR_HEADER;
    }

    /** Closes an attribute that holds attributes. */
    public NlWriter endNested(int mark) {
        if (size - mark > ATTR_LENGTH_MAX) {
            throw new IllegalArgumentException(
                "nested attribute of " + (size - mark) + " bytes exceeds " + ATTR_LENGTH_MAX);
        }
        U16.set(buffer, mark, (short) (size - mark));
        return this;
    }

    /** Drops an attribute that holds attributes with everything since. */
    public NlWriter cancelNested(int mark) {
        Arrays.fill(buffer, mark, size, (byte) 0);
        size = mark;
        return this;
    }

    /**
     * Appends a whole NLMSG_ERROR message that answers a request.
     *
     * @param request the request, positioned at the message to answer
     * @param port    the port of the asker
     * @param errno   what failed; null acknowledges success
     * @param text    extended text; null for none, or if the asker did not set NETLINK_EXT_ACK
     * @param cap     whether the asker set NETLINK_CAP_ACK
     * @mirrors net/netlink/af_netlink.c#netlink_ack
     */
    public NlWriter ack(NlReader request, int port, Errno errno, String text, boolean cap) {
        boolean capped = errno == null || cap;
        int flags = (capped ? NlMsg.NLM_F_CAPPED : 0) | (text == null ? 0 : NlMsg.NLM_F_ACK_TLVS);
        begin(NlMsg.NLMSG_ERROR, flags, request.seq(), port);
        rawU32(errno == null ? 0 : -errno.number());
        raw(request.bytes(0, capped ? NlMsg.HEADER : request.length()));
        if (text != null) {
            putString(NlMsg.NLMSGERR_ATTR_MSG, text);
        }
        return end();
    }

    /** Appends a whole NLMSG_DONE message, the end of a dump. */
    public NlWriter done(int seq, int port) {
        return begin(NlMsg.NLMSG_DONE, NlMsg.NLM_F_MULTI, seq, port).rawU32(0).end();
    }

    /** Bytes written so far, the message under way included. */
    public int size() {
        return size;
    }

    /** A copy of all finished messages. */
    public byte[] toBytes() {
        if (message >= 0) {
            throw new IllegalStateException("the last message has no end");
        }
        return Arrays.copyOf(buffer, size);
    }

    /** Forgets everything. */
    public NlWriter reset() {
        Arrays.fill(buffer, 0, size, (byte) 0);
        size = 0;
        message = -1;
        return this;
    }

    private int attribute(int type, int length) {
        inMessage();
        int total = NlMsg.ATTR_HEADER + length;
        if (total > ATTR_LENGTH_MAX) {
            throw new IllegalArgumentException("attribute " + type + " of " + length + " bytes exceeds "
                + (ATTR_LENGTH_MAX - NlMsg.ATTR_HEADER));
        }
        int at = reserve(NlMsg.align(total));
        U16.set(buffer, at, (short) total);
        U16.set(buffer, at + 2, (short) type);
        return at + NlMsg.ATTR_HEADER;
    }

    private int reserve(int length) {
        int at = size;
        if (at + length > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, at + length));
        }
        size = at + length;
        return at;
    }

    private void inMessage() {
        if (message < 0) {
            throw new IllegalStateException("no message was begun");
        }
    }
}
