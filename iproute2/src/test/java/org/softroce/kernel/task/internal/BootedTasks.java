package org.softroce.kernel.task.internal;

import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;

/** A process table without OSGi: what the whiteboard would bring is given by hand. */
public final class BootedTasks {

    private final TaskTable table = new TaskTable();

    public Tasks tasks() {
        return table;
    }

    public void add(NetlinkFamily family) {
        table.bindNetlinkFamily(family);
    }

    public void remove(NetlinkFamily family) {
        table.unbindNetlinkFamily(family);
    }

    public void add(SysfsMount mount) {
        table.bindSysfsMount(mount);
    }

    public Task create(String comm, int uid, NetNamespace namespace) {
        return table.create(comm, uid, namespace);
    }
}
