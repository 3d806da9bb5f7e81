package org.softroce.verbs.driver;

import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * What is known of a device before it is opened, out of netlink or out of sysfs.
 *
 * @param sysfsName name of the device file, {@code uverbs0}
 * @param ibdevName name of the device, {@code rxe0}
 * @param ibdevIndex the kernel's index of it, -1 if sysfs was asked, which does not tell
 * @param major device number of the device file
 * @param minor device number of the device file
 * @param abiVersion version of the kernel driver's interface
 * @param nodeGuid as a big-endian number
 * @param nodeType {@code ibv_node_type}; 1 = channel adapter, -1 = unknown
 * @param numPorts physical ports, 0 if sysfs was asked
 * @param driverId {@code UNKNOWN} if sysfs was asked
 * @mirrors libibverbs/driver.h#verbs_sysfs_dev
 */
public record VerbsSysfsDev(String sysfsName, String ibdevName, int ibdevIndex, int major, int minor, long abiVersion,
        long nodeGuid, int nodeType, int numPorts, RdmaDriverId driverId) {

    /** The device's folder in sysfs. */
    public String ibdevPath() {
        return "/sys/class/infiniband/" + ibdevName;
    }

    /** The device file. */
    public String devicePath() {
        return "/dev/infiniband/" + sysfsName;
    }
}
