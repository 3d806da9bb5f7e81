package org.softroce.libibverbs.examples.internal;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.libc.Strto;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.VerbsLibrary;

/**
 * {@code ibv_devinfo}: attributes of devices and ports.
 *
 * @mirrors libibverbs/examples/devinfo.c
 */
@Component(property = Program.NAME + "=ibv_devinfo")
public final class Devinfo implements Program {

    private static final List<GetOpt.Long> LONG = List.of(
            new GetOpt.Long("ib-dev", true, 'd'), new GetOpt.Long("ib-port", true, 'i'),
            new GetOpt.Long("list", false, 'l'), new GetOpt.Long("verbose", false, 'v'));
    private static final String USAGE = """
            Usage: %s             print the ca attributes

            Options:
              -d, --ib-dev=<dev>     use IB device <dev> (default all devices)
              -i, --ib-port=<port>   use port <port> of IB device (default all ports)
              -l, --list             print only the IB devices names
              -v, --verbose          print all the attributes of the IB device(s)
            """;
    /** What {@code return -1} of a C main becomes. */
    private static final int MINUS_ONE = 255;

    private final VerbsLibrary library;

    @Activate
    public Devinfo(@Reference VerbsLibrary library) {
        this.library = library;
    }

    @Override
    public int run(Invocation invocation) {
        GetOpt options = new GetOpt(invocation.name(), invocation.args(), "d:i:lv", LONG, invocation.err());
        String name = null;
        int port = 0;
        boolean verbose = false;
        for (int option = options.next(); option != GetOpt.END; option = options.next()) {
            switch (option) {
                case 'd' -> name = options.argument();
                case 'i' -> {
                    port = Strto.integer(options.argument());
                    if (port <= 0) {
                        return usage(invocation, 1);
                    }
                }
                case 'v' -> verbose = true;
                case 'l' -> {
                    return list(invocation);
                }
                default -> {
                    return usage(invocation, MINUS_ONE);
                }
            }
        }
        List<IbvDevice> devices = devices(invocation);
        return devices == null ? MINUS_ONE : print(invocation, devices, name, port, verbose);
    }

    private static int usage(Invocation invocation, int exit) {
        invocation.out().print(USAGE.formatted(invocation.name()));
        return exit;
    }

    private List<IbvDevice> devices(Invocation invocation) {
        try {
            return library.forTask(invocation.task()).getDeviceList();
        } catch (ErrnoException e) {
            invocation.err().print("Failed to get IB devices list: " + e.errno().text() + "\n");
            Words.explain(invocation.err(), e);
            return null;
        }
    }

    private int list(Invocation invocation) {
        List<IbvDevice> devices = devices(invocation);
        if (devices == null) {
            return MINUS_ONE;
        }
        invocation.out().print(devices.size() + " HCA" + (devices.size() != 1 ? "s" : "") + " found:\n");
        devices.forEach(device -> invocation.out().print("\t" + device.name() + "\n"));
        invocation.out().print("\n");
        return 0;
    }

    private static int print(Invocation invocation, List<IbvDevice> devices, String name, int port, boolean verbose) {
        List<IbvDevice> wanted = name == null ? devices
                : devices.stream().filter(device -> device.name().equals(name)).limit(1).toList();
        if (wanted.isEmpty()) {
            invocation.err().print(name == null ? "No IB devices found\n" : "IB device '" + name + "' wasn't found\n");
            if (name != null && !devices.isEmpty()) {
                invocation.err().print("  there are: "
                        + String.join(", ", devices.stream().map(IbvDevice::name).toList()) + "\n");
            }
            return MINUS_ONE;
        }
        int exit = 0;
        for (IbvDevice device : wanted) {
            exit |= new DevinfoReport(invocation, verbose).print(device, port);
        }
        return exit & 255;
    }
}
