package org.softroce.kernel.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.Softnet;
import org.softroce.kernel.net.UdpTunnelHandler;
import org.softroce.uapi.ErrnoException;

final class FramesTest {

    private static final IpAddress IP0 = IpAddress.ofIpv4(0x0a00_0001);
    private static final IpAddress IP1 = IpAddress.ofIpv4(0x0a00_0002);

    private final NetStack net = new NetStack();

    /** Remembers what came in, as {@code device:value}. */
    private static final class Recorder implements UdpTunnelHandler {
        private final List<String> received = new ArrayList<>();

        @Override
        public void receive(NetDevice device, SkBuff skb) {
            received.add(device.name() + ":" + Datagrams.value(skb));
            skb.free();
        }
    }

    private NetDevice pair(NetNamespace one, String name, NetNamespace other, String peerName) {
        NetDevice device = net.addVeth(one, name, null, other, peerName, null);
        net.addAddress(device, new InterfaceAddress(IP0, 24));
        net.addAddress(device.peer(), new InterfaceAddress(IP1, 24));
        net.setUp(device, true);
        net.setUp(device.peer(), true);
        return device;
    }

    private NetDevice pair() {
        return pair(net.initial(), "veth0", net.initial(), "veth1");
    }

    @Test
    void twoAddressesOfOneNamespaceReachEachOther() {
        NetDevice veth0 = pair();
        Recorder recorder = new Recorder();
        net.udpTunnel(Datagrams.PORT, recorder);
        assertThat(Datagrams.send(net, veth0, IP1, 100, 1)).isTrue();
        assertThat(Datagrams.send(net, veth0.peer(), IP0, 100, 2)).isTrue();
        assertThat(Datagrams.send(net, veth0, veth0.peer().address().toLinkLocal(), 100, 3)).isTrue();
        assertThat(recorder.received).containsExactly("veth1:1", "veth0:2", "veth1:3");
        assertThat(veth0.statistics()).containsExactly(1, 142, 2, 142 + 162, 0, 0);
    }

    @Test
    void ownAddressLoopsBackAtTheSameDevice() {
        NetDevice veth0 = pair();
        NetDevice lo = net.initial().deviceByName("lo");
        Recorder recorder = new Recorder();
        net.udpTunnel(Datagrams.PORT, recorder);
        Datagrams.send(net, veth0, IP0, 8, 1);
        Datagrams.send(net, lo, IpAddress.ofIpv4(0x7f00_0001), 8, 2);
        Datagrams.send(net, lo, IP0, 8, 3);
        assertThat(recorder.received).containsExactly("veth0:1", "lo:2", "lo:3");
    }

    @Test
    void namespacesWithEqualAddressesNeverCross() {
        Recorder recorder = new Recorder();
        net.udpTunnel(Datagrams.PORT, recorder);
        NetDevice a = pair(net.addNamespace("a0"), "a", net.addNamespace("a1"), "aa");
        NetDevice b = pair(net.addNamespace("b0"), "b", net.addNamespace("b1"), "bb");
        for (int i = 0; i < 10; i++) {
            Datagrams.send(net, a, IP1, 8, i);
            Datagrams.send(net, b.peer(), IP0, 8, i);
        }
        assertThat(recorder.received).filteredOn(r -> r.startsWith("aa:")).hasSize(10);
        assertThat(recorder.received).filteredOn(r -> r.startsWith("b:")).hasSize(10);
        assertThat(recorder.received).hasSize(20);
        assertThat(a.namespace().isLocal(IP1)).isFalse();
        assertThat(net.route(b.namespace(), IP1)).isSameAs(b);
    }

    @Test
    void eachDropHasItsReason() {
        NetDevice veth0 = pair();
        Softnet softnet = net.softnet();
        MacAddress to = veth0.peer().address();
        assertThat(Datagrams.send(net, veth0, IP1, 100, 1)).isTrue();
        assertThat(net.dropped(DropReason.NO_SOCKET)).isEqualTo(1);
        net.udpTunnel(Datagrams.PORT, new Recorder());
        veth0.xmit(Datagrams.udp(softnet, to, to, IP0, IpAddress.ofIpv4(0x0a00_0063), 8, 1));
        veth0.xmit(Datagrams.udp(softnet, MacAddress.parse("02:02:02:02:02:02"), to, IP0, IP1, 8, 1));
        assertThat(veth0.xmit(Datagrams.udp(softnet, to, to, IP0, IP1, 1500, 1))).isFalse();
        SkBuff fragment = Datagrams.udp(softnet, to, to, IP0, IP1, 8, 1);
        fragment.view().putShort(Frame.NETWORK + 6, (short) 0x2000);
        veth0.xmit(fragment);
        SkBuff cut = Datagrams.udp(softnet, to, to, IP0, IP1, 8, 1);
        cut.setEnd(cut.end() - 1);
        veth0.xmit(cut);
        SkBuff arp = Datagrams.udp(softnet, MacAddress.BROADCAST, to, IP0, IP1, 8, 1);
        arp.view().putShort(Frame.ETHERTYPE, (short) 0x0806);
        veth0.xmit(arp);
        SkBuff longUdp = Datagrams.udp(softnet, to, to, IP0, IP1, 8, 1);
        longUdp.view().putShort(Frame.NETWORK + 24, (short) 17);
        veth0.xmit(longUdp);
        softnet.process();
        assertThat(net.dropCounters()).contains("IP_NOT_LOCAL 1", "OTHERHOST 1", "PKT_TOO_BIG 1", "IP_FRAGMENT 1",
                "IP_INHDR 1", "UNHANDLED_ETHERTYPE 1", "UDP_HDR 1", "NO_CARRIER 0");
        net.setUp(veth0.peer(), false);
        assertThat(veth0.xmit(Datagrams.udp(softnet, to, to, IP0, IP1, 8, 1))).isFalse();
        net.setUp(veth0, false);
        assertThat(veth0.xmit(Datagrams.udp(softnet, to, to, IP0, IP1, 8, 1))).isFalse();
        assertThat(net.dropCounters()).contains("NO_CARRIER 1", "DEVICE_DOWN 1");
        assertThat(veth0.statistics()[5]).isEqualTo(3);
    }

    @Test
    void framesUnderWayToADeviceThatGoesDownAreCounted() {
        NetDevice veth0 = pair();
        Recorder recorder = new Recorder();
        net.udpTunnel(Datagrams.PORT, recorder);
        veth0.xmit(Datagrams.udp(net.softnet(), veth0.peer().address(), veth0.address(), IP0, IP1, 8, 1));
        net.delete(veth0);
        net.softnet().process();
        assertThat(recorder.received).isEmpty();
        assertThat(net.dropped(DropReason.DEVICE_DOWN)).isEqualTo(1);
    }

    @Test
    void aFullBacklogDropsAndCounts() {
        NetDevice veth0 = pair();
        Recorder recorder = new Recorder();
        net.udpTunnel(Datagrams.PORT, recorder);
        MacAddress to = veth0.peer().address();
        for (int i = 0; i < SoftnetData.BACKLOG; i++) {
            assertThat(veth0.xmit(Datagrams.udp(net.softnet(), to, to, IP0, IP1, 8, i))).isTrue();
        }
        assertThat(veth0.xmit(Datagrams.udp(net.softnet(), to, to, IP0, IP1, 8, -1))).isFalse();
        net.softnet().process();
        assertThat(recorder.received).hasSize(SoftnetData.BACKLOG).endsWith("veth1:" + (SoftnetData.BACKLOG - 1));
        assertThat(net.dropped(DropReason.BACKLOG_FULL)).isEqualTo(1);
    }

    @Test
    void sendingInsideAReceiverDoesNotNest() {
        NetDevice veth0 = pair();
        int[] depth = new int[2];
        long[] received = new long[1];
        net.udpTunnel(Datagrams.PORT, (device, skb) -> {
            depth[1] = Math.max(depth[1], ++depth[0]);
            long value = Datagrams.value(skb);
            skb.free();
            received[0]++;
            if (value > 0) {
                Datagrams.send(net, device, device == veth0 ? IP1 : IP0, 8, value - 1);
            }
            depth[0]--;
        });
        Datagrams.send(net, veth0, IP1, 8, 100_000);
        assertThat(received[0]).isEqualTo(100_001);
        assertThat(depth[1]).isEqualTo(1);
        assertThat(net.softnet().isProcessing()).isFalse();
    }

    @Test
    void aReceiverThatThrowsIsCountedAndTheOthersGoOn() {
        NetDevice veth0 = pair();
        List<Long> received = new ArrayList<>();
        net.udpTunnel(Datagrams.PORT, (device, skb) -> {
            long value = Datagrams.value(skb);
            skb.free();
            if (value == 1) {
                throw new IllegalStateException("a receiver that fails, on purpose");
            }
            received.add(value);
        });
        for (int i = 0; i < 3; i++) {
            veth0.xmit(Datagrams.udp(net.softnet(), veth0.peer().address(), veth0.address(), IP0, IP1, 8, i));
        }
        net.softnet().process();
        assertThat(received).containsExactly(0L, 2L);
        assertThat(net.dropped(DropReason.RECEIVER_FAILED)).isEqualTo(1);
    }

    @Test
    void aFrameAllocatesNothing() {
        NetDevice veth0 = pair();
        long[] count = new long[1];
        net.udpTunnel(Datagrams.PORT, (device, skb) -> {
            count[0]++;
            skb.free();
        });
        MacAddress to = veth0.peer().address();
        MacAddress from = veth0.address();
        Softnet softnet = net.softnet();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().threadId();
        burst(veth0, softnet, to, from, 100_000);
        long before = threads.getThreadAllocatedBytes(id);
        burst(veth0, softnet, to, from, 100_000);
        long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertThat(count[0]).isEqualTo(200_000);
        assertThat(allocated).as("bytes for 100000 frames").isLessThan(50_000);
    }

    private static void burst(NetDevice device, Softnet softnet, MacAddress to, MacAddress from, int frames) {
        for (int i = 0; i < frames; i++) {
            device.xmit(Datagrams.udp(softnet, to, from, IP0, IP1, 64, i));
            softnet.process();
        }
    }

    @Test
    void closingATunnelWaitsForTheHandlerInProgress() throws Exception {
        NetDevice veth0 = pair();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AutoCloseable tunnel = net.udpTunnel(Datagrams.PORT, (device, skb) -> {
            skb.free();
            entered.countDown();
            try {
                leave.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThatThrownBy(() -> net.udpTunnel(Datagrams.PORT, new Recorder())).isInstanceOf(ErrnoException.class)
                .hasMessageContaining("4791");
        Thread sender = Thread.ofPlatform().start(() -> Datagrams.send(net, veth0, IP1, 8, 1));
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        Thread closer = Thread.ofPlatform().start(() -> {
            try {
                tunnel.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(closer.join(java.time.Duration.ofMillis(50))).isFalse();
        leave.countDown();
        closer.join(10_000);
        assertThat(closer.isAlive()).isFalse();
        sender.join(10_000);
        net.udpTunnel(Datagrams.PORT, new Recorder());
    }

    @Test
    void unregisterComesAfterTheLastFrame() throws Exception {
        NetDevice veth0 = pair();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        net.udpTunnel(Datagrams.PORT, (device, skb) -> {
            skb.free();
            entered.countDown();
            try {
                leave.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            order.add("frame done");
        });
        CountDownLatch down = new CountDownLatch(1);
        net.addListener(event -> {
            if (event.type() == NetDeviceEvent.Type.DOWN) {
                down.countDown();
            } else if (event.type() == NetDeviceEvent.Type.UNREGISTER) {
                order.add("unregister " + event.device().name());
            }
        });
        Thread sender = Thread.ofPlatform().start(() -> Datagrams.send(net, veth0, IP1, 8, 1));
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        Thread deleter = Thread.ofPlatform().start(() -> net.delete(veth0));
        assertThat(down.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(order).isEmpty();
        leave.countDown();
        deleter.join(20_000);
        sender.join(10_000);
        assertThat(order).containsExactly("frame done", "unregister veth0", "unregister veth1");
    }

    @Test
    void dummySwallowsFrames() {
        NetDevice dummy = net.addDummy(net.initial(), "dummy0", null);
        net.addAddress(dummy, new InterfaceAddress(IP0, 24));
        net.setUp(dummy, true);
        MacAddress other = MacAddress.parse("02:02:02:02:02:02");
        assertThat(dummy.xmit(Datagrams.udp(net.softnet(), other, other, IP0, IP1, 8, 1))).isTrue();
        net.softnet().process();
        assertThat(dummy.statistics()).containsExactly(0, 0, 1, 50, 0, 0);
        assertThatThrownBy(() -> dummy.resolve(IP1)).isInstanceOf(ErrnoException.class);
    }
}
