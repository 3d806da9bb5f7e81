package org.softroce.kernel.net;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Is told what happens to net devices and their addresses; whiteboard service.
 *
 * <p>A listener that appears is told REGISTER (and UP, ADDRESS_ADDED) of everything there is. Calls come in order,
 * under the configuration lock: note what is to be done and return, never unregister a device here.
 *
 * @mirrors include/linux/notifier.h#notifier_block
 */
@ConsumerType
public interface NetDeviceListener {
    void netDeviceEvent(NetDeviceEvent event);
}
