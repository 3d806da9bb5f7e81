package org.softroce.verbs.driver;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Destroying what the kernel has destroyed already. Once a device is gone every command fails with EIO; an object of
 * it is as destroyed as it can be, so closing it succeeds, as with {@code RDMAV_ALLOW_DISASSOC_DESTROY} set.
 *
 * @mirrors libibverbs/cmd_write.h#verbs_is_destroy_err
 */
final class Disassociation {
    private Disassociation() { }

    /** Runs a destroy command; false if the device is gone, so that there is nothing to wait for. */
    static boolean tolerate(Runnable command) {
        try {
            command.run();
            return true;
        } catch (ErrnoException e) {
            if (e.errno() == Errno.EIO) {
                return false;
            }
            throw e;
        }
    }
}
