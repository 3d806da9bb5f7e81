package org.softroce.kernel.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetDeviceListener;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

final class NetStackTest {

    private static final MacAddress MAC0 = MacAddress.parse("02:00:00:00:00:10");
    private static final MacAddress MAC1 = MacAddress.parse("02:00:00:00:00:11");

    private final NetStack net = new NetStack();

    private static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static InterfaceAddress address(String text, int prefix) {
        return new InterfaceAddress(ip(text), prefix);
    }

    private static void assertErrno(Errno errno, String partOfDetail, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.detail()).contains(partOfDetail);
        });
    }

    private NetDevice pair() {
        return net.addVeth(net.initial(), "veth0", MAC0, net.initial(), "veth1", MAC1);
    }

    private static final class Recorder implements NetDeviceListener {
        private final List<String> events = new ArrayList<>();

        @Override
        public void netDeviceEvent(NetDeviceEvent event) {
            events.add(event.type() + " " + event.device().name()
                    + (event.address() == null ? "" : " " + event.address().address())
                    + (event.previous() == null ? "" : " " + event.previous()));
        }
    }

    @Test
    void loopbackOfTheInitialNamespaceIsReady() {
        NetDevice lo = net.initial().deviceByName("lo");
        assertThat(lo.ifindex()).isEqualTo(1);
        assertThat(lo.isRunning()).isTrue();
        assertThat(lo.mtu()).isEqualTo(65536);
        assertThat(lo.kind()).isEqualTo("loopback");
        assertThat(lo.addresses()).containsExactly(address("127.0.0.1", 8), address("::1", 128));
        assertThat(net.initial().isLocal(ip("127.1.2.3"))).isTrue();
        assertThat(net.initial().isLocal(ip("128.0.0.1"))).isFalse();
        assertThat(lo.resolve(ip("127.0.0.1"))).isEqualTo(MacAddress.ZERO);
    }

    @Test
    void peerOfAVethPairHasTheLowerIfindex() {
        NetDevice veth0 = pair();
        assertThat(veth0.ifindex()).isEqualTo(veth0.peer().ifindex() + 1);
        assertThat(net.deviceByIndex(veth0.ifindex())).isSameAs(veth0);
        assertThat(veth0.speedMbps()).isEqualTo(10_000);
    }

    @Test
    void carrierNeedsBothEnds() {
        NetDevice veth0 = pair();
        NetDevice veth1 = veth0.peer();
        net.setUp(veth0, true);
        assertThat(veth0.isUp()).isTrue();
        assertThat(veth0.hasCarrier()).isFalse();
        assertThat(veth0.addresses()).isEmpty();
        net.setUp(veth1, true);
        assertThat(veth0.isRunning()).isTrue();
        assertThat(veth1.isRunning()).isTrue();
        assertThat(veth0.addresses()).containsExactly(address("fe80::ff:fe00:10", 64));
        net.setUp(veth1, false);
        assertThat(veth0.hasCarrier()).isFalse();
        assertThat(veth0.isUp()).isTrue();
        assertThat(veth1.addresses()).isEmpty();
    }

    @Test
    void eventsComeInOrder() {
        Recorder recorder = new Recorder();
        net.addListener(recorder);
        assertThat(recorder.events).containsExactly("REGISTER lo", "UP lo", "ADDRESS_ADDED lo 127.0.0.1",
                "ADDRESS_ADDED lo ::1");
        recorder.events.clear();
        NetDevice veth0 = pair();
        net.addAddress(veth0, address("10.0.0.1", 24));
        net.setUp(veth0, true);
        net.setUp(veth0.peer(), true);
        net.setMtu(veth0, 4200);
        net.setAddress(veth0, MacAddress.parse("02:00:00:00:00:77"));
        net.rename(veth0, "other0");
        assertThat(recorder.events).containsExactly("REGISTER veth1", "REGISTER veth0", "ADDRESS_ADDED veth0 10.0.0.1",
                "UP veth0", "UP veth1", "ADDRESS_ADDED veth1 fe80::ff:fe00:11", "CHANGE veth1", "CHANGE veth0",
                "ADDRESS_ADDED veth0 fe80::ff:fe00:10", "CHANGE_MTU veth0 1500",
                "CHANGE_ADDR veth0 02:00:00:00:00:10", "CHANGE_NAME other0 veth0");
        assertThat(veth0.addresses()).contains(address("fe80::ff:fe00:10", 64));
        recorder.events.clear();
        net.delete(veth0);
        assertThat(recorder.events).containsExactly("DOWN other0", "ADDRESS_REMOVED other0 fe80::ff:fe00:10",
                "CHANGE veth1", "ADDRESS_REMOVED other0 10.0.0.1", "UNREGISTER other0", "DOWN veth1",
                "ADDRESS_REMOVED veth1 fe80::ff:fe00:11", "UNREGISTER veth1");
        net.removeListener(recorder);
        recorder.events.clear();
        pair();
        assertThat(recorder.events).isEmpty();
    }

    @Test
    void aFailingListenerDoesNotDisturbTheOthers() {
        Recorder recorder = new Recorder();
        net.addListener(event -> {
            throw new IllegalStateException("a listener that fails, on purpose");
        });
        net.addListener(recorder);
        net.addDummy(net.initial(), "dummy0", null);
        assertThat(recorder.events).endsWith("REGISTER dummy0");
    }

    @Test
    void movingLosesAddressesAndGoesDown() {
        NetNamespace ns0 = net.addNamespace("ns0");
        NetDevice veth0 = pair();
        net.addAddress(veth0, address("10.0.0.1", 24));
        net.setUp(veth0, true);
        net.setUp(veth0.peer(), true);
        Recorder recorder = new Recorder();
        net.addListener(recorder);
        recorder.events.clear();
        net.move(veth0, ns0);
        assertThat(recorder.events).containsExactly("DOWN veth0", "ADDRESS_REMOVED veth0 fe80::ff:fe00:10",
                "CHANGE veth1", "ADDRESS_REMOVED veth0 10.0.0.1", "UNREGISTER veth0", "REGISTER veth0");
        assertThat(veth0.namespace()).isSameAs(ns0);
        assertThat(veth0.isUp()).isFalse();
        assertThat(veth0.addresses()).isEmpty();
        assertThat(veth0.isRegistered()).isTrue();
        assertThat(net.initial().deviceByName("veth0")).isNull();
        assertErrno(Errno.EINVAL, "lo", () -> net.move(net.initial().deviceByName("lo"), ns0));
    }

    @Test
    void deletingANamespaceTakesPeersAlong() {
        NetNamespace ns0 = net.addNamespace("ns0");
        assertThat(ns0.deviceByName("lo").isUp()).isFalse();
        net.addVeth(net.initial(), "a", null, ns0, "b", null);
        assertErrno(Errno.EEXIST, "ns0", () -> net.addNamespace("ns0"));
        net.deleteNamespace("ns0");
        assertThat(net.initial().deviceByName("a")).isNull();
        assertThat(net.namespace("ns0")).isNull();
        assertErrno(Errno.ENOENT, "ns0", () -> net.deleteNamespace("ns0"));
        assertErrno(Errno.ENOENT, "ns0", () -> net.addDummy(ns0, "d", null));
        assertErrno(Errno.EINVAL, "initial", () -> net.deleteNamespace(""));
    }

    @Test
    void refusalsNameTheValue() {
        NetDevice veth0 = pair();
        assertErrno(Errno.EEXIST, "veth1", () -> net.addDummy(net.initial(), "veth1", null));
        assertErrno(Errno.EEXIST, "same", () -> net.addVeth(net.initial(), "same", null, net.initial(), "same", null));
        assertErrno(Errno.EINVAL, "67", () -> net.setMtu(veth0, 67));
        assertErrno(Errno.EINVAL, "65536", () -> net.setMtu(veth0, 65536));
        assertErrno(Errno.EINVAL, "sixteen_letters_", () -> net.rename(veth0, "sixteen_letters_"));
        assertErrno(Errno.EADDRNOTAVAIL, "01:00", () -> net.setAddress(veth0, MacAddress.parse("01:00:00:00:00:01")));
        assertErrno(Errno.EOPNOTSUPP, "lo", () -> net.delete(net.initial().deviceByName("lo")));
        net.addAddress(veth0, address("10.0.0.1", 24));
        assertErrno(Errno.EEXIST, "10.0.0.1", () -> net.addAddress(veth0, address("10.0.0.1", 24)));
        assertErrno(Errno.EADDRNOTAVAIL, "10.0.0.1/24", () -> net.deleteAddress(veth0, address("10.0.0.2", 24)));
        net.delete(veth0);
        assertErrno(Errno.ENODEV, "veth0", () -> net.setUp(veth0, true));
        assertThat(net.initial().devices()).hasSize(1);
    }

    @Test
    void namesAreChosenForPatterns() {
        NetDevice one = net.addVeth(net.initial(), null, null, net.initial(), null, null);
        assertThat(one.peer().name()).isEqualTo("veth0");
        assertThat(one.name()).isEqualTo("veth1");
        assertThat(net.addDummy(net.initial(), "dummy%d", null).name()).isEqualTo("dummy0");
        assertErrno(Errno.EINVAL, "%", () -> net.addDummy(net.initial(), "a%s", null));
        long mac = one.address().value();
        assertThat(mac & 0x0300_0000_0000L).isEqualTo(0x0200_0000_0000L);
        assertThat(mac).isNotEqualTo(one.peer().address().value());
    }

    @Test
    void resolveTellsTheWayAndWhyNot() {
        NetNamespace ns1 = net.addNamespace("ns1");
        NetDevice veth0 = net.addVeth(net.initial(), "veth0", MAC0, ns1, "veth1", MAC1);
        net.addAddress(veth0, address("10.0.0.1", 24));
        net.addAddress(veth0.peer(), address("10.0.0.2", 24));
        assertErrno(Errno.ENETDOWN, "veth0", () -> veth0.resolve(ip("10.0.0.2")));
        net.setUp(veth0, true);
        assertErrno(Errno.EHOSTUNREACH, "veth1", () -> veth0.resolve(ip("10.0.0.2")));
        net.setUp(veth0.peer(), true);
        assertThat(veth0.resolve(ip("10.0.0.2"))).isEqualTo(MAC1);
        assertThat(veth0.resolve(ip("10.0.0.1"))).isEqualTo(MAC0);
        assertThat(veth0.resolve(ip("fe80::ff:fe00:11"))).isEqualTo(MAC1);
        assertThat(veth0.resolve(ip("224.0.0.251")).toString()).isEqualTo("01:00:5e:00:00:fb");
        assertThat(veth0.resolve(ip("ff02::1:ff00:10")).toString()).isEqualTo("33:33:ff:00:00:10");
        assertErrno(Errno.EHOSTUNREACH, "10.0.0.2 (veth1)", () -> veth0.resolve(ip("10.0.0.3")));
        NetDevice dummy = net.addDummy(ns1, "dummy0", null);
        net.addAddress(dummy, address("10.9.0.1", 24));
        net.setUp(dummy, true);
        assertThat(veth0.resolve(ip("10.9.0.1"))).isEqualTo(MAC1);
    }

    @Test
    void routesByLongestPrefix() {
        NetDevice a = net.addDummy(net.initial(), "a", null);
        NetDevice b = net.addDummy(net.initial(), "b", null);
        net.addAddress(a, address("10.0.0.1", 8));
        net.addAddress(b, address("10.1.0.1", 16));
        assertThat(net.route(net.initial(), ip("10.1.2.3"))).isNull();
        net.setUp(a, true);
        net.setUp(b, true);
        assertThat(net.route(net.initial(), ip("10.1.2.3"))).isSameAs(b);
        assertThat(net.route(net.initial(), ip("10.2.2.3"))).isSameAs(a);
        assertThat(net.route(net.initial(), ip("10.0.0.1"))).isSameAs(a);
        assertThat(net.route(net.initial(), ip("192.168.0.1"))).isNull();
    }
}
