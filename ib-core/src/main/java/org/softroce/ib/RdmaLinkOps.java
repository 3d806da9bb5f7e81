package org.softroce.ib;

import org.osgi.annotation.versioning.ConsumerType;
import org.softroce.kernel.net.NetDevice;

/**
 * A driver's answer to {@code rdma link add}; whiteboard service with property {@value #TYPE}.
 *
 * @mirrors include/rdma/rdma_netlink.h#rdma_link_ops
 */
@ConsumerType
public interface RdmaLinkOps {
    /** Service property: {@code "rxe"}. */
    String TYPE = "rdma.link.type";

    String type();

    /** EEXIST if the net device has one, ENFILE if the name is taken, EPERM for a VLAN. */
    void newlink(String name, NetDevice netdev);
}
