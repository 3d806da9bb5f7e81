/**
 * The commands of libibverbs to the kernel, for providers only.
 *
 * <p>Mirrors {@code libibverbs/cmd_ioctl.h}, {@code cmd_write.h} and {@code cmd.c}, {@code cmd_cq.c}, {@code cmd_qp.c},
 * {@code cmd_device.c}, {@code cmd_pd.c}, {@code cmd_mr.c}: {@link org.softroce.verbs.cmd.IbvCmd} encodes each command
 * into a buffer in the caller's memory, issues {@code ioctl(RDMA_VERBS_IOCTL)} on the device file and reads the answer
 * back. What the kernel refuses comes out as the kernel's own {@code ErrnoException}.
 */
@Version("1.0.0")
package org.softroce.verbs.cmd;

import org.osgi.annotation.versioning.Version;
