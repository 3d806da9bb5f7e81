package org.softroce.verbs.cmd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.rdma.RdmaUserIoctl;
import org.softroce.uapi.rdma.RdmaUserIoctl.Attr;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;

/**
 * One command in the caller's memory: header, attributes, and behind them what attributes point to. Written anew for
 * each command, so there is one per device file; not for use by many threads.
 *
 * <p>Attributes are mandatory as in rdma-core. Values of up to 8 bytes that go in stand in the attribute itself.
 *
 * @mirrors libibverbs/cmd_ioctl.h#ibv_command_buffer
 */
final class CommandBuffer {
    static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final int BYTES = 4096;
    private static final int MAX_ATTRS = 24;
    private static final int PAYLOAD = IoctlHdr.SIZE + MAX_ATTRS * Attr.SIZE;
    private static final int INLINE = 8;

    private final Task task;
    private final int fd;
    private final int driverId;
    private final MemorySegment memory;
    private int attrs;
    private int end;

    CommandBuffer(Task task, int fd, int driverId) {
        this.task = task;
        this.fd = fd;
        this.driverId = driverId;
        this.memory = task.memory().allocate(BYTES, INLINE);
    }

    /** Starts a command. */
    CommandBuffer begin(int objectId, int methodId) {
        memory.asSlice(0, PAYLOAD).fill((byte) 0);
        memory.set(U16, IoctlHdr.OBJECT_ID, (short) objectId);
        memory.set(U16, IoctlHdr.METHOD_ID, (short) methodId);
        memory.set(U32, IoctlHdr.DRIVER_ID, driverId);
        attrs = 0;
        end = PAYLOAD;
        return this;
    }

    /** A 64-bit value, also what {@code fill_attr_const_in} sends. */
    CommandBuffer inU64(int attrId, long value) {
        memory.set(U64, data(attribute(attrId, Long.BYTES)), value);
        return this;
    }

    CommandBuffer inU32(int attrId, int value) {
        memory.set(U32, data(attribute(attrId, Integer.BYTES)), value);
        return this;
    }

    /** An object by its handle; length 0 and the handle in all 64 bits. */
    CommandBuffer inObject(int attrId, int handle) {
        memory.set(U64, data(attribute(attrId, 0)), Integer.toUnsignedLong(handle));
        return this;
    }

    /** A descriptor; a negative one is left out. */
    CommandBuffer inFd(int attrId, int descriptor) {
        return inFd(attrId, descriptor, true);
    }

    CommandBuffer inFd(int attrId, int descriptor, boolean mandatory) {
        if (descriptor >= 0) {
            int attr = attribute(attrId, 0);
            memory.set(U64, data(attr), descriptor);
            if (!mandatory) {
                memory.set(U16, at(attr) + Attr.FLAGS, (short) 0);
            }
        }
        return this;
    }

    /** A handle or descriptor that the kernel will fill in; which attribute it is, for {@link #result}. */
    int out(int attrId) {
        return attribute(attrId, 0);
    }

    /** Room for an answer of so many bytes; where it is, for the getters. */
    int outBytes(int attrId, int length) {
        int attr = attribute(attrId, length);
        int offset = reserve(length);
        memory.set(U64, data(attr), address(offset));
        return offset;
    }

    /** An answer that goes to other memory of the caller. */
    void outAt(int attrId, long address, int length) {
        memory.set(U64, data(attribute(attrId, length)), address);
    }

    /** Room for a request of so many bytes, zero, to be filled by the setters; where it is. */
    int inBytes(int attrId, int length) {
        int attr = attribute(attrId, length);
        if (length <= INLINE) {
            return (int) data(attr);
        }
        int offset = reserve(length);
        memory.set(U64, data(attr), address(offset));
        return offset;
    }

    /** Issues the command. */
    void execute() {
        memory.set(U16, IoctlHdr.LENGTH, (short) (IoctlHdr.SIZE + attrs * Attr.SIZE));
        memory.set(U16, IoctlHdr.NUM_ATTRS, (short) attrs);
        task.ioctl(fd, Integer.toUnsignedLong(RdmaUserIoctl.RDMA_VERBS_IOCTL), memory.address());
    }

    /** The handle or descriptor that came back in an attribute made by {@link #out}. */
    int result(int attr) {
        return (int) memory.get(U64, data(attr));
    }

    /** The address in the caller's memory of an offset. */
    long address(int offset) {
        return memory.address() + offset;
    }

    MemorySegment memory() {
        return memory;
    }

    int u8(int offset) {
        return Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, offset));
    }

    int u16(int offset) {
        return Short.toUnsignedInt(memory.get(U16, offset));
    }

    int u32(int offset) {
        return memory.get(U32, offset);
    }

    long u64(int offset) {
        return memory.get(U64, offset);
    }

    void u8(int offset, int value) {
        memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }

    void u16(int offset, int value) {
        memory.set(U16, offset, (short) value);
    }

    void u32(int offset, int value) {
        memory.set(U32, offset, value);
    }

    void u64(int offset, long value) {
        memory.set(U64, offset, value);
    }

    byte[] bytes(int offset, int length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    void bytes(int offset, byte[] value) {
        MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, offset, value.length);
    }

    void free() {
        task.memory().free(memory);
    }

    private int attribute(int attrId, int length) {
        if (attrs == MAX_ATTRS) {
            throw new IllegalStateException("a command has at most " + MAX_ATTRS + " attributes");
        }
        int attr = attrs++;
        memory.set(U16, at(attr) + Attr.ATTR_ID, (short) attrId);
        memory.set(U16, at(attr) + Attr.LEN, (short) length);
        memory.set(U16, at(attr) + Attr.FLAGS, (short) RdmaUserIoctl.UVERBS_ATTR_F_MANDATORY);
        return attr;
    }

    private int reserve(int length) {
        int offset = end;
        memory.asSlice(offset, length).fill((byte) 0);
        end = offset + (length + INLINE - 1 & -INLINE);
        return offset;
    }

    private static long at(int attr) {
        return IoctlHdr.ATTRS + (long) attr * Attr.SIZE;
    }

    private static long data(int attr) {
        return at(attr) + Attr.DATA;
    }
}
