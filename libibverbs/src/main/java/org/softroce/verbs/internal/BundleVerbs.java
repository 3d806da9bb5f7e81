package org.softroce.verbs.internal;

import java.util.List;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.Verbs;
import org.softroce.verbs.VerbsLibrary;

/**
 * The verbs of a bundle: getting the service makes the bundle a process, ungetting it (or stopping the bundle) is that
 * process's exit, which releases whatever it still holds.
 */
@Component(service = Verbs.class, scope = ServiceScope.BUNDLE)
public final class BundleVerbs implements Verbs {
    private static final Logger LOG = LoggerFactory.getLogger(BundleVerbs.class);
    private static final int ROOT = 0;

    private final Task task;
    private final Verbs verbs;

    @Activate
    public BundleVerbs(ComponentContext context, @Reference Tasks tasks, @Reference Net net,
            @Reference VerbsLibrary library) {
        task = tasks.create(context.getUsingBundle().getSymbolicName(), ROOT, net.initial());
        verbs = library.forTask(task);
        LOG.debug("bundle {} is process {}", context.getUsingBundle(), task.pid());
    }

    @Deactivate
    void exit() {
        task.exit();
    }

    @Override
    public List<IbvDevice> getDeviceList() {
        return verbs.getDeviceList();
    }

    @Override
    public IbvDevice device(String name) {
        return verbs.device(name);
    }

    @Override
    public Task task() {
        return task;
    }
}
