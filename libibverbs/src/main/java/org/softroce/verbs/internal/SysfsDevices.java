package org.softroce.verbs.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.driver.VerbsSysfsDev;

/**
 * Devices as sysfs shows them, for kernels whose netlink does not answer.
 *
 * @mirrors libibverbs/init.c#find_sysfs_devs
 */
final class SysfsDevices {
    private static final String VERBS_CLASS = "/sys/class/infiniband_verbs";
    private static final int MIN_ABI_VERSION = 3;

    private final Task task;

    SysfsDevices(Task task) {
        this.task = task;
    }

    /**
     * Devices by the number of their device file.
     *
     * @throws ErrnoException ENOSYS if there is no class of verbs devices or its version is not ours
     */
    List<VerbsSysfsDev> find() {
        List<String> names;
        try {
            names = task.readDirectory(VERBS_CLASS);
        } catch (ErrnoException e) {
            throw new ErrnoException(Errno.ENOSYS, "neither NETLINK_RDMA nor " + VERBS_CLASS
                    + " is there; load the modules with 'modprobe ib_uverbs'", e);
        }
        List<VerbsSysfsDev> found = new ArrayList<>();
        for (String name : names) {
            VerbsSysfsDev dev = name.startsWith(".") ? null : read(name);
            if (dev != null && DeviceFiles.exists(task, dev)) {
                found.add(dev);
            }
        }
        if (!found.isEmpty()) {
            checkAbiVersion();
        }
        found.sort(Comparator.comparingInt(VerbsSysfsDev::minor));
        return found;
    }

    /**
     * One device, or {@code null} if the entry is none or vanishes meanwhile.
     *
     * @mirrors libibverbs/init.c#setup_sysfs_dev
     */
    private VerbsSysfsDev read(String uverbs) {
        String folder = VERBS_CLASS + "/" + uverbs;
        try {
            String ibdev = text(folder + "/ibdev");
            String[] dev = text(folder + "/dev").split(":");
            if (dev.length != 2) {
                return null;
            }
            String device = "/sys/class/infiniband/" + ibdev;
            return new VerbsSysfsDev(uverbs, ibdev, -1, Integer.parseInt(dev[0]), Integer.parseInt(dev[1]),
                    Long.parseLong(text(folder + "/abi_version")), guid(device), nodeType(device), 0,
                    RdmaDriverId.UNKNOWN);
        } catch (ErrnoException | NumberFormatException e) {
            return null;
        }
    }

    /** {@code 0200:00ff:fe00:0010} as a number; 0 if it cannot be read. */
    private long guid(String device) {
        try {
            return Long.parseUnsignedLong(text(device + "/node_guid").replace(":", ""), 16);
        } catch (ErrnoException e) {
            return 0;
        }
    }

    /** {@code 1: CA} as a number. */
    private int nodeType(String device) {
        try {
            String digits = text(device + "/node_type").replaceFirst("\\D.*", "");
            return DeviceFiles.nodeType(digits.isEmpty() ? 0 : Integer.parseInt(digits));
        } catch (ErrnoException e) {
            return DeviceFiles.nodeType(0);
        }
    }

    /** @mirrors libibverbs/init.c#check_abi_version */
    private void checkAbiVersion() {
        int version;
        try {
            version = Integer.parseInt(text(VERBS_CLASS + "/abi_version"));
        } catch (ErrnoException e) {
            throw new ErrnoException(Errno.ENOSYS, VERBS_CLASS + "/abi_version cannot be read", e);
        }
        if (version < MIN_ABI_VERSION || version > IbUserVerbs.IB_USER_VERBS_ABI_VERSION) {
            throw new ErrnoException(Errno.ENOSYS, "kernel ABI version " + version
                    + " doesn't match library version " + IbUserVerbs.IB_USER_VERBS_ABI_VERSION);
        }
    }

    private String text(String path) {
        return task.readText(path).strip();
    }
}
