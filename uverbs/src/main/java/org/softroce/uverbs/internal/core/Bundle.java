package org.softroce.uverbs.internal.core;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbObject;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.Udata;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;
import org.softroce.uapi.rdma.IbUserIoctlCmds;
import org.softroce.uapi.rdma.RdmaUserIoctl;

/**
 * One command under way: typed access to its attributes, and what has to be undone if it fails.
 *
 * @mirrors include/rdma/uverbs_ioctl.h#uverbs_attr_bundle
 */
public final class Bundle {
    private static final Logger LOG = LoggerFactory.getLogger(Bundle.class);
    private static final int INLINE_BYTES = 8;

    private final UverbsFile file;
    private final Task caller;
    private final MethodSpec method;
    /** Address of each attribute in the caller's memory by index of declaration, 0 = absent. */
    private final long[] where;
    private final int[] length;
    private final int[] flags;
    private final long[] data;
    private final Uobject[] uobjects;
    private final List<Uobject> shared = new ArrayList<>();
    private final List<Uobject> created = new ArrayList<>();
    private final List<Integer> installed = new ArrayList<>();
    private Udata udata = Udata.none();
    private MemorySegment driverOut;

    Bundle(UverbsFile file, Task caller, MethodSpec method) {
        this.file = file;
        this.caller = caller;
        this.method = method;
        int count = method.count();
        where = new long[count];
        length = new int[count];
        flags = new int[count];
        data = new long[count];
        uobjects = new Uobject[count];
    }

    // ---- whose command it is ---------------------------------------------------------------------------------

    public UverbsFile file() {
        return file;
    }

    public Task caller() {
        return caller;
    }

    /** EIO if the device is gone. */
    public IbDevice device() {
        return file.device();
    }

    /** EINVAL before GET_CONTEXT, EIO if the device is gone. */
    public IbUcontext context() {
        return file.context();
    }

    // ---- what the user passed --------------------------------------------------------------------------------

    /** Notes an attribute that was found sound. */
    void present(int index, long address, int bytes, int attrFlags, long value) {
        where[index] = address;
        length[index] = bytes;
        flags[index] = attrFlags;
        data[index] = value;
    }

    boolean isPresent(int index) {
        return where[index] != 0;
    }

    /** Whether the user passed an attribute. */
    public boolean has(int attrId) {
        int index = method.indexOf(attrId);
        return index >= 0 && isPresent(index);
    }

    /** Length of an attribute in bytes, 0 if absent. */
    public int length(int attrId) {
        return has(attrId) ? length[method.indexOf(attrId)] : 0;
    }

    /** A copy of a value from the user; empty if absent. At most 65535 bytes, as lengths are 16 bits. */
    public MemorySegment in(int attrId) {
        if (!has(attrId)) {
            return MemorySegment.ofArray(new byte[0]);
        }
        int index = method.indexOf(attrId);
        MemorySegment copy = MemorySegment.ofArray(new byte[Math.max(length[index], INLINE_BYTES)]);
        if (length[index] <= INLINE_BYTES) {
            copy.set(AbiLayout.U64, 0, data[index]);
        } else {
            caller.memory().read(data[index], copy, 0, length[index]);
        }
        return copy.asSlice(0, length[index]);
    }

    /** A value of 4 bytes. */
    public int in32(int attrId) {
        return in(attrId).get(AbiLayout.U32, 0);
    }

    /** A value of 8 bytes. */
    public long in64(int attrId) {
        return in(attrId).get(AbiLayout.U64, 0);
    }

    /** A constant of 0 to max. EINVAL. */
    public int constant(int attrId, int max) {
        long value = in64(attrId);
        if (value < 0 || value > max) {
            throw refuse(Errno.EINVAL, attrId, Long.toUnsignedString(value) + " is not in 0.." + max);
        }
        return (int) value;
    }

    /** Flags, 0 if absent. EINVAL for bits that are not allowed. */
    public int flags(int attrId, int allowed) {
        if (!has(attrId)) {
            return 0;
        }
        long value = switch (length(attrId)) {
            case 4 -> Integer.toUnsignedLong(in32(attrId));
            case 8 -> in64(attrId);
            default -> throw refuse(Errno.EINVAL, attrId, length(attrId) + " bytes, 4 or 8 are flags");
        };
        if ((value & ~Integer.toUnsignedLong(allowed)) != 0) {
            throw refuse(Errno.EINVAL, attrId, "0x" + Long.toHexString(value) + ", only 0x"
                + Integer.toHexString(allowed) + " are offered");
        }
        return (int) value;
    }

    // ---- objects ---------------------------------------------------------------------------------------------

    /** The object of an attribute; null if absent. */
    public Uobject uobject(int attrId) {
        return has(attrId) ? uobjects[method.indexOf(attrId)] : null;
    }

    void uobject(int index, Uobject uobject) {
        uobjects[index] = uobject;
    }

    Uobject uobjectAt(int index) {
        return uobjects[index];
    }

    /** What the driver made for the object of an attribute; EINVAL if the attribute is absent. */
    public <T extends IbObject> T object(int attrId, Class<T> type) {
        Uobject uobject = uobject(attrId);
        if (uobject == null) {
            throw refuse(Errno.EINVAL, attrId, "missing, this type of queue pair needs it");
        }
        return type.cast(uobject.object());
    }

    /** The object of a handle in the request of a write command, held until the command ends. EINVAL, EBUSY. */
    public Uobject use(UobjectType type, MemorySegment request, int offset) {
        try {
            return share(type, Integer.toUnsignedLong(request.get(AbiLayout.U32, offset)));
        } catch (ErrnoException refused) {
            throw refused.errno() == Errno.ENOENT ? new ErrnoException(Errno.EINVAL, refused.detail()) : refused;
        }
    }

    /** The object of a handle, held until the command ends. ENOENT, EINVAL, EBUSY. */
    Uobject share(UobjectType type, long handle) {
        Uobject uobject = file.objects().get(type, handle);
        return share(uobject);
    }

    /** The object of a descriptor, held until the command ends. EBADF. */
    Uobject shareDescriptor(UobjectType type, long descriptor) {
        if (descriptor != (int) descriptor) {
            throw new ErrnoException(Errno.EINVAL, "descriptor " + descriptor + " is not a number of 32 bits");
        }
        if (caller.files().get((int) descriptor) instanceof EventFile events
            && events.uobject().type() == type && events.uobject().file() == file) {
            return share(events.uobject());
        }
        throw new ErrnoException(Errno.EBADF, "descriptor " + descriptor + " is no " + type.label()
            + " of this file; create one with it");
    }

    private Uobject share(Uobject uobject) {
        if (!uobject.tryShare()) {
            throw uobject.busy();
        }
        shared.add(uobject);
        if (!uobject.isLive()) {
            throw new ErrnoException(Errno.EIO, uobject.type().label() + " " + uobject.handle()
                + " went away with its device; destroy it");
        }
        return uobject;
    }

    /** Starts an object, which is committed when the command succeeds and undone when it fails. */
    public Uobject begin(UobjectType type) {
        context();
        Uobject uobject = file.objects().begin(type);
        created.add(uobject);
        return uobject;
    }

    /** Gives a new descriptor object its number in the caller's table. EMFILE. */
    public int install(Uobject uobject) {
        int number = caller.files().install(uobject.eventFile(), Fcntl.O_RDWR | Fcntl.O_CLOEXEC);
        uobject.handle(number);
        installed.add(number);
        return number;
    }

    // ---- what goes back --------------------------------------------------------------------------------------

    /** Writes as much of a value as the user has room for, and marks the attribute as valid. Nothing if absent. */
    public void out(int attrId, MemorySegment value) {
        if (has(attrId)) {
            int index = method.indexOf(attrId);
            long bytes = Math.min(length[index], value.byteSize());
            caller.memory().write(data[index], value, 0, bytes);
            markValid(index);
        }
    }

    /** As {@link #out}, with zeros in what room is left. */
    public void outOrZero(int attrId, MemorySegment value) {
        int room = length(attrId);
        if (room <= value.byteSize()) {
            out(attrId, value);
        } else {
            MemorySegment padded = MemorySegment.ofArray(new byte[room]);
            out(attrId, padded.copyFrom(value.byteSize() == 0 ? MemorySegment.ofArray(new byte[0]) : value));
        }
    }

    public void out32(int attrId, int value) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[4]);
        bytes.set(AbiLayout.U32, 0, value);
        out(attrId, bytes);
    }

    public void out64(int attrId, long value) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        bytes.set(AbiLayout.U64, 0, value);
        out(attrId, bytes);
    }

    private void markValid(int index) {
        MemorySegment word = MemorySegment.ofArray(new byte[2]);
        word.set(AbiLayout.U16, 0, (short) (flags[index] | RdmaUserIoctl.UVERBS_ATTR_F_VALID_OUTPUT));
        caller.memory().write(where[index] + RdmaUserIoctl.Attr.FLAGS, word, 0, 2);
    }

    /** Writes handle or descriptor of a new object into its attribute. */
    void outNumber(int index, int number) {
        MemorySegment word = MemorySegment.ofArray(new byte[8]);
        word.set(AbiLayout.U64, 0, number);
        caller.memory().write(where[index] + RdmaUserIoctl.Attr.DATA, word, 0, 8);
    }

    // ---- commands of the write interface ---------------------------------------------------------------------

    /**
     * The request of a write command: shorter ones are extended by zeros.
     *
     * @throws ErrnoException EOPNOTSUPP if a longer one has something but zeros in what we do not know
     * @mirrors drivers/infiniband/core/uverbs_cmd.c#uverbs_request
     */
    public MemorySegment request(int bytes) {
        MemorySegment given = in(IbUserIoctlCmds.UVERBS_ATTR_CORE_IN);
        for (long i = bytes; i < given.byteSize(); i++) {
            if (given.get(AbiLayout.U8, i) != 0) {
                throw new ErrnoException(Errno.EOPNOTSUPP, "request has data at byte " + i + ", only " + bytes
                    + " bytes are known; leave the rest zero");
            }
        }
        MemorySegment request = MemorySegment.ofArray(new byte[bytes]);
        MemorySegment.copy(given, 0, request, 0, Math.min(bytes, given.byteSize()));
        return request;
    }

    /** The answer of a write command, cut or padded to the user's room. */
    public void respond(MemorySegment response) {
        outOrZero(IbUserIoctlCmds.UVERBS_ATTR_CORE_OUT, response);
    }

    // ---- driver data -----------------------------------------------------------------------------------------

    /** The driver's part of the command. */
    public Udata udata() {
        return udata;
    }

    void prepareDriverData() {
        driverOut = MemorySegment.ofArray(new byte[length(IbUserIoctlCmds.UVERBS_ATTR_UHW_OUT)]);
        udata = new Udata(in(IbUserIoctlCmds.UVERBS_ATTR_UHW_IN), driverOut);
    }

    void returnDriverData() {
        if (has(IbUserIoctlCmds.UVERBS_ATTR_UHW_OUT)) {
            out(IbUserIoctlCmds.UVERBS_ATTR_UHW_OUT, driverOut.asSlice(0, udata.written()));
        }
    }

    // ---- end -------------------------------------------------------------------------------------------------

    void commit() {
        created.forEach(file.objects()::commit);
        shared.forEach(Uobject::unshare);
    }

    void abort() {
        for (int descriptor : installed) {
            try {
                caller.close(descriptor);
            } catch (ErrnoException | TaskExit gone) {
                LOG.debug("descriptor {} of pid {} was closed meanwhile", descriptor, caller.pid(), gone);
            }
        }
        created.forEach(file.objects()::abort);
        shared.forEach(Uobject::unshare);
    }

    /** A refusal that names method and attribute. */
    public ErrnoException refuse(Errno errno, int attrId, String why) {
        int index = method.indexOf(attrId);
        String attr = index < 0 ? "attribute " + attrId : method.attr(index).name();
        return new ErrnoException(errno, method.name() + ": " + attr + " " + why);
    }
}
