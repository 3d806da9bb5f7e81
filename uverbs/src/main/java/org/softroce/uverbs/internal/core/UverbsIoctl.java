package org.softroce.uverbs.internal.core;

import java.lang.foreign.MemorySegment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaUserIoctl;
import org.softroce.uapi.rdma.RdmaUserIoctl.Attr;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;
import org.softroce.uverbs.internal.core.AttrSpec.Access;
import org.softroce.uverbs.internal.core.AttrSpec.Kind;

/**
 * Decodes a call by the declaration of its method, runs it, and commits or undoes what it made.
 *
 * @mirrors drivers/infiniband/core/uverbs_ioctl.c
 */
final class UverbsIoctl {
    private static final Logger LOG = LoggerFactory.getLogger(UverbsIoctl.class);
    private static final int LENGTH_MAX = 4096;

    private final UverbsApi api;
    private final UverbsFile file;

    UverbsIoctl(UverbsApi api, UverbsFile file) {
        this.api = api;
        this.file = file;
    }

    /** A call whose header has been read. */
    private record Call(MethodSpec method, int attrCount, long attrs) {
    }

    void run(Task caller, long argument, int driverId) {
        Call call = decodeHeader(caller, argument, driverId);
        boolean entered = file.gate().enter();
        if (entered) {
            try {
                runMethod(caller, call);
            } finally {
                file.gate().exit();
            }
        } else if (call.method().destroyIndex() >= 0) {
            file.afterRemoval(() -> runMethod(caller, call));
        } else {
            throw UverbsFile.deviceGone();
        }
    }

    private Call decodeHeader(Task caller, long argument, int driverId) {
        MemorySegment header = MemorySegment.ofArray(new byte[IoctlHdr.SIZE]);
        caller.memory().read(argument, header, 0, IoctlHdr.SIZE);
        int length = Short.toUnsignedInt(header.get(AbiLayout.U16, IoctlHdr.LENGTH));
        int count = Short.toUnsignedInt(header.get(AbiLayout.U16, IoctlHdr.NUM_ATTRS));
        if (length > LENGTH_MAX || length != IoctlHdr.SIZE + count * Attr.SIZE) {
            throw new ErrnoException(Errno.EINVAL, "length " + length + " of " + count + " attributes; "
                + IoctlHdr.SIZE + " + " + Attr.SIZE + " for each are expected, " + LENGTH_MAX + " at most");
        }
        if (header.get(AbiLayout.U64, IoctlHdr.RESERVED1) != 0 || header.get(AbiLayout.U32, IoctlHdr.RESERVED2) != 0) {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, "reserved words of the header are not zero");
        }
        int asked = header.get(AbiLayout.U32, IoctlHdr.DRIVER_ID);
        if (asked != driverId) {
            throw new ErrnoException(Errno.EINVAL, "driver id " + Integer.toUnsignedString(asked) + ", this device has "
                + driverId + "; use the id that RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID tells");
        }
        int object = Short.toUnsignedInt(header.get(AbiLayout.U16, IoctlHdr.OBJECT_ID));
        int method = Short.toUnsignedInt(header.get(AbiLayout.U16, IoctlHdr.METHOD_ID));
        return new Call(api.method(object, method), count, argument + IoctlHdr.ATTRS);
    }

    private void runMethod(Task caller, Call call) {
        Bundle bundle = new Bundle(file, caller, call.method());
        boolean done = false;
        try {
            decodeAttributes(caller, call, bundle);
            requireMandatory(call.method(), bundle);
            destroyFirst(call.method(), bundle);
            if (call.method().hasDriverData()) {
                bundle.prepareDriverData();
            }
            call.method().handler().handle(bundle);
            returnDescriptors(call.method(), bundle);
            if (call.method().hasDriverData()) {
                bundle.returnDriverData();
            }
            done = true;
        } catch (ErrnoException | TaskExit expected) {
            throw expected;
        } catch (RuntimeException broken) {
            LOG.error("{} failed", call.method().name(), broken);
            throw new ErrnoException(Errno.EIO, call.method().name() + " failed: " + broken, broken);
        } finally {
            if (done) {
                bundle.commit();
            } else {
                bundle.abort();
            }
        }
    }

    private void decodeAttributes(Task caller, Call call, Bundle bundle) {
        MemorySegment attrs = MemorySegment.ofArray(new byte[call.attrCount() * Attr.SIZE]);
        caller.memory().read(call.attrs(), attrs, 0, attrs.byteSize());
        for (int i = 0; i < call.attrCount(); i++) {
            MemorySegment attr = attrs.asSlice((long) i * Attr.SIZE, Attr.SIZE);
            int id = Short.toUnsignedInt(attr.get(AbiLayout.U16, Attr.ATTR_ID));
            int index = call.method().indexOf(id);
            if (index >= 0) {
                if (bundle.isPresent(index)) {
                    throw bundle.refuse(Errno.EINVAL, id, "is there twice");
                }
                decode(call.method(), index, attr, call.attrs() + (long) i * Attr.SIZE, bundle);
            } else if ((attr.get(AbiLayout.U16, Attr.FLAGS) & RdmaUserIoctl.UVERBS_ATTR_F_MANDATORY) != 0) {
                throw bundle.refuse(Errno.EPROTONOSUPPORT, id, "is not known; clear its mandatory flag if it may be"
                    + " ignored");
            }
        }
    }

    private void decode(MethodSpec method, int index, MemorySegment attr, long address, Bundle bundle) {
        AttrSpec spec = method.attr(index);
        int length = Short.toUnsignedInt(attr.get(AbiLayout.U16, Attr.LEN));
        long data = attr.get(AbiLayout.U64, Attr.DATA);
        if (attr.get(AbiLayout.U16, Attr.ATTR_DATA) != 0) {
            throw bundle.refuse(Errno.EINVAL, spec.id(), "has a reserved field that is not zero");
        }
        checkLength(spec, length, bundle);
        bundle.present(index, address, length, attr.get(AbiLayout.U16, Attr.FLAGS), data);
        if (spec.kind() == Kind.IN && length > spec.maxBytes()) {
            checkTrailingZeros(spec, bundle);
        }
        if (spec.isObject()) {
            decodeObject(spec, index, data, bundle);
        }
    }

    private static void checkLength(AttrSpec spec, int length, Bundle bundle) {
        boolean tooLong = length > spec.maxBytes() && !spec.zeroTrailing();
        if (length < spec.minBytes() || tooLong) {
            String range = spec.zeroTrailing() ? " or more"
                : spec.minBytes() == spec.maxBytes() ? "" : ".." + spec.maxBytes();
            throw bundle.refuse(Errno.EINVAL, spec.id(), "has " + length + " bytes, " + spec.minBytes() + range
                + " are expected");
        }
    }

    private static void checkTrailingZeros(AttrSpec spec, Bundle bundle) {
        MemorySegment value = bundle.in(spec.id());
        for (long i = spec.maxBytes(); i < value.byteSize(); i++) {
            if (value.get(AbiLayout.U8, i) != 0) {
                throw bundle.refuse(Errno.EOPNOTSUPP, spec.id(), "has data at byte " + i + ", only "
                    + spec.maxBytes() + " bytes are known; leave the rest zero");
            }
        }
    }

    private void decodeObject(AttrSpec spec, int index, long number, Bundle bundle) {
        if (spec.access() == Access.NEW) {
            Uobject made = bundle.begin(spec.type());
            bundle.uobject(index, made);
            if (spec.kind() == Kind.HANDLE) {
                bundle.outNumber(index, made.handle());
            }
        } else if (spec.access() == Access.DESTROY) {
            bundle.uobject(index, file.objects().get(spec.type(), number));
        } else if (spec.kind() == Kind.DESCRIPTOR) {
            bundle.uobject(index, bundle.shareDescriptor(spec.type(), number));
        } else {
            bundle.uobject(index, bundle.share(spec.type(), number));
        }
    }

    private static void requireMandatory(MethodSpec method, Bundle bundle) {
        for (int i = 0; i < method.count(); i++) {
            if (method.attr(i).mandatory() && !bundle.isPresent(i)) {
                throw bundle.refuse(Errno.EINVAL, method.attr(i).id(), "is missing");
            }
        }
    }

    private void destroyFirst(MethodSpec method, Bundle bundle) {
        int index = method.destroyIndex();
        if (index >= 0) {
            file.objects().destroy(bundle.uobjectAt(index));
        }
    }

    private static void returnDescriptors(MethodSpec method, Bundle bundle) {
        for (int i = 0; i < method.count(); i++) {
            AttrSpec spec = method.attr(i);
            if (spec.kind() == Kind.DESCRIPTOR && spec.access() == Access.NEW) {
                bundle.outNumber(i, bundle.install(bundle.uobjectAt(i)));
            }
        }
    }
}
