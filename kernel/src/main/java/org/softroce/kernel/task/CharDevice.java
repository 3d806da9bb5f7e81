package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A device node; whiteboard service. The kernel shows it under {@link #path()} while the service is registered.
 *
 * @mirrors include/linux/cdev.h#cdev
 */
@ConsumerType
public interface CharDevice {
    /** Absolute, such as {@code /dev/infiniband/uverbs0}. */
    String path();

    int major();

    int minor();

    /** Permission bits, octal 0666 for uverbs. */
    int mode();

    /** {@code open(2)}: a new description for this caller. Throws ErrnoException (ENODEV, EIO, ...). */
    OpenFile open(Task caller, int flags);
}
