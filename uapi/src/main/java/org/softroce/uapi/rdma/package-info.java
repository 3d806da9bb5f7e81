/**
 * Numbers and layouts of the RDMA system calls: {@code rdma/ib_user_verbs.h}, {@code rdma/ib_user_ioctl_cmds.h},
 * {@code rdma/ib_user_ioctl_verbs.h}, {@code rdma/rdma_user_ioctl_cmds.h} and {@code rdma/rdma_netlink.h}, with
 * the values of {@code rdma/ib_verbs.h} that programs see. Structures are classes of offsets in bytes;
 * enumerations carry the number of the ABI.
 */
@Version("1.0.0")
package org.softroce.uapi.rdma;

import org.osgi.annotation.versioning.Version;
