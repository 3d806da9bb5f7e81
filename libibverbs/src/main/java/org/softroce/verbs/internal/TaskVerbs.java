package org.softroce.verbs.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.Verbs;
import org.softroce.verbs.driver.VerbsDevice;
import org.softroce.verbs.driver.VerbsDeviceOps;
import org.softroce.verbs.driver.VerbsSysfsDev;

/**
 * The verbs of one process. A device that is still there keeps its object from one look to the next.
 *
 * @mirrors libibverbs/init.c#ibverbs_get_device_list
 */
final class TaskVerbs implements Verbs {
    private final Task task;
    private final Providers providers;
    private List<VerbsDevice> devices = List.of();

    TaskVerbs(Task task, Providers providers) {
        this.task = task;
        this.providers = providers;
    }

    @Override
    public synchronized List<IbvDevice> getDeviceList() {
        List<VerbsDevice> now = new ArrayList<>();
        for (VerbsSysfsDev dev : find()) {
            VerbsDevice device = known(dev);
            if (device == null) {
                VerbsDeviceOps provider = providers.match(task, dev);
                device = provider == null ? null : provider.allocDevice(task, dev);
            }
            if (device != null) {
                now.add(device);
            }
        }
        now.sort(Comparator.comparingInt(VerbsDevice::index));
        devices = now;
        return List.copyOf(now);
    }

    private List<VerbsSysfsDev> find() {
        try (NetlinkDevices netlink = new NetlinkDevices(task)) {
            return netlink.find();
        } catch (ErrnoException e) {
            return new SysfsDevices(task).find();
        }
    }

    /** @mirrors libibverbs/init.c#same_sysfs_dev */
    private VerbsDevice known(VerbsSysfsDev dev) {
        for (VerbsDevice device : devices) {
            if (device.sysfs().equals(dev) && providers.contains(device.ops())) {
                return device;
            }
        }
        return null;
    }

    @Override
    public IbvDevice device(String name) {
        for (IbvDevice device : getDeviceList()) {
            if (device.name().equals(name)) {
                return device;
            }
        }
        return null;
    }

    @Override
    public Task task() {
        return task;
    }
}
