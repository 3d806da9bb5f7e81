package org.softroce.iproute2.rdma.internal;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.softroce.ib.IbDevice;
import org.softroce.ib.RdmaLinkOps;
import org.softroce.ib.fake.FakeDriver;
import org.softroce.ib.internal.DeviceRegistry;
import org.softroce.ib.internal.Publisher;
import org.softroce.iproute2.ip.internal.IpProgram;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.net.internal.NetStack;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.internal.BootedTasks;
import org.softroce.nldev.internal.Nldev;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** A machine with {@code ip}, {@code rdma}, the RDMA core, and a driver that makes devices without a wire. */
final class RdmaMachine {

    /** What one run left behind. */
    record Result(int exit, String out, String err) { }

    final NetStack net = new NetStack();
    final BootedTasks boot = new BootedTasks();
    final DeviceRegistry registry = new DeviceRegistry(device -> new Unpublished());
    final Nldev nldev;
    private final RdmaTool rdma = new RdmaTool(boot.tasks());
    private final IpProgram ip = new IpProgram(net, unused(Programs.class));

    RdmaMachine() {
        net.addListener(registry);
        nldev = new Nldev(registry, modules());
        nldev.addLinkOps(new LinkOps());
        boot.add(nldev);
    }

    /** The veth pair of the walkthrough. */
    void addVethPair() {
        ip("link add my_vir_eth0 address 02:00:00:00:00:10 type veth peer name my_vir_eth1 address 02:00:00:00:00:11");
        ip("addr add 192.168.100.10/24 dev my_vir_eth0");
        ip("addr add 192.168.100.11/24 dev my_vir_eth1");
        ip("link set my_vir_eth0 up");
        ip("link set my_vir_eth1 up");
    }

    Result rdma(String arguments) {
        return rdma(net.initial(), 0, arguments);
    }

    Result rdma(NetNamespace namespace, int uid, String arguments) {
        return run(rdma, "rdma", namespace, uid, arguments);
    }

    Result ip(String arguments) {
        return run(ip, "ip", net.initial(), 0, arguments);
    }

    private Result run(Program program, String name, NetNamespace namespace, int uid, String arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> words = arguments.isBlank() ? List.of() : List.of(arguments.strip().split(" +"));
        Task task = boot.create(name, uid, namespace);
        try {
            int exit = program.run(new Invocation(task, name, words, InputStream.nullInputStream(),
                    new PrintStream(out), new PrintStream(err)));
            return new Result(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (Exception e) {
            throw new IllegalStateException(name + " " + arguments, e);
        } finally {
            task.exit();
        }
    }

    /** One device for each net device, as rxe has it. */
    private final class LinkOps implements RdmaLinkOps {
        @Override
        public String type() {
            return "rxe";
        }

        @Override
        public void newlink(String name, NetDevice netdev) {
            for (IbDevice device : registry.list()) {
                if (device.netdev(1) == netdev) {
                    throw new ErrnoException(Errno.EEXIST, device.name() + " is on " + netdev.name() + " already");
                }
            }
            registry.register(name, new FakeDriver(netdev));
        }
    }

    private static final class Unpublished implements Publisher.Publication {
        @Override
        public void update(IbDevice device) { }

        @Override
        public void withdraw() { }
    }

    /** No module can be loaded that is not. */
    private static Modules modules() {
        return (Modules) Proxy.newProxyInstance(Modules.class.getClassLoader(), new Class<?>[] {Modules.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "request" -> false;
                    case "list" -> List.of();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                }));
    }
}
