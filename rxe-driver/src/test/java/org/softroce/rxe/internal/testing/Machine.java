package org.softroce.rxe.internal.testing;

import org.softroce.ib.IbDevice;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.internal.NetStack;
import org.softroce.rxe.internal.RxeModule;

/** A machine with two rxe devices over a veth pair. */
public final class Machine implements AutoCloseable {
    public final NetStack net = new NetStack();
    public final TestRegistry registry = new TestRegistry();
    public final RxeModule module = new RxeModule(net, registry,
            !"off".equals(System.getProperty("softroce.rxe.icrc")));
    public final NetDevice eth0;
    public final NetDevice eth1;
    public final IpAddress ip0;
    public final IpAddress ip1;
    public final IbDevice rxe0;
    public final IbDevice rxe1;

    public Machine(int mtu, IpAddress ip0, IpAddress ip1, int prefix) {
        this.ip0 = ip0;
        this.ip1 = ip1;
        eth0 = net.addVeth(net.initial(), "eth0", null, net.initial(), "eth1", null);
        eth1 = eth0.peer();
        net.addListener(module);
        net.setMtu(eth0, mtu);
        net.setMtu(eth1, mtu);
        net.addAddress(eth0, new InterfaceAddress(ip0, prefix));
        net.addAddress(eth1, new InterfaceAddress(ip1, prefix));
        net.setUp(eth0, true);
        net.setUp(eth1, true);
        module.newlink("rxe0", eth0);
        module.newlink("rxe1", eth1);
        rxe0 = registry.byName("rxe0");
        rxe1 = registry.byName("rxe1");
    }

    public Machine() {
        this(4200, IpAddress.ofIpv4(0xc0a8640a), IpAddress.ofIpv4(0xc0a8640b), 24);
    }

    @Override
    public void close() {
        module.exit();
    }
}
