package org.softroce.kernel.task;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The kernel side of one netlink protocol; whiteboard service.
 *
 * @mirrors include/linux/netlink.h#netlink_kernel_cfg
 */
@ConsumerType
public interface NetlinkFamily {
    /** NETLINK_RDMA is 20. */
    int protocol();

    /**
     * Handles one datagram (one or more messages) and returns the reply datagrams in order: dumps, DONE, ACKs and
     * errors with extended ack. Never throws for bad input.
     *
     * @param caller who sent it
     * @param portId the sender's port, echoed in {@code nlmsg_pid}
     */
    List<byte[]> receive(Task caller, int portId, byte[] datagram);
}
