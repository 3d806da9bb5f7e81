package org.softroce.verbs.fake;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.softroce.uapi.rdma.RdmaUserIoctl.Attr;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;

/** An ioctl as the kernel finds it in the caller's memory. */
public final class Command {
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int SPAN = 4096;

    private final FakeMemory memory;
    private final long base;
    private final MemorySegment header;

    Command(FakeMemory memory, long address) {
        this.memory = memory;
        this.base = address;
        int length = memory.map(address, IoctlHdr.SIZE).get(U16, IoctlHdr.LENGTH);
        this.header = memory.map(address, length);
    }

    public int object() {
        return header.get(U16, IoctlHdr.OBJECT_ID);
    }

    public int method() {
        return header.get(U16, IoctlHdr.METHOD_ID);
    }

    /** {@code object/method}. */
    public String name() {
        return object() + "/" + method();
    }

    /** Header and attributes; addresses become distances from the header. */
    public String hex() {
        byte[] bytes = header.toArray(ValueLayout.JAVA_BYTE);
        MemorySegment copy = MemorySegment.ofArray(bytes);
        for (long at = IoctlHdr.ATTRS + Attr.DATA; at < bytes.length; at += Attr.SIZE) {
            relocate(copy, at);
        }
        return HexFormat.of().formatHex(bytes);
    }

    private void relocate(MemorySegment copy, long at) {
        long value = copy.get(U64, at);
        if (value >= base && value < base + SPAN) {
            copy.set(U64, at, value - base);
        }
    }

    /** What an attribute points to; the first 8 bytes relocated if they are an address. */
    public String payload(int attrId) {
        byte[] bytes = memory.map(data(attrId), length(attrId)).toArray(ValueLayout.JAVA_BYTE);
        if (bytes.length >= Long.BYTES) {
            relocate(MemorySegment.ofArray(bytes), 0);
        }
        return HexFormat.of().formatHex(bytes);
    }

    public boolean has(int attrId) {
        return find(attrId) >= 0;
    }

    /** The data field of an attribute. */
    public long data(int attrId) {
        return header.get(U64, find(attrId) + Attr.DATA);
    }

    public int length(int attrId) {
        return Short.toUnsignedInt(header.get(U16, find(attrId) + Attr.LEN));
    }

    /** Answers with a handle or descriptor. */
    public Command result(int attrId, long value) {
        header.set(U64, find(attrId) + Attr.DATA, value);
        return this;
    }

    /** Answers with 32-bit values, one behind the other. */
    public Command answer(int attrId, int... values) {
        MemorySegment target = memory.map(data(attrId), 4L * values.length);
        for (int i = 0; i < values.length; i++) {
            target.set(U32, 4L * i, values[i]);
        }
        return this;
    }

    /** Answers with bytes at an offset. */
    public Command answerBytes(int attrId, int offset, byte... bytes) {
        MemorySegment target = memory.map(data(attrId) + offset, bytes.length);
        MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return this;
    }

    private long find(int attrId) {
        for (long at = IoctlHdr.ATTRS; at < header.byteSize(); at += Attr.SIZE) {
            if (Short.toUnsignedInt(header.get(U16, at + Attr.ATTR_ID)) == attrId) {
                return at;
            }
        }
        return -1;
    }
}
