package org.softroce.uverbs.internal;

import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbChardev;
import org.softroce.ib.IbDevice;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uverbs.internal.core.UverbsApi;
import org.softroce.uverbs.internal.core.UverbsFile;

/**
 * {@code /dev/infiniband/uverbsN} of one device, with the files that are open.
 *
 * @mirrors drivers/infiniband/core/uverbs.h#ib_uverbs_device
 */
final class UverbsDevice implements CharDevice {
    static final int MAJOR = 231;
    static final int BASE_MINOR = 192;
    private static final int MODE = 0666;
    private static final Logger LOG = LoggerFactory.getLogger(UverbsDevice.class);

    private final IbDevice device;
    private final int number;
    private final UverbsApi api;
    private final Set<UverbsFile> files = ConcurrentHashMap.newKeySet();
    private volatile boolean removed;

    UverbsDevice(IbDevice device, int number, UverbsApi api) {
        this.device = device;
        this.number = number;
        this.api = api;
    }

    int number() {
        return number;
    }

    /** {@code uverbsN}. */
    String name() {
        return "uverbs" + number;
    }

    @Override
    public String path() {
        return "/dev/infiniband/" + name();
    }

    @Override
    public int major() {
        return MAJOR;
    }

    @Override
    public int minor() {
        return BASE_MINOR + number;
    }

    @Override
    public int mode() {
        return MODE;
    }

    /** @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_open */
    @Override
    public OpenFile open(Task caller, int flags) {
        FileStat stat = new FileStat(FileStat.Kind.CHAR_DEVICE, MODE, MAJOR, minor());
        UverbsFile file = new UverbsFile(device, api, stat, caller, files::remove);
        files.add(file);
        if (removed) {
            files.remove(file);
            throw new ErrnoException(Errno.ENXIO, path() + ": the device is being removed");
        }
        return file;
    }

    /** Properties of the service, by which nldev finds the node of a device. */
    Dictionary<String, Object> properties() {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(IbDevice.INDEX, device.index());
        properties.put(IbChardev.TYPE, "uverbs");
        properties.put(IbChardev.NAME, name());
        properties.put(IbChardev.ABI, (long) device.ops().uverbsAbiVersion());
        return properties;
    }

    /** @mirrors drivers/infiniband/core/uverbs_main.c#dev_attr_ibdev */
    SysfsNode.Directory sysfs() {
        return new SysfsNode.Fixed()
            .put("abi_version", SysfsNode.Attribute.readOnly(() -> device.ops().uverbsAbiVersion() + "\n"))
            .put("dev", SysfsNode.Attribute.readOnly(() -> MAJOR + ":" + minor() + "\n"))
            .put("ibdev", SysfsNode.Attribute.readOnly(() -> device.name() + "\n"))
            .put("power", new SysfsNode.Fixed())
            .put("subsystem", new SysfsNode.Link("../../../../class/infiniband_verbs"))
            .put("uevent", SysfsNode.Attribute.readOnly(() -> "MAJOR=" + MAJOR + "\nMINOR=" + minor()
                + "\nDEVNAME=infiniband/" + name() + "\nDEVMODE=0666\n"));
    }

    /**
     * Parts all open files from the device; nobody opens it any more.
     *
     * @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_remove_one
     */
    void disassociate() {
        removed = true;
        List<UverbsFile> open = new ArrayList<>(files);
        for (UverbsFile file : open) {
            try {
                file.disassociate();
            } catch (RuntimeException broken) {
                LOG.error("{}: cannot part from pid {}", name(), file.opener().pid(), broken);
            }
        }
        if (!open.isEmpty()) {
            LOG.info("{} of {} removed under {} open files", name(), device.name(), open.size());
        }
    }
}
