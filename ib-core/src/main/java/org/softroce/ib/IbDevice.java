package org.softroce.ib;

import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.net.NetDevice;

/**
 * A registered device; an OSGi service while it is usable.
 *
 * <p>Service properties: {@value #NAME}, {@value #INDEX}, {@value #DRIVER}, {@value #NODE_GUID}, {@value #NETDEV}. A
 * client is an immediate component with a dynamic multiple reference: bind is {@code ib_client.add}, unbind is
 * {@code ib_client.remove}, and unregistration returns only after every unbind.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_device
 */
@ProviderType
public interface IbDevice {
    String NAME = "rdma.device.name";
    String INDEX = "rdma.device.index";
    String DRIVER = "rdma.driver.id";
    String NODE_GUID = "rdma.node.guid";
    String NETDEV = "rdma.netdev";

    /** Current name; may change ({@code rdma dev set NAME name NEW}). */
    String name();

    /** Number of the device, unique while the machine runs, never reused. */
    int index();

    IbDeviceOps ops();

    /** EUI-64 of the net device's address, big-endian number; never 0. */
    long nodeGuid();

    long sysImageGuid();

    /** {@code "rxe"}: free text, 64 bytes at most. */
    String nodeDescription();

    void setNodeDescription(String text);

    /** Cached at registration. */
    IbDeviceAttr attr();

    /** Asks the driver; EINVAL for a port that is none. */
    IbPortAttr queryPort(int port);

    /** Ports are 1..this. */
    int portCount();

    /** The net device of the port or {@code null}. */
    NetDevice netdev(int port);

    GidTable gidTable(int port);

    /** P_Key of the port, EINVAL beyond the table. */
    int queryPkey(int port, int index);

    Restrack restrack();

    /** Completion vectors 0..this-1. */
    int completionVectors();

    /** Passes an event of port or device to all handlers, in the calling thread. */
    void dispatchEvent(IbEvent event);

    /** Adds a handler of port and device events. */
    void addEventHandler(IbEventHandler handler);

    void removeEventHandler(IbEventHandler handler);

    /**
     * Keeps the device from going away while a control call runs.
     *
     * @return false once unregistration began
     * @mirrors drivers/infiniband/core/device.c#ib_device_try_get
     */
    boolean tryGet();

    /** Ends one successful {@link #tryGet()}. */
    void put();
}
