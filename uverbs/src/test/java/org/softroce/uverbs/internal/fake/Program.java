package org.softroce.uverbs.internal.fake;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.softroce.kernel.task.FileStat;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.RdmaUserIoctl;
import org.softroce.uapi.rdma.RdmaUserIoctl.Attr;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;
import org.softroce.uverbs.internal.core.UverbsFile;
import org.softroce.uverbs.internal.std.StandardApi;

/** User space of a test: makes system calls on one open file with bytes that it lays out itself. */
public final class Program {
    /** Where the header of each call stands. */
    public static final long CALL = 0x10000;
    /** Where values stand. */
    public static final long DATA = 0x20000;
    public static final int MANDATORY = RdmaUserIoctl.UVERBS_ATTR_F_MANDATORY;

    public final FakeDevice device = new FakeDevice();
    public final FakeProcess process = new FakeProcess();
    public final UverbsFile file;
    public boolean released;
    private int attrs;

    public Program() {
        FileStat stat = new FileStat(FileStat.Kind.CHAR_DEVICE, 0666, 231, 192);
        file = new UverbsFile(device, new StandardApi().api(), stat, process.task, gone -> released = true);
    }

    /** Starts a call. */
    public Program call(int object, int method) {
        attrs = 0;
        MemorySegment header = at(CALL, IoctlHdr.SIZE).fill((byte) 0);
        header.set(AbiLayout.U16, IoctlHdr.OBJECT_ID, (short) object);
        header.set(AbiLayout.U16, IoctlHdr.METHOD_ID, (short) method);
        header.set(AbiLayout.U32, IoctlHdr.DRIVER_ID, 14);
        return this;
    }

    /** Adds an attribute with this length and content of its data field. */
    public Program attr(int id, int length, int flags, long data) {
        MemorySegment attr = at(attrAddress(attrs++), Attr.SIZE).fill((byte) 0);
        attr.set(AbiLayout.U16, Attr.ATTR_ID, (short) id);
        attr.set(AbiLayout.U16, Attr.LEN, (short) length);
        attr.set(AbiLayout.U16, Attr.FLAGS, (short) flags);
        attr.set(AbiLayout.U64, Attr.DATA, data);
        return this;
    }

    public Program attr(int id, int length, long data) {
        return attr(id, length, MANDATORY, data);
    }

    /** Makes the call. */
    public void go() {
        MemorySegment header = at(CALL, IoctlHdr.SIZE);
        header.set(AbiLayout.U16, IoctlHdr.NUM_ATTRS, (short) attrs);
        header.set(AbiLayout.U16, IoctlHdr.LENGTH, (short) (IoctlHdr.SIZE + attrs * Attr.SIZE));
        ioctl();
    }

    /** Makes a call of exactly these bytes. */
    public void go(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, at(CALL, bytes.length), 0, bytes.length);
        ioctl();
    }

    public void ioctl() {
        file.ioctl(process.task, Integer.toUnsignedLong(RdmaUserIoctl.RDMA_VERBS_IOCTL), CALL);
    }

    /** A piece of the program's memory. */
    public MemorySegment at(long address, long bytes) {
        return process.memory.asSlice(address - FakeProcess.BASE, bytes);
    }

    public String hex(long address, int bytes) {
        return HexFormat.of().formatHex(at(address, bytes).toArray(AbiLayout.U8));
    }

    public int u32(long address) {
        return at(address, 4).get(AbiLayout.U32, 0);
    }

    public void poke(long address, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, at(address, bytes.length), 0, bytes.length);
    }

    /** The data field of an attribute after a call. */
    public long data(int index) {
        return at(attrAddress(index), Attr.SIZE).get(AbiLayout.U64, Attr.DATA);
    }

    /** The flags of an attribute after a call. */
    public int flags(int index) {
        return at(attrAddress(index), Attr.SIZE).get(AbiLayout.U16, Attr.FLAGS);
    }

    private static long attrAddress(int index) {
        return CALL + IoctlHdr.SIZE + (long) index * Attr.SIZE;
    }
}
