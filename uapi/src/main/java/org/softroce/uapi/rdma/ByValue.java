package org.softroce.uapi.rdma;

import java.util.function.ToIntFunction;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** Finds the constant of an ABI number by one array load. */
final class ByValue<E extends Enum<E>> {
    private final String noun;
    private final Object[] constants;

    ByValue(String noun, E[] values, ToIntFunction<E> value) {
        this.noun = noun;
        int highest = 0;
        for (E constant : values) {
            highest = Math.max(highest, value.applyAsInt(constant));
        }
        constants = new Object[highest + 1];
        for (E constant : values) {
            constants[value.applyAsInt(constant)] = constant;
        }
    }

    @SuppressWarnings("unchecked")
    E find(int value) {
        return value < 0 || value >= constants.length ? null : (E) constants[value];
    }

    E of(int value) {
        E found = find(value);
        if (found == null) {
            throw new ErrnoException(Errno.EINVAL, noun + " " + Integer.toUnsignedString(value) + " does not exist");
        }
        return found;
    }
}
