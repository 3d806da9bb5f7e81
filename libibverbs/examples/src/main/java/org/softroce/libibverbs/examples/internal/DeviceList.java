package org.softroce.libibverbs.examples.internal;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.VerbsLibrary;

/**
 * {@code ibv_devices}: names and node GUIDs.
 *
 * @mirrors libibverbs/examples/device_list.c
 */
@Component(property = Program.NAME + "=ibv_devices")
public final class DeviceList implements Program {

    private final VerbsLibrary library;

    @Activate
    public DeviceList(@Reference VerbsLibrary library) {
        this.library = library;
    }

    @Override
    public int run(Invocation invocation) {
        try {
            var devices = library.forTask(invocation.task()).getDeviceList();
            invocation.out().printf("    %-16s\t   node GUID\n", "device");
            invocation.out().printf("    %-16s\t----------------\n", "------");
            for (IbvDevice device : devices) {
                invocation.out().printf("    %-16s\t%016x\n", device.name(), device.guid());
            }
            return 0;
        } catch (ErrnoException e) {
            invocation.err().print("Failed to get IB devices list: " + e.errno().text() + "\n");
            Words.explain(invocation.err(), e);
            return 1;
        }
    }
}
