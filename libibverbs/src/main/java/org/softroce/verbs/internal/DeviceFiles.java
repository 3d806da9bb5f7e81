package org.softroce.verbs.internal;

import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.driver.VerbsSysfsDev;

/** What both ways of finding devices need. */
final class DeviceFiles {
    private static final int NODE_UNKNOWN = -1;
    private static final int NODE_LAST = 7;

    private DeviceFiles() { }

    /** @mirrors libibverbs/init.c#try_access_device */
    static boolean exists(Task task, VerbsSysfsDev dev) {
        try {
            task.stat(dev.devicePath());
            return true;
        } catch (ErrnoException e) {
            return false;
        }
    }

    /**
     * The kernel's node types are the library's, but for what is new.
     *
     * @mirrors libibverbs/init.c#decode_knode_type
     */
    static int nodeType(int kernelType) {
        return kernelType >= 1 && kernelType <= NODE_LAST ? kernelType : NODE_UNKNOWN;
    }
}
