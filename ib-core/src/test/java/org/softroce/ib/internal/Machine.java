package org.softroce.ib.internal;

import org.softroce.ib.IbDevice;
import org.softroce.ib.fake.FakeDriver;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.internal.NetStack;

/** The veth pair of the walkthrough, a registry that follows it, and a client that looks at every device. */
final class Machine {

    final NetStack net = new NetStack();
    final NetDevice eth0 = net.addVeth(net.initial(), "my_vir_eth0", MacAddress.parse("02:00:00:00:00:10"),
            net.initial(), "my_vir_eth1", MacAddress.parse("02:00:00:00:00:11"));
    final NetDevice eth1 = eth0.peer();
    final RecordingPublisher publisher = new RecordingPublisher();
    final DeviceRegistry registry = new DeviceRegistry(publisher);

    Machine() {
        net.addListener(registry);
    }

    /** Both ends up, with the addresses of the walkthrough. */
    void up() {
        net.addAddress(eth0, address("192.168.100.10", 24));
        net.addAddress(eth1, address("192.168.100.11", 24));
        net.setUp(eth0, true);
        net.setUp(eth1, true);
    }

    static InterfaceAddress address(String text, int prefix) {
        return new InterfaceAddress(IpAddress.parse(text).orElseThrow(), prefix);
    }

    IbDevice register(String name) {
        return registry.register(name, new FakeDriver(eth0));
    }
}
