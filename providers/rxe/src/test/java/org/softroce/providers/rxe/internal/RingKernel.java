package org.softroce.providers.rxe.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.FileTable;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.kernel.task.TaskMemory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserIoctlCmds;
import org.softroce.uapi.rdma.RdmaUserIoctl.Attr;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;

/** A process in front of a driver that hands out rings and counts doorbells. */
final class RingKernel implements Task, TaskMemory {
    static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final int CQ_RING = 0x1000;
    static final int SQ_RING = 0x10000;
    static final int RQ_RING = 0x20000;

    /** Rings by the offset in the file. */
    final Map<Long, MemorySegment> rings = new HashMap<>();
    /** The last doorbell. */
    MemorySegment doorbell;
    int doorbells;
    int mapped;
    ErrnoException doorbellError;
    /** Sizes the driver grants. */
    int maxSendSge = 2;
    int maxInline = 32;
    volatile boolean exiting;
    private final Map<Long, MemorySegment> memory = new TreeMap<>();

    /** Makes a ring of a driver: elements a power of two of them. */
    MemorySegment ring(long offset, int log2ElementSize, int elements) {
        MemorySegment ring = Arena.ofAuto().allocate(QueueBuf.DATA + ((long) elements << log2ElementSize), 4096);
        ring.set(U32, QueueBuf.LOG2_ELEM_SIZE, log2ElementSize);
        ring.set(U32, QueueBuf.INDEX_MASK, elements - 1);
        rings.put(offset, ring);
        return ring;
    }

    @Override
    public long ioctl(int fd, long request, long argument) {
        MemorySegment command = map(argument, IoctlHdr.SIZE);
        command = map(argument, command.get(U16, IoctlHdr.LENGTH));
        int method = command.get(U16, IoctlHdr.OBJECT_ID) << 8 | command.get(U16, IoctlHdr.METHOD_ID);
        switch (method) {
            case 0x000 -> write(command);
            case 0x003 -> answer(command, IbUserIoctlCmds.UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, 1);
            case 0x300 -> {
                answer(command, IbUserIoctlCmds.UVERBS_ATTR_CREATE_CQ_RESP_CQE, 7);
                mminfo(command, CQ_RING, 0);
                command.set(U64, find(command, 0) + Attr.DATA, 5);
            }
            case 0x400 -> {
                answer(command, IbUserIoctlCmds.UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, 17);
                answer(command, IbUserIoctlCmds.UVERBS_ATTR_CREATE_QP_RESP_CAP, 3, 3, maxSendSge, 2, maxInline);
                mminfo(command, RQ_RING, 0);
                mminfo(command, SQ_RING, 16);
                command.set(U64, find(command, 0) + Attr.DATA, 6);
            }
            case 0x1000 -> command.set(U64, find(command, 0) + Attr.DATA, 9);
            default -> { }
        }
        return 0;
    }

    private void write(MemorySegment command) {
        int number = command.get(U32, find(command, IbUserIoctlCmds.UVERBS_ATTR_WRITE_CMD) + Attr.DATA);
        switch (number) {
            case 1 -> throw new ErrnoException(Errno.ENOSPC, null);
            case 3 -> answer(command, IbUserIoctlCmds.UVERBS_ATTR_CORE_OUT, 4);
            case 9 -> answer(command, IbUserIoctlCmds.UVERBS_ATTR_CORE_OUT, 8, 0x11, 0x22);
            case 19 -> {
                answer(command, IbUserIoctlCmds.UVERBS_ATTR_CORE_OUT, 15);
                mminfo(command, 2 * CQ_RING, 0);
            }
            case 0x80000001 -> {
                MemorySegment out = map(command.get(U64, find(command, 1) + Attr.DATA), 304);
                out.set(U64, 0, 0x0001_0002_0003L);
                out.set(U32, 180, 304);
            }
            default -> { }
        }
    }

    private void mminfo(MemorySegment command, long offset, int at) {
        MemorySegment info = map(command.get(U64, find(command, IbUserIoctlCmds.UVERBS_ATTR_UHW_OUT) + Attr.DATA) + at,
                16);
        MemorySegment ring = rings.get(offset);
        info.set(U64, 0, offset);
        info.set(U32, 8, ring == null ? 0 : (int) ring.byteSize());
    }

    private void answer(MemorySegment command, int attrId, int... values) {
        MemorySegment target = map(command.get(U64, find(command, attrId) + Attr.DATA), 4L * values.length);
        for (int i = 0; i < values.length; i++) {
            target.set(U32, 4L * i, values[i]);
        }
    }

    private static long find(MemorySegment command, int attrId) {
        for (long at = IoctlHdr.ATTRS; at < command.byteSize(); at += Attr.SIZE) {
            if (Short.toUnsignedInt(command.get(U16, at + Attr.ATTR_ID)) == attrId) {
                return at;
            }
        }
        throw new IllegalArgumentException("no attribute " + attrId);
    }

    @Override
    public int write(int fd, MemorySegment data) {
        doorbells++;
        doorbell = data;
        if (doorbellError != null) {
            throw doorbellError;
        }
        return (int) data.byteSize();
    }

    @Override
    public MemorySegment mmap(int fd, long length, long offset) {
        MemorySegment ring = rings.get(offset);
        if (ring == null || length > ring.byteSize()) {
            throw new ErrnoException(Errno.EINVAL, "no ring at " + offset);
        }
        mapped++;
        return ring;
    }

    @Override
    public void munmap(MemorySegment mapping) {
        mapped--;
    }

    @Override
    public void checkExiting() {
        if (exiting) {
            throw new TaskExit(15);
        }
    }

    @Override
    public boolean isExiting() {
        return exiting;
    }

    @Override
    public int open(String path, int flags) {
        return 3;
    }

    @Override
    public FileStat stat(String path) {
        return new FileStat(FileStat.Kind.CHAR_DEVICE, 0666, 231, 192);
    }

    @Override
    public void close(int fd) {
        // nothing behind it
    }

    // ---- memory --------------------------------------------------------------------------------------------------

    @Override
    public TaskMemory memory() {
        return this;
    }

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes, alignment);
        attach(segment);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        detach(segment.address());
    }

    @Override
    public long attach(MemorySegment segment) {
        memory.put(segment.address(), segment);
        return segment.address();
    }

    @Override
    public void detach(long address) {
        memory.remove(address);
    }

    int attached() {
        return memory.size();
    }

    @Override
    public void read(long address, MemorySegment destination, long destinationOffset, long bytes) {
        MemorySegment.copy(map(address, bytes), 0, destination, destinationOffset, bytes);
    }

    @Override
    public void write(long address, MemorySegment source, long sourceOffset, long bytes) {
        MemorySegment.copy(source, sourceOffset, map(address, bytes), 0, bytes);
    }

    @Override
    public MemorySegment map(long address, long bytes) {
        for (MemorySegment segment : memory.values()) {
            long offset = address - segment.address();
            if (offset >= 0 && offset + bytes <= segment.byteSize()) {
                return segment.asSlice(offset, bytes);
            }
        }
        throw new ErrnoException(Errno.EFAULT, "no memory at 0x" + Long.toHexString(address));
    }

    // ---- not used by a provider ----------------------------------------------------------------------------------

    @Override
    public int pid() {
        return 1;
    }

    @Override
    public String comm() {
        return "test";
    }

    @Override
    public int uid() {
        return 0;
    }

    @Override
    public NetNamespace netNamespace() {
        throw unused();
    }

    @Override
    public FileTable files() {
        throw unused();
    }

    @Override
    public void kill(int signal) {
        throw unused();
    }

    @Override
    public void exit() {
        throw unused();
    }

    @Override
    public void atExit(Runnable action) {
        throw unused();
    }

    @Override
    public int read(int fd, MemorySegment buffer) {
        throw unused();
    }

    @Override
    public void setNonBlocking(int fd, boolean nonBlocking) {
        throw unused();
    }

    @Override
    public int poll(List<PollFd> fds, long timeoutNs) {
        throw unused();
    }

    @Override
    public List<String> readDirectory(String path) {
        throw unused();
    }

    @Override
    public String readText(String path) {
        throw unused();
    }

    @Override
    public void writeText(String path, String text) {
        throw unused();
    }

    @Override
    public String readLink(String path) {
        throw unused();
    }

    @Override
    public int socket(int family, int type, int protocol) {
        throw unused();
    }

    @Override
    public void bind(int fd, SockAddr address) {
        throw unused();
    }

    @Override
    public void listen(int fd, int backlog) {
        throw unused();
    }

    @Override
    public int accept(int fd) {
        throw unused();
    }

    @Override
    public void connect(int fd, SockAddr address) {
        throw unused();
    }

    @Override
    public SockAddr getSockName(int fd) {
        throw unused();
    }

    @Override
    public SockAddr getPeerName(int fd) {
        throw unused();
    }

    @Override
    public void shutdown(int fd) {
        throw unused();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("a provider does not call this");
    }
}
