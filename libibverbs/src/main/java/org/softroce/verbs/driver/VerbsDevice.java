package org.softroce.verbs.driver;

import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvDevice;

/**
 * A device that a provider takes care of; a provider may extend it.
 *
 * @mirrors libibverbs/driver.h#verbs_device
 */
public class VerbsDevice implements IbvDevice {
    private static final int TRANSPORT_UNKNOWN = -1;
    private static final int TRANSPORT_IB = 0;
    private static final int TRANSPORT_IWARP = 1;
    private static final int TRANSPORT_USNIC = 2;
    private static final int TRANSPORT_USNIC_UDP = 3;
    private static final int TRANSPORT_UNSPECIFIED = 4;

    private final Task task;
    private final VerbsSysfsDev sysfs;
    private final VerbsDeviceOps ops;

    public VerbsDevice(Task task, VerbsSysfsDev sysfs, VerbsDeviceOps ops) {
        this.task = task;
        this.sysfs = sysfs;
        this.ops = ops;
    }

    /** The process it is seen from. */
    public final Task task() {
        return task;
    }

    public final VerbsSysfsDev sysfs() {
        return sysfs;
    }

    /** Its provider. */
    public final VerbsDeviceOps ops() {
        return ops;
    }

    @Override
    public final String name() {
        return sysfs.ibdevName();
    }

    @Override
    public final long guid() {
        return sysfs.nodeGuid();
    }

    @Override
    public final int index() {
        return sysfs.ibdevIndex();
    }

    @Override
    public final int nodeType() {
        return sysfs.nodeType();
    }

    /** @mirrors libibverbs/init.c#try_driver */
    @Override
    public final int transportType() {
        return switch (sysfs.nodeType()) {
            case 1, 2, 3 -> TRANSPORT_IB;
            case 4 -> TRANSPORT_IWARP;
            case 5 -> TRANSPORT_USNIC;
            case 6 -> TRANSPORT_USNIC_UDP;
            case 7 -> TRANSPORT_UNSPECIFIED;
            default -> TRANSPORT_UNKNOWN;
        };
    }

    @Override
    public final String devicePath() {
        return sysfs.devicePath();
    }

    /**
     * {@inheritDoc}
     *
     * @mirrors libibverbs/device.c#verbs_open_device
     */
    @Override
    public final IbvContext open() {
        int cmdFd = openCdev();
        VerbsContext context = null;
        try {
            context = ops.allocContext(this, cmdFd);
            context.allocAsyncFd();
            return context;
        } catch (RuntimeException e) {
            giveUp(context, cmdFd, e);
            throw e;
        }
    }

    /** @mirrors util/open_cdev.c#open_cdev_internal */
    private int openCdev() {
        int fd;
        try {
            fd = task.open(devicePath(), Fcntl.O_RDWR | Fcntl.O_CLOEXEC);
        } catch (ErrnoException e) {
            if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENXIO) {
                throw gone("there is no " + devicePath(), e);
            }
            throw e;
        }
        try {
            FileStat stat = task.stat(devicePath());
            if (stat.kind() != FileStat.Kind.CHAR_DEVICE || stat.major() != sysfs.major()
                    || stat.minor() != sysfs.minor()) {
                throw gone(devicePath() + " is " + stat.major() + ":" + stat.minor() + ", not " + sysfs.major() + ":"
                        + sysfs.minor(), null);
            }
            return fd;
        } catch (RuntimeException e) {
            giveUp(null, fd, e);
            throw e;
        }
    }

    private ErrnoException gone(String what, Throwable cause) {
        return new ErrnoException(Errno.ENODEV,
                "device " + name() + " was removed: " + what + "; get the device list again", cause);
    }

    private void giveUp(VerbsContext context, int cmdFd, RuntimeException reason) {
        try {
            if (context != null) {
                context.close();
            } else {
                task.close(cmdFd);
            }
        } catch (RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
