package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_SYS_ATTR_MONITOR_MODE;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_SYS_ATTR_NETNS_MODE;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The subsystem itself: devices are shared by all net namespaces, the right to use controlled Q_Keys can be given.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_sys_get_doit
 */
final class SystemHandlers {

    private static final int SHARED = 1;

    private volatile int privilegedQkey;

    void get(Request request, Reply reply) {
        reply.message(writer -> writer.putU8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, SHARED)
                .putU8(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE, privilegedQkey)
                .putU8(RDMA_NLDEV_SYS_ATTR_MONITOR_MODE, 1)
                .putU8(RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK, 1));
    }

    /** @mirrors drivers/infiniband/core/nldev.c#nldev_set_sys_set_doit */
    void set(Request request, Reply reply) {
        if (request.attrs().has(RDMA_NLDEV_SYS_ATTR_NETNS_MODE)) {
            int mode = request.attrs().u8(RDMA_NLDEV_SYS_ATTR_NETNS_MODE);
            if (mode > SHARED) {
                throw new ErrnoException(Errno.EINVAL, "netns mode " + mode + " is neither 0 nor 1");
            }
            if (mode != SHARED) {
                throw new ErrnoException(Errno.EOPNOTSUPP, "RDMA devices are shared by all net namespaces here;"
                        + " exclusive mode is not supported");
            }
        } else if (request.attrs().has(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE)) {
            int mode = request.attrs().u8(RDMA_NLDEV_SYS_ATTR_PRIVILEGED_QKEY_MODE);
            if (mode > 1) {
                throw new ErrnoException(Errno.EINVAL, "privileged Q_Key mode " + mode + " is neither 0 nor 1");
            }
            privilegedQkey = mode;
        } else {
            throw new ErrnoException(Errno.EINVAL, "nothing to set; netns mode and privileged Q_Key mode can be");
        }
    }
}
