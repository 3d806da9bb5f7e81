package org.softroce.kernel.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

final class PacketSocketTest {

    private static final IpAddress IP0 = IpAddress.ofIpv4(0x0a00_0001);
    private static final IpAddress IP1 = IpAddress.ofIpv4(0x0a00_0002);

    private final NetStack net = new NetStack();
    private final PacketSockets sockets = new PacketSockets(net);
    private final Task root = FakeTask.in(net.initial(), 0);
    private final NetDevice veth0 = net.addVeth(net.initial(), "veth0", null, net.initial(), "veth1", null);

    PacketSocketTest() {
        net.addAddress(veth0, new InterfaceAddress(IP0, 24));
        net.addAddress(veth0.peer(), new InterfaceAddress(IP1, 24));
        net.setUp(veth0, true);
        net.setUp(veth0.peer(), true);
        net.udpTunnel(Datagrams.PORT, (device, skb) -> skb.free());
    }

    private SocketFile capture(int ifindex) {
        SocketFile socket = sockets.create(root, SocketNumbers.AF_PACKET, SocketNumbers.SOCK_RAW, 0);
        socket.bind(root, new SockAddr.Packet(ifindex, 3));
        return socket;
    }

    private static ByteBuffer next(SocketFile socket) {
        ByteBuffer buffer = ByteBuffer.allocate(5000).order(ByteOrder.LITTLE_ENDIAN);
        int n = socket.read(null, MemorySegment.ofBuffer(buffer));
        return buffer.limit(n);
    }

    private static void assertEmpty(SocketFile socket) {
        assertThat(socket.poll() & Poll.POLLIN).isZero();
        assertThatThrownBy(() -> next(socket)).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EAGAIN));
    }

    @Test
    void aCaptureSeesWhatGoesOutAndComesIn() {
        SocketFile one = capture(veth0.ifindex());
        SocketFile all = capture(0);
        Datagrams.send(net, veth0, IP1, 100, 0x1122_3344L);
        ByteBuffer frame = next(one);
        long ageNs = System.currentTimeMillis() * 1_000_000 - frame.getLong(0);
        assertThat(Math.abs(ageNs)).isLessThan(60_000_000_000L);
        assertThat(frame.getInt(8)).isEqualTo(veth0.ifindex());
        assertThat(frame.getInt(12)).isEqualTo(PacketTap.OUTGOING);
        assertThat(frame.limit()).isEqualTo(16 + 142);
        assertThat(frame.order(ByteOrder.BIG_ENDIAN).getLong(16 + 42)).isEqualTo(0x1122_3344L);
        assertEmpty(one);
        assertThat(next(all).getInt(12)).isEqualTo(PacketTap.OUTGOING);
        ByteBuffer incoming = next(all);
        assertThat(incoming.getInt(8)).isEqualTo(veth0.peer().ifindex());
        assertThat(incoming.getInt(12)).isEqualTo(PacketTap.INCOMING);
        one.release();
        all.release();
        assertThat(((Device) veth0).state().taps()).isNull();
    }

    @Test
    void framesToItselfAreSeenToo() {
        SocketFile one = capture(veth0.ifindex());
        Datagrams.send(net, veth0, IP0, 100, 1);
        assertThat(next(one).getInt(12)).isEqualTo(PacketTap.OUTGOING);
        assertThat(next(one).getInt(12)).isEqualTo(PacketTap.INCOMING);
        assertEmpty(one);
    }

    @Test
    void aSlowReaderLosesFramesAndIsTold() {
        SocketFile one = capture(veth0.ifindex());
        int frames = 5000;
        for (int i = 0; i < frames; i++) {
            Datagrams.send(net, veth0, IP1, 1000, i);
        }
        int got = 0;
        while ((one.poll() & Poll.POLLIN) != 0) {
            assertThat(next(one).order(ByteOrder.BIG_ENDIAN).getLong(16 + 42)).isEqualTo(got);
            got++;
        }
        assertThat(got).isGreaterThan(3000).isLessThan(frames);
        assertThat(one.ioctl(root, PacketSocket.PACKET_STATISTICS, 0)).isEqualTo(frames - got);
        Datagrams.send(net, veth0, IP1, 1000, 77);
        assertThat(next(one).limit()).isEqualTo(16 + 1042);
        assertThat(one.ioctl(root, PacketSocket.PACKET_STATISTICS, 0)).isZero();
    }

    @Test
    void writeSendsAFrame() {
        SocketFile one = capture(veth0.ifindex());
        SkBuff skb = Datagrams.udp(net.softnet(), veth0.peer().address(), veth0.address(), IP0, IP1, 20, 5);
        MemorySegment frame = skb.data().asSlice(SkBuff.HEAD, skb.length());
        assertThat(one.write(root, frame)).isEqualTo(62);
        assertThat(next(one).limit()).isEqualTo(16 + 62);
        assertThat(veth0.peer().statistics()[0]).isEqualTo(1);
    }

    @Test
    void theDeviceGoesAway() {
        SocketFile one = capture(veth0.ifindex());
        int[] woken = new int[1];
        one.waitQueue().add(() -> woken[0]++);
        net.delete(veth0);
        assertThat(woken[0]).isEqualTo(1);
        assertThat(one.poll() & Poll.POLLERR).isEqualTo(Poll.POLLERR);
        assertThatThrownBy(() -> next(one)).hasMessageStartingWith("Network is down");
        assertThatThrownBy(() -> capture(veth0.ifindex())).hasMessageStartingWith("No such device");
    }

    @Test
    void otherNamespacesStayUnseenAndUsersStayOut() {
        SocketFile all = sockets.create(FakeTask.in(net.addNamespace("ns0"), 0), SocketNumbers.AF_PACKET,
                SocketNumbers.SOCK_RAW, 0x0300);
        Datagrams.send(net, veth0, IP1, 100, 1);
        assertEmpty(all);
        assertThatThrownBy(() -> sockets.create(FakeTask.in(net.initial(), 1000), SocketNumbers.AF_PACKET,
                SocketNumbers.SOCK_RAW, 0)).hasMessageStartingWith("Operation not permitted");
    }
}
