/**
 * The attribute tree below {@code /sys}, as nodes that produce their text when read.
 *
 * <p>Mirrors {@code include/linux/sysfs.h}. Kernel-side bundles publish {@link org.softroce.kernel.sysfs.SysfsMount}
 * services; programs list and read the tree by system calls.
 */
@Version("1.0.0")
package org.softroce.kernel.sysfs;

import org.osgi.annotation.versioning.Version;
