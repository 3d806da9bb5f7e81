package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Descriptor numbers of one task, for kernel-side code that hands out or takes descriptors.
 *
 * @mirrors include/linux/fdtable.h#files_struct
 */
@ProviderType
public interface FileTable {

    /** Gives the file the lowest free number ({@code fd_install}). EMFILE beyond 1 048 576. */
    int install(OpenFile file, int flags);

    /** The file behind a number ({@code fget}). EBADF. */
    OpenFile get(int fd);

    /** Number of open descriptors. */
    int count();
}
