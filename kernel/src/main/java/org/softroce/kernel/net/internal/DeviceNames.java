package org.softroce.kernel.net.internal;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Which names a device may have.
 *
 * @mirrors net/core/dev.c#dev_valid_name
 */
final class DeviceNames {

    private static final int LONGEST = 15;
    private static final int PATTERN_LIMIT = 32_768;

    private DeviceNames() { }

    /**
     * The name itself, or for a pattern such as {@code veth%d} the first free one.
     *
     * @param taken a name that is about to be used in the same namespace, or {@code null}
     */
    static String choose(Namespace namespace, String wanted, String taken) {
        requireValid(wanted);
        int percent = wanted.indexOf('%');
        if (percent < 0) {
            requireFree(namespace, wanted);
            if (wanted.equals(taken)) {
                throw exists(namespace, wanted);
            }
            return wanted;
        }
        if (!wanted.startsWith("%d", percent) || wanted.indexOf('%', percent + 1) >= 0) {
            throw new ErrnoException(Errno.EINVAL, "device name \"" + wanted
                    + "\": a percent sign is only good in one %d, which becomes the first free number");
        }
        for (int i = 0; i < PATTERN_LIMIT; i++) {
            String name = wanted.replace("%d", Integer.toString(i));
            if (namespace.deviceByName(name) == null && !name.equals(taken)) {
                requireValid(name);
                return name;
            }
        }
        throw new ErrnoException(Errno.ENFILE, "no free number is left for " + wanted);
    }

    static void requireFree(Namespace namespace, String name) {
        if (namespace.deviceByName(name) != null) {
            throw exists(namespace, name);
        }
    }

    private static ErrnoException exists(Namespace namespace, String name) {
        return new ErrnoException(Errno.EEXIST, "a device " + name + " is in " + namespace.described()
                + " already; choose another name, or ip link del " + name);
    }

    private static void requireValid(String name) {
        boolean characters = name.chars().allMatch(c -> c != '/' && c != ':' && !Character.isWhitespace(c));
        if (name.isEmpty() || name.length() > LONGEST || name.equals(".") || name.equals("..") || !characters) {
            throw new ErrnoException(Errno.EINVAL, "device name \"" + name + "\": it takes 1 to " + LONGEST
                    + " characters without slash, colon and white space");
        }
    }
}
