package org.softroce.uverbs.internal.core;

import java.util.ArrayList;
import java.util.List;
import org.softroce.uapi.rdma.IbUserIoctlCmds;
import org.softroce.uverbs.internal.core.AttrSpec.Access;
import org.softroce.uverbs.internal.core.AttrSpec.Kind;

/**
 * One method of the ioctl as data; parsing, checking and answering follow from it.
 *
 * <pre>{@code
 * MethodSpec.of(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE, "CQ_CREATE")
 *     .creates(UVERBS_ATTR_CREATE_CQ_HANDLE, "handle", UobjectType.CQ)
 *     .in(UVERBS_ATTR_CREATE_CQ_CQE, "cqe", 4)
 *     .out(UVERBS_ATTR_CREATE_CQ_RESP_CQE, "resp_cqe", 4)
 *     .driverData()
 *     .handledBy(CqMethods::create)
 * }</pre>
 *
 * @mirrors include/rdma/uverbs_ioctl.h#uverbs_method_def
 */
public final class MethodSpec {
    /** The longest value that an attribute's length can say. */
    static final int ANY_LENGTH = 0xffff;

    /** What a method does; attributes are present and sound. */
    @FunctionalInterface
    public interface Handler {
        void handle(Bundle bundle);
    }

    private final int objectId;
    private final int methodId;
    private final String name;
    private final List<AttrSpec> attrs = new ArrayList<>();
    private boolean driverData;
    private Handler handler;

    private MethodSpec(int objectId, int methodId, String name) {
        this.objectId = objectId;
        this.methodId = methodId;
        this.name = name;
    }

    /** Starts the declaration of a method. */
    public static MethodSpec of(int objectId, int methodId, String name) {
        return new MethodSpec(objectId, methodId, name);
    }

    /** A value from the user of exactly this size. */
    public MethodSpec in(int id, String attr, int bytes) {
        return add(AttrSpec.bytes(id, attr, Kind.IN, bytes, bytes, false));
    }

    /** A structure from the user, at least up to a member, which may have grown since. */
    public MethodSpec inStruct(int id, String attr, int minBytes, int bytes) {
        return add(AttrSpec.bytes(id, attr, Kind.IN, minBytes, bytes, true));
    }

    /** Any number of bytes from the user, but at least so many. */
    public MethodSpec inAtLeast(int id, String attr, int minBytes) {
        return add(AttrSpec.bytes(id, attr, Kind.IN, minBytes, ANY_LENGTH, false));
    }

    /** A constant: 8 bytes whatever its range. */
    public MethodSpec constant(int id, String attr) {
        return in(id, attr, 8);
    }

    /** Flags in 4 or 8 bytes; optional unless declared otherwise. */
    public MethodSpec flags(int id, String attr) {
        return add(AttrSpec.bytes(id, attr, Kind.IN, 4, 8, false)).optional();
    }

    /** A value to the user of exactly this size. */
    public MethodSpec out(int id, String attr, int bytes) {
        return add(AttrSpec.bytes(id, attr, Kind.OUT, bytes, bytes, false));
    }

    /** A structure to the user, at least up to a member; what is beyond our knowledge is zeroed. */
    public MethodSpec outStruct(int id, String attr, int minBytes, int bytes) {
        return add(AttrSpec.bytes(id, attr, Kind.OUT, minBytes, bytes, true));
    }

    /** Room of any size. */
    public MethodSpec outAtLeast(int id, String attr, int minBytes) {
        return add(AttrSpec.bytes(id, attr, Kind.OUT, minBytes, ANY_LENGTH, false));
    }

    /** The object that the method makes. */
    public MethodSpec creates(int id, String attr, UobjectType type) {
        return add(AttrSpec.object(id, attr, type, Access.NEW));
    }

    /** An object that the method uses. */
    public MethodSpec uses(int id, String attr, UobjectType type) {
        return add(AttrSpec.object(id, attr, type, Access.READ));
    }

    /** The object that is destroyed before the handler runs. */
    public MethodSpec destroys(int id, String attr, UobjectType type) {
        return add(AttrSpec.object(id, attr, type, Access.DESTROY));
    }

    /** The attribute declared last may be absent. */
    public MethodSpec optional() {
        attrs.add(attrs.removeLast().asOptional());
        return this;
    }

    /** The driver's own input and output, {@code UVERBS_ATTR_UHW()}. */
    public MethodSpec driverData() {
        driverData = true;
        return inAtLeast(IbUserIoctlCmds.UVERBS_ATTR_UHW_IN, "uhw_in", 0).optional()
            .outAtLeast(IbUserIoctlCmds.UVERBS_ATTR_UHW_OUT, "uhw_out", 0).optional();
    }

    /** Ends the declaration. */
    public MethodSpec handledBy(Handler what) {
        handler = what;
        return this;
    }

    public int objectId() {
        return objectId;
    }

    public int methodId() {
        return methodId;
    }

    /** For messages. */
    public String name() {
        return name;
    }

    /** All attributes, in the order of declaration. */
    public List<AttrSpec> attrs() {
        return List.copyOf(attrs);
    }

    int count() {
        return attrs.size();
    }

    AttrSpec attr(int index) {
        return attrs.get(index);
    }

    /** Index of an attribute, -1 if the method does not know it. */
    int indexOf(int attrId) {
        for (int i = 0; i < attrs.size(); i++) {
            if (attrs.get(i).id() == attrId) {
                return i;
            }
        }
        return -1;
    }

    boolean hasDriverData() {
        return driverData;
    }

    /** Index of the object that is destroyed, -1 if the method destroys none. */
    int destroyIndex() {
        for (int i = 0; i < attrs.size(); i++) {
            if (attrs.get(i).access() == Access.DESTROY) {
                return i;
            }
        }
        return -1;
    }

    Handler handler() {
        return handler;
    }

    private MethodSpec add(AttrSpec attr) {
        if (indexOf(attr.id()) >= 0) {
            throw new IllegalStateException(name + " declares attribute " + attr.id() + " twice");
        }
        attrs.add(attr);
        return this;
    }
}
