package org.softroce.verbs;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Entry to the verbs, as one process has it.
 *
 * <p>As an OSGi service it is bundle-scoped: the bundle that gets it becomes a process, ungetting it (or stopping the
 * bundle) is that process's exit and closes everything it opened. A program uses {@link VerbsLibrary#forTask} with its
 * own task instead.
 *
 * @mirrors libibverbs/verbs.h
 */
@ProviderType
public interface Verbs {

    /**
     * Devices there are now, by index; a new list and fresh look at each call, so hot plug is seen.
     *
     * @mirrors libibverbs/device.c#ibv_get_device_list
     */
    List<IbvDevice> getDeviceList();

    /** The device of this name, or {@code null}. */
    IbvDevice device(String name);

    /** The process all this happens in. */
    org.softroce.kernel.task.Task task();
}
