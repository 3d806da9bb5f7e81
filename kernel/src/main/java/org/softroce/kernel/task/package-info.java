/**
 * Processes and their system calls: the only door between user space and the kernel-side bundles.
 *
 * <p>Mirrors the little of {@code include/linux/sched.h}, {@code fs.h}, {@code poll.h}, {@code wait.h} and
 * {@code mm.h} that the RDMA stack stands on. User space holds a {@link org.softroce.kernel.task.Task} and calls
 * {@code open}, {@code socket}, {@code ioctl}, {@code read}, {@code write}, {@code mmap}, {@code poll},
 * {@code close}; kernel-side bundles publish {@link org.softroce.kernel.task.CharDevice} and
 * {@link org.softroce.kernel.task.NetlinkFamily} services and answer with
 * {@link org.softroce.kernel.task.OpenFile}s. Bytes cross, object references do not.
 */
@Version("1.0.0")
package org.softroce.kernel.task;

import org.osgi.annotation.versioning.Version;
