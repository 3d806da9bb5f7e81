package org.softroce.verbs.driver;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;
import org.softroce.kernel.task.Task;

/**
 * A provider; whiteboard service. It is asked about each device at each look at the device list.
 *
 * @mirrors libibverbs/driver.h#verbs_device_ops
 */
@ConsumerType
public interface VerbsDeviceOps {
    /** Name for messages, such as {@code rxe}. */
    String name();

    /** Devices it is for; one entry that matches is enough. */
    List<VerbsMatch> matchTable();

    /** The lowest and highest {@code abi_version} of the kernel's driver that it understands. */
    int matchMinAbiVersion();

    int matchMaxAbiVersion();

    /**
     * A device that matched.
     *
     * @param task the process that will open it
     */
    default VerbsDevice allocDevice(Task task, VerbsSysfsDev sysfs) {
        return new VerbsDevice(task, sysfs, this);
    }

    /**
     * Makes the context of an open device file. The caller closes the file if this throws.
     *
     * @param cmdFd the device file in the device's task, open for reading and writing
     */
    VerbsContext allocContext(VerbsDevice device, int cmdFd);
}
