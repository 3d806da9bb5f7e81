package org.softroce.kernel.sysfs;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A directory that a kernel-side bundle puts into the tree; whiteboard service. Several mounts may share a parent,
 * which then exists as long as one of them does.
 *
 * @mirrors fs/sysfs/dir.c#sysfs_create_dir_ns
 */
@ConsumerType
public interface SysfsMount {
    /** Absolute path of the directory, such as {@code /sys/class/infiniband}. */
    String path();

    /** Its content. */
    SysfsNode.Directory directory();
}
