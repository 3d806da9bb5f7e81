package org.softroce.iproute2.rdma.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_INDEX;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_DEV_NAME;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_ATTR_PORT_INDEX;
import static org.softroce.uapi.rdma.RdmaNetlink.RDMA_NLDEV_CMD_GET;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Tasks;
import org.softroce.uapi.netlink.NlWriter;

/**
 * What all objects of the tool share: the devices there are, the words still to be read, the socket, the output.
 *
 * @mirrors iproute2/rdma/utils.c
 */
final class Rd {

    /** Ends with exit code 1; what happened is printed. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure() {
            super(null, null, false, false);
        }
    }

    /** A device of the machine. */
    record Device(int index, String name, int ports) { }

    /** A device and one of its ports; 0 = none asked for. */
    record Port(Device device, int port) { }

    /** A word of the command line and what it does. */
    record Choice(String word, Runnable action) { }

    private final Invocation invocation;
    private final Nl nl;
    private final Args args;
    private final Output output;
    private final Tasks tasks;
    private final List<Device> devices = new ArrayList<>();

    Rd(Invocation invocation, Nl nl, Args args, Output output, Tasks tasks) {
        this.invocation = invocation;
        this.nl = nl;
        this.args = args;
        this.output = output;
        this.tasks = tasks;
    }

    Invocation invocation() {
        return invocation;
    }

    Nl nl() {
        return nl;
    }

    Args args() {
        return args;
    }

    Output output() {
        return output;
    }

    static Choice command(String word, Runnable action) {
        return new Choice(word, action);
    }

    /** @mirrors iproute2/rdma/utils.c#rd_dev_init_cb */
    void loadDevices() {
        nl.dump(RDMA_NLDEV_CMD_GET, writer -> { }, attrs -> devices.add(new Device(
                attrs.u32(RDMA_NLDEV_ATTR_DEV_INDEX), attrs.string(RDMA_NLDEV_ATTR_DEV_NAME),
                attrs.u32(RDMA_NLDEV_ATTR_PORT_INDEX))));
    }

    /** Takes the next word for one of the choices; the first one is for no word at all. */
    void choose(String kind, Runnable otherwise, List<Choice> choices) {
        if (args.isEmpty()) {
            otherwise.run();
            return;
        }
        for (Choice choice : choices) {
            if (args.matches(choice.word())) {
                args.next();
                choice.action().run();
                return;
            }
        }
        invocation.err().print("Unknown " + kind + " '" + args.peek() + "'.\n");
    }

    /** Prints and ends. */
    Failure fail(String words) {
        invocation.out().flush();
        invocation.err().print(words + "\n");
        return new Failure();
    }

    private Device find(String name) {
        return devices.stream().filter(device -> device.name().equals(name)).findFirst().orElse(null);
    }

    /** True if the next word is a device. */
    boolean isDevice() {
        return !args.isEmpty() && find(args.peek()) != null;
    }

    /** Runs for the device named next, or for each. */
    void eachDevice(Consumer<Device> action) {
        eachDevice(args, action);
    }

    void eachDevice(Args args, Consumer<Device> action) {
        if (args.isEmpty()) {
            devices.forEach(action);
            return;
        }
        Device device = find(args.peek());
        if (device == null) {
            throw wrongDevice("Wrong device name - " + args.peek());
        }
        args.next();
        action.accept(device);
    }

    /** Runs for the device that must be named next. */
    void requireDevice(Consumer<Device> action) {
        if (args.isEmpty()) {
            throw fail("Please provide device name.");
        }
        eachDevice(action);
    }

    private Failure wrongDevice(String words) {
        Failure failure = fail(words);
        String have = String.join(", ", devices.stream().map(Device::name).toList());
        invocation.err().print("  have: " + (have.isEmpty() ? "none" : have) + "\n");
        return failure;
    }

    /**
     * Runs for the link {@code DEV/PORT} named next, or for each port of each device.
     *
     * @param strict the port must be given
     * @mirrors iproute2/rdma/utils.c#rd_exec_link
     */
    void eachLink(boolean strict, Consumer<Port> action) {
        eachLink(args, strict, action);
    }

    void eachLink(Args args, boolean strict, Consumer<Port> action) {
        if (args.isEmpty()) {
            for (Device device : devices) {
                for (int port = strict ? 1 : 0; port <= device.ports(); port++) {
                    action.accept(new Port(device, port));
                }
            }
            return;
        }
        String word = args.peek();
        int slash = word.indexOf('/');
        Device device = find(slash < 0 ? word : word.substring(0, slash));
        String number = slash < 0 ? "" : word.substring(slash + 1);
        boolean given = number.matches("\\d{1,9}");
        int port = given ? Integer.parseInt(number) : 0;
        boolean good = device != null && port <= device.ports() && (given ? port > 0 : !strict);
        if (!good) {
            throw wrongDevice("Wrong device name");
        }
        args.next();
        for (int p = port; p <= (given ? port : device.ports()); p++) {
            action.accept(new Port(device, p));
        }
    }

    /** The attributes that name a device. */
    static Consumer<NlWriter> of(Device device) {
        return writer -> writer.putU32(RDMA_NLDEV_ATTR_DEV_INDEX, device.index());
    }

    /** The attributes that name a port. */
    static Consumer<NlWriter> of(Port port) {
        return of(port.device()).andThen(writer -> {
            if (port.port() != 0) {
                writer.putU32(RDMA_NLDEV_ATTR_PORT_INDEX, port.port());
            }
        });
    }

    /** Name of a process, or {@code null} if it is gone. */
    String comm(int pid) {
        return tasks.list().stream().filter(task -> task.pid() == pid).map(task -> task.comm()).findFirst()
                .orElse(null);
    }
}
