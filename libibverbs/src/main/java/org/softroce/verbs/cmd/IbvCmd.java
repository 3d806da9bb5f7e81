package org.softroce.verbs.cmd;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserIoctlVerbs;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.GidEntry;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.QpCap;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.QueryPortRespEx;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.AllocPd;
import org.softroce.uapi.rdma.IbUserVerbs.AllocPdResp;
import org.softroce.uapi.rdma.IbUserVerbs.CreateCompChannel;
import org.softroce.uapi.rdma.IbUserVerbs.CreateCompChannelResp;
import org.softroce.uapi.rdma.IbUserVerbs.DestroyCqResp;
import org.softroce.uapi.rdma.IbUserVerbs.DestroyQpResp;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDevice;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.ModifyQp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDevice;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryQpResp;
import org.softroce.uapi.rdma.IbUserVerbs.RegMr;
import org.softroce.uapi.rdma.IbUserVerbs.RegMrResp;
import org.softroce.uapi.rdma.IbUserVerbs.ReqNotifyCq;
import org.softroce.uapi.rdma.IbUserVerbs.ResizeCq;
import org.softroce.uapi.rdma.IbUserVerbs.ResizeCqResp;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvGidEntry;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpInitAttr;

/**
 * All commands on one device file; each method is one {@code ibv_cmd_*} and issues the ioctl of the same method and
 * attributes. Thread-safe: the buffer is one, the control path takes turns.
 *
 * <p>{@code uhwOut} parameters take the driver's part of an answer ({@code UVERBS_ATTR_UHW_OUT}); {@code null} if the
 * driver adds none. Every method throws what the kernel answered.
 *
 * @mirrors libibverbs/cmd.c
 */
public final class IbvCmd implements AutoCloseable {
    private static final int EXTENDED = IbUserVerbs.IB_USER_VERBS_CMD_FLAG_EXTENDED;

    private final ReentrantLock lock = new ReentrantLock();
    private final Task task;
    private final CommandBuffer buffer;
    private boolean closed;
    /** Where the last {@link #invokeBegin} put request and answer. */
    private int coreIn;
    private int coreOut;

    /**
     * Answer of REG_MR.
     *
     * @mirrors include/uapi/rdma/ib_user_verbs.h#ib_uverbs_reg_mr_resp
     */
    public record Mr(int handle, int lkey, int rkey) { }

    /** A CQ that was made: its handle and the entries it really has. */
    public record Cq(int handle, int cqe) { }

    /** How many events of a destroyed CQ were given out. */
    public record CqEvents(int completion, int async) { }

    /** A QP that was made. */
    public record Qp(int handle, int qpNum) { }

    /**
     * Commands on a device file.
     *
     * @param fd the file, open for reading and writing
     * @param driverId the driver's number, sent with each command ({@code enum rdma_driver_id})
     */
    public IbvCmd(Task task, int fd, int driverId) {
        this.task = task;
        this.buffer = new CommandBuffer(task, fd, driverId);
    }

    /**
     * Asks whether INVOKE_WRITE is there, by a QUERY_DEVICE without buffers that has to fail with ENOSPC.
     *
     * @mirrors libibverbs/device.c#has_ioctl_write
     */
    public boolean hasIoctlWrite() {
        CommandBuffer b = begin(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
        try {
            b.inU64(UVERBS_ATTR_WRITE_CMD, IbUserVerbs.IB_USER_VERBS_CMD_QUERY_DEVICE);
            b.execute();
            return true;
        } catch (ErrnoException e) {
            return e.errno() != Errno.EPROTONOSUPPORT && e.errno() != Errno.ENOTTY;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the file a context.
     *
     * @return number of completion vectors
     * @mirrors libibverbs/cmd_device.c#cmd_get_context
     */
    public int getContext() {
        CommandBuffer b = begin(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT);
        try {
            int vectors = b.outBytes(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, Integer.BYTES);
            b.outBytes(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, Long.BYTES);
            b.execute();
            return b.u32(vectors);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The descriptor of asynchronous events.
     *
     * @mirrors libibverbs/cmd_device.c#ibv_cmd_alloc_async_fd
     */
    public int allocAsyncFd() {
        CommandBuffer b = begin(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC);
        try {
            int fd = b.out(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE);
            b.execute();
            return b.result(fd);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Attributes of the device, by the extended command and, where that is not there, by the plain one.
     *
     * @param attr filled in but for {@code fwVer}, whose text is the driver's affair
     * @return the firmware version as the driver encodes it
     * @mirrors libibverbs/cmd_device.c#ibv_cmd_query_device_any
     */
    public long queryDevice(IbvDeviceAttr attr) {
        lock.lock();
        try {
            int length;
            try {
                invoke(EXTENDED | IbUserVerbs.IB_USER_VERBS_EX_CMD_QUERY_DEVICE, ExQueryDevice.SIZE,
                        ExQueryDeviceResp.SIZE);
                length = buffer.u32(coreOut + ExQueryDeviceResp.RESPONSE_LENGTH);
            } catch (ErrnoException e) {
                if (e.errno() != Errno.EOPNOTSUPP && e.errno() != Errno.ENOSYS) {
                    throw e;
                }
                invoke(IbUserVerbs.IB_USER_VERBS_CMD_QUERY_DEVICE, QueryDevice.SIZE, QueryDeviceResp.SIZE);
                length = QueryDeviceResp.SIZE;
            }
            DeviceCodec.readDevice(buffer, coreOut, length, attr);
            return buffer.u64(coreOut + QueryDeviceResp.FW_VER);
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd_device.c#ibv_cmd_query_port */
    public IbvPortAttr queryPort(int port) {
        CommandBuffer b = begin(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
        try {
            b.inU64(UVERBS_ATTR_QUERY_PORT_PORT_NUM, Integer.toUnsignedLong(port));
            int answer = b.outBytes(UVERBS_ATTR_QUERY_PORT_RESP, QueryPortRespEx.SIZE);
            b.execute();
            return DeviceCodec.readPort(b, answer);
        } finally {
            lock.unlock();
        }
    }

    /**
     * One slot of a GID table; ENODATA if it is empty.
     *
     * @mirrors libibverbs/cmd_device.c#__ibv_query_gid_ex
     */
    public IbvGidEntry queryGidEntry(int port, int index) {
        CommandBuffer b = begin(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_ENTRY);
        try {
            b.inU64(UVERBS_ATTR_QUERY_GID_ENTRY_PORT, Integer.toUnsignedLong(port));
            b.inU64(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, Integer.toUnsignedLong(index));
            b.inU32(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS, 0);
            int answer = b.outBytes(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, GidEntry.SIZE);
            b.execute();
            return gidEntry(b.memory(), answer);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The slots in use of all ports' GID tables.
     *
     * @param maxEntries at most 2047, the length of an attribute being 16 bits; EINVAL if there are more
     * @mirrors libibverbs/cmd_device.c#_ibv_query_gid_table
     */
    public List<IbvGidEntry> queryGidTable(int maxEntries) {
        int length = Math.clamp(maxEntries, 1, 0xffff / GidEntry.SIZE) * GidEntry.SIZE;
        MemorySegment table = task.memory().allocate(length, Long.BYTES);
        CommandBuffer b = begin(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_TABLE);
        try {
            b.inU64(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, GidEntry.SIZE);
            b.inU32(UVERBS_ATTR_QUERY_GID_TABLE_FLAGS, 0);
            b.outAt(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, table.address(), length);
            int count = b.outBytes(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, Long.BYTES);
            b.execute();
            int entries = (int) Math.min(b.u64(count), length / GidEntry.SIZE);
            List<IbvGidEntry> found = new ArrayList<>(entries);
            for (int i = 0; i < entries; i++) {
                found.add(gidEntry(table, i * GidEntry.SIZE));
            }
            return found;
        } finally {
            lock.unlock();
            task.memory().free(table);
        }
    }

    /**
     * A protection domain's handle.
     *
     * @mirrors libibverbs/cmd.c#ibv_cmd_alloc_pd
     */
    public int allocPd() {
        lock.lock();
        try {
            invoke(IbUserVerbs.IB_USER_VERBS_CMD_ALLOC_PD, AllocPd.SIZE, AllocPdResp.SIZE);
            return buffer.u32(coreOut + AllocPdResp.PD_HANDLE);
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd_pd.c#ibv_cmd_dealloc_pd */
    public void deallocPd(int handle) {
        destroy(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, UVERBS_ATTR_DESTROY_PD_HANDLE, handle);
    }

    /** @mirrors libibverbs/cmd.c#ibv_cmd_reg_mr */
    public Mr regMr(int pdHandle, long start, long length, long hcaVa, int access) {
        lock.lock();
        try {
            invokeBegin(IbUserVerbs.IB_USER_VERBS_CMD_REG_MR, RegMr.SIZE, RegMrResp.SIZE);
            buffer.u64(coreIn + RegMr.START, start);
            buffer.u64(coreIn + RegMr.LENGTH, length);
            buffer.u64(coreIn + RegMr.HCA_VA, hcaVa);
            buffer.u32(coreIn + RegMr.PD_HANDLE, pdHandle);
            buffer.u32(coreIn + RegMr.ACCESS_FLAGS, access);
            buffer.execute();
            return new Mr(buffer.u32(coreOut + RegMrResp.MR_HANDLE), buffer.u32(coreOut + RegMrResp.LKEY),
                    buffer.u32(coreOut + RegMrResp.RKEY));
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd_mr.c#ibv_cmd_dereg_mr */
    public void deregMr(int handle) {
        destroy(UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY, UVERBS_ATTR_DESTROY_MR_HANDLE, handle);
    }

    /**
     * A completion channel's descriptor.
     *
     * @mirrors libibverbs/verbs.c#ibv_create_comp_channel
     */
    public int createCompChannel() {
        lock.lock();
        try {
            invoke(IbUserVerbs.IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, CreateCompChannel.SIZE,
                    CreateCompChannelResp.SIZE);
            return buffer.u32(coreOut + CreateCompChannelResp.FD);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A completion queue.
     *
     * @param userHandle what its events will carry
     * @param channelFd descriptor of its completion channel, -1 for none
     * @param asyncFd where its asynchronous events go
     * @mirrors libibverbs/cmd_cq.c#ibv_icmd_create_cq
     */
    public Cq createCq(int cqe, long userHandle, int channelFd, int compVector, int asyncFd, byte[] uhwOut) {
        CommandBuffer b = begin(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE);
        try {
            int handle = b.out(UVERBS_ATTR_CREATE_CQ_HANDLE);
            int answer = b.outBytes(UVERBS_ATTR_CREATE_CQ_RESP_CQE, Integer.BYTES);
            b.inU32(UVERBS_ATTR_CREATE_CQ_CQE, cqe);
            b.inU64(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, userHandle);
            b.inFd(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, channelFd);
            b.inU32(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, compVector);
            b.inFd(UVERBS_ATTR_CREATE_CQ_EVENT_FD, asyncFd, false);
            int driver = uhwOut(b, uhwOut);
            b.execute();
            copyOut(b, driver, uhwOut);
            return new Cq(b.result(handle), b.u32(answer));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Resizes a completion queue; the entries it has now.
     *
     * @mirrors libibverbs/cmd.c#ibv_cmd_resize_cq
     */
    public int resizeCq(int handle, int cqe, byte[] uhwOut) {
        lock.lock();
        try {
            invokeBegin(IbUserVerbs.IB_USER_VERBS_CMD_RESIZE_CQ, ResizeCq.SIZE, ResizeCqResp.SIZE);
            buffer.u32(coreIn + ResizeCq.CQ_HANDLE, handle);
            buffer.u32(coreIn + ResizeCq.CQE, cqe);
            int driver = uhwOut(buffer, uhwOut);
            buffer.execute();
            copyOut(buffer, driver, uhwOut);
            return buffer.u32(coreOut + ResizeCqResp.CQE);
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd.c#ibv_cmd_req_notify_cq */
    public void reqNotifyCq(int handle, boolean solicitedOnly) {
        lock.lock();
        try {
            invokeBegin(IbUserVerbs.IB_USER_VERBS_CMD_REQ_NOTIFY_CQ, ReqNotifyCq.SIZE, 0);
            buffer.u32(coreIn + ReqNotifyCq.CQ_HANDLE, handle);
            buffer.u32(coreIn + ReqNotifyCq.SOLICITED_ONLY, solicitedOnly ? 1 : 0);
            buffer.execute();
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd_cq.c#ibv_cmd_destroy_cq */
    public CqEvents destroyCq(int handle) {
        CommandBuffer b = begin(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY);
        try {
            int answer = b.outBytes(UVERBS_ATTR_DESTROY_CQ_RESP, DestroyCqResp.SIZE);
            b.inObject(UVERBS_ATTR_DESTROY_CQ_HANDLE, handle);
            b.execute();
            return new CqEvents(b.u32(answer + DestroyCqResp.COMP_EVENTS_REPORTED),
                    b.u32(answer + DestroyCqResp.ASYNC_EVENTS_REPORTED));
        } finally {
            lock.unlock();
        }
    }

    /**
     * A queue pair.
     *
     * @param attr type and sizes; the sizes there really are come back in {@code attr.cap}
     * @mirrors libibverbs/cmd_qp.c#ibv_icmd_create_qp
     */
    public Qp createQp(int pdHandle, int sendCqHandle, int recvCqHandle, long userHandle, int asyncFd,
            IbvQpInitAttr attr, byte[] uhwOut) {
        CommandBuffer b = begin(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE);
        try {
            b.inObject(UVERBS_ATTR_CREATE_QP_PD_HANDLE, pdHandle);
            b.inObject(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, sendCqHandle);
            b.inObject(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, recvCqHandle);
            int handle = b.out(UVERBS_ATTR_CREATE_QP_HANDLE);
            b.inU64(UVERBS_ATTR_CREATE_QP_TYPE, attr.qpType.value());
            b.inU64(UVERBS_ATTR_CREATE_QP_USER_HANDLE, userHandle);
            QpCodec.writeCap(b, b.inBytes(UVERBS_ATTR_CREATE_QP_CAP, QpCap.SIZE), attr.cap);
            b.inFd(UVERBS_ATTR_CREATE_QP_EVENT_FD, asyncFd);
            if (attr.sqSigAll) {
                b.inU32(UVERBS_ATTR_CREATE_QP_FLAGS, IbUserIoctlVerbs.IB_UVERBS_QP_CREATE_SQ_SIG_ALL);
            }
            int cap = b.outBytes(UVERBS_ATTR_CREATE_QP_RESP_CAP, QpCap.SIZE);
            int number = b.outBytes(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, Integer.BYTES);
            int driver = uhwOut(b, uhwOut);
            b.execute();
            copyOut(b, driver, uhwOut);
            QpCodec.readCap(b, cap, attr.cap);
            return new Qp(b.result(handle), b.u32(number));
        } finally {
            lock.unlock();
        }
    }

    /** @mirrors libibverbs/cmd.c#ibv_cmd_modify_qp */
    public void modifyQp(int handle, IbvQpAttr attr, int mask) {
        lock.lock();
        try {
            invokeBegin(IbUserVerbs.IB_USER_VERBS_CMD_MODIFY_QP, ModifyQp.SIZE, 0);
            QpCodec.writeModify(buffer, coreIn, handle, attr, mask);
            buffer.execute();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads what the kernel knows of a QP; {@code initAttr} gets sizes and signalling.
     *
     * @mirrors libibverbs/cmd.c#ibv_cmd_query_qp
     */
    public void queryQp(int handle, IbvQpAttr attr, int mask, IbvQpInitAttr initAttr) {
        lock.lock();
        try {
            invokeBegin(IbUserVerbs.IB_USER_VERBS_CMD_QUERY_QP, QueryQp.SIZE, QueryQpResp.SIZE);
            buffer.u32(coreIn + QueryQp.QP_HANDLE, handle);
            buffer.u32(coreIn + QueryQp.ATTR_MASK, mask);
            buffer.execute();
            QpCodec.readQuery(buffer, coreOut, attr, initAttr);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Destroys a QP.
     *
     * @return how many of its events were given out
     * @mirrors libibverbs/cmd_qp.c#ibv_cmd_destroy_qp
     */
    public int destroyQp(int handle) {
        CommandBuffer b = begin(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY);
        try {
            int answer = b.outBytes(UVERBS_ATTR_DESTROY_QP_RESP, DestroyQpResp.SIZE);
            b.inObject(UVERBS_ATTR_DESTROY_QP_HANDLE, handle);
            b.execute();
            return b.u32(answer + DestroyQpResp.EVENTS_REPORTED);
        } finally {
            lock.unlock();
        }
    }

    /** Gives the buffer back; commands fail with EBADF from now on. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                buffer.free();
            }
        } finally {
            lock.unlock();
        }
    }

    private void destroy(int object, int method, int attrId, int handle) {
        CommandBuffer b = begin(object, method);
        try {
            b.inObject(attrId, handle);
            b.execute();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the lock, which the caller has to give back, and starts a command. */
    private CommandBuffer begin(int object, int method) {
        lock.lock();
        try {
            return beginLocked(object, method);
        } catch (RuntimeException e) {
            lock.unlock();
            throw e;
        }
    }

    private CommandBuffer beginLocked(int object, int method) {
        if (closed) {
            throw new ErrnoException(Errno.EBADF, "the context was closed");
        }
        return buffer.begin(object, method);
    }

    private void invoke(int command, int requestBytes, int answerBytes) {
        invokeBegin(command, requestBytes, answerBytes);
        buffer.execute();
    }

    /**
     * Starts a write command inside the ioctl. A request whose first field is the answer's address gets that address.
     *
     * @mirrors libibverbs/cmd_fallback.c#ioctl_write
     */
    private void invokeBegin(int command, int requestBytes, int answerBytes) {
        beginLocked(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
        buffer.inU64(UVERBS_ATTR_WRITE_CMD, Integer.toUnsignedLong(command));
        coreIn = buffer.inBytes(UVERBS_ATTR_CORE_IN, requestBytes);
        if (answerBytes > 0) {
            coreOut = buffer.outBytes(UVERBS_ATTR_CORE_OUT, answerBytes);
            if ((command & EXTENDED) == 0) {
                buffer.u64(coreIn, buffer.address(coreOut));
            }
        }
    }

    private static int uhwOut(CommandBuffer b, byte[] uhwOut) {
        return uhwOut == null ? -1 : b.outBytes(UVERBS_ATTR_UHW_OUT, uhwOut.length);
    }

    private static void copyOut(CommandBuffer b, int offset, byte[] uhwOut) {
        if (uhwOut != null) {
            System.arraycopy(b.bytes(offset, uhwOut.length), 0, uhwOut, 0, uhwOut.length);
        }
    }

    private static IbvGidEntry gidEntry(MemorySegment memory, int offset) {
        byte[] gid = memory.asSlice(offset + GidEntry.GID, 16).toArray(ValueLayout.JAVA_BYTE);
        return new IbvGidEntry(IbvGid.ofBytes(gid), memory.get(CommandBuffer.U32, offset + GidEntry.GID_INDEX),
                memory.get(CommandBuffer.U32, offset + GidEntry.PORT_NUM),
                memory.get(CommandBuffer.U32, offset + GidEntry.GID_TYPE),
                memory.get(CommandBuffer.U32, offset + GidEntry.NETDEV_IFINDEX));
    }
}
