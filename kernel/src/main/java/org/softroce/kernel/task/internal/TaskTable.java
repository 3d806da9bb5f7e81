package org.softroce.kernel.task.internal;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.Netlink;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.kernel.task.SocketFamily;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;

/**
 * All processes, and what the kernel side published for their system calls.
 *
 * @mirrors kernel/pid.c
 */
@Component(immediate = true, service = {Tasks.class, Netlink.class})
public final class TaskTable implements Tasks, Netlink {

    private static final int SIGKILL = 9;

    private final AtomicInteger lastPid = new AtomicInteger();
    private final ConcurrentSkipListMap<Integer, LiveTask> tasks = new ConcurrentSkipListMap<>();
    private final FileTree tree = new FileTree();
    private final Paths paths = new Paths(tree);
    private final NetlinkPorts netlink = new NetlinkPorts();
    private final Sockets sockets = new Sockets(netlink, this::requestModule);
    private volatile Modules modules;

    @Activate
    public TaskTable() {
    }

    /** Nothing can run on without a kernel. */
    @Deactivate
    void deactivate() {
        tasks.values().forEach(task -> task.kill(SIGKILL));
        tasks.values().forEach(LiveTask::exit);
    }

    @Override
    public Task create(String comm, int uid, NetNamespace netNamespace) {
        LiveTask task = new LiveTask(lastPid.incrementAndGet(), comm, uid, netNamespace, paths, sockets,
                gone -> tasks.remove(gone.pid()));
        tasks.put(task.pid(), task);
        return task;
    }

    @Override
    public List<Task> list() {
        return List.copyOf(tasks.values());
    }

    @Override
    public void multicast(int protocol, int group, byte[] datagram) {
        netlink.multicast(protocol, group, datagram);
    }

    private boolean requestModule(String alias) {
        Modules current = modules;
        return current != null && current.request(alias);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindModules(Modules service) {
        modules = service;
    }

    void unbindModules(Modules service) {
        if (modules == service) {
            modules = null;
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindCharDevice(CharDevice device) {
        tree.add(device);
    }

    void unbindCharDevice(CharDevice device) {
        tree.remove(device);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSysfsMount(SysfsMount mount) {
        tree.add(mount);
    }

    void unbindSysfsMount(SysfsMount mount) {
        tree.remove(mount);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindNetlinkFamily(NetlinkFamily family) {
        netlink.add(family);
    }

    void unbindNetlinkFamily(NetlinkFamily family) {
        netlink.remove(family);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSocketFamily(SocketFamily family) {
        sockets.add(family);
    }

    void unbindSocketFamily(SocketFamily family) {
        sockets.remove(family);
    }
}
