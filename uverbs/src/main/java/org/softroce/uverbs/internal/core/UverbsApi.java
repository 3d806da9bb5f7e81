package org.softroce.uverbs.internal.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * All methods and commands there are.
 *
 * @mirrors drivers/infiniband/core/uverbs_uapi.c#uverbs_alloc_api
 */
public final class UverbsApi {
    private final Map<Integer, MethodSpec> methods = new HashMap<>();
    private final Map<Integer, WriteSpec> commands = new HashMap<>();

    /** The sum of the given declarations. */
    public UverbsApi(Collection<MethodSpec> methods, Collection<WriteSpec> commands) {
        for (MethodSpec method : methods) {
            if (this.methods.put(key(method.objectId(), method.methodId()), method) != null) {
                throw new IllegalStateException(method.name() + " is declared twice");
            }
        }
        for (WriteSpec command : commands) {
            if (this.commands.put(command.command(), command) != null) {
                throw new IllegalStateException(command.name() + " is declared twice");
            }
        }
    }

    /** EPROTONOSUPPORT for a method that we do not have. */
    MethodSpec method(int objectId, int methodId) {
        MethodSpec found = methods.get(key(objectId, methodId));
        if (found == null) {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, "object " + objectId + " has no method " + methodId
                + " here; fall back to a method of older kernels");
        }
        return found;
    }

    /** EOPNOTSUPP for a command that we do not have. */
    public WriteSpec command(int number) {
        WriteSpec found = commands.get(number);
        if (found == null) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "write command 0x" + Integer.toHexString(number)
                + " is not offered; use the ioctl method that replaced it");
        }
        return found;
    }

    /** Everything, for documentation and tests. */
    public List<MethodSpec> methods() {
        return List.copyOf(methods.values());
    }

    /** Everything, for documentation and tests. */
    public List<WriteSpec> commands() {
        return List.copyOf(commands.values());
    }

    private static int key(int objectId, int methodId) {
        return objectId << 16 | methodId & 0xffff;
    }
}
