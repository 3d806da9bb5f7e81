package org.softroce.kernel.task;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.net.NetNamespace;

/**
 * The process table; a service of the kernel bundle.
 *
 * @mirrors kernel/fork.c
 */
@ProviderType
public interface Tasks {
    /** A new process without threads of its own; whoever makes it calls {@link Task#exit()}. */
    Task create(String comm, int uid, NetNamespace netNamespace);

    /** All tasks alive, by pid. */
    List<Task> list();
}
