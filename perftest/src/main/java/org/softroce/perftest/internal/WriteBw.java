package org.softroce.perftest.internal;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.VerbsLibrary;

/**
 * {@code ib_write_bw}: bandwidth of RDMA writes.
 *
 * @mirrors perftest/src/write_bw.c#main
 */
@Component(property = Program.NAME + "=ib_write_bw")
public final class WriteBw implements Program {

    private final VerbsLibrary library;

    @Activate
    public WriteBw(@Reference VerbsLibrary library) {
        this.library = library;
    }

    @Override
    public int run(Invocation invocation) {
        try {
            Parameters p = ParametersParser.parse(invocation);
            IbvDevice device = find(invocation, p.device);
            try (IbvContext context = Resources.step(invocation.err(), " Couldn't get context for the device",
                    device::open)) {
                new WriteBwTest(invocation, p, context).run();
            }
            return 0;
        } catch (ParametersParser.Exit e) {
            return e.code;
        } catch (TestFailure e) {
            return 1;
        }
    }

    /** @mirrors perftest/src/perftest_resources.c#ctx_find_dev */
    private IbvDevice find(Invocation invocation, String name) throws TestFailure {
        List<IbvDevice> devices = Resources.step(invocation.err(), " Did not detect devices \n"
                + " If device exists, check if driver is up", () -> devices(invocation));
        for (IbvDevice device : devices) {
            if (name == null || device.name().equals(name)) {
                return device;
            }
        }
        invocation.err().print((name == null ? "No IB devices found\n" : "IB device " + name + " not found\n")
                + " Unable to find the Infiniband/RoCE device\n");
        invocation.err().print(devices.isEmpty()
                ? "  make one with: rdma link add rxe0 type rxe netdev NETDEV\n"
                : "  there are: " + String.join(", ", devices.stream().map(IbvDevice::name).toList()) + "\n");
        throw new TestFailure();
    }

    private List<IbvDevice> devices(Invocation invocation) throws ErrnoException {
        return library.forTask(invocation.task()).getDeviceList();
    }
}
