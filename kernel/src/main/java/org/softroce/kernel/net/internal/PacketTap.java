package org.softroce.kernel.net.internal;

import org.softroce.kernel.net.SkBuff;

/**
 * Gets a look at each frame of a device.
 *
 * @mirrors include/linux/netdevice.h#packet_type
 */
interface PacketTap {
    /** The frame comes in. */
    int INCOMING = 0;
    /** The frame goes out. */
    int OUTGOING = 4;

    /** True for the devices it captures from; asked under the configuration lock. */
    boolean wants(Device device);

    /** A device it captured from has left the namespace; called under the configuration lock. */
    void unregistered(Device device);

    /** Copies what it wants; any thread, must not keep or change the buffer. */
    void capture(Device device, SkBuff skb, int direction);
}
