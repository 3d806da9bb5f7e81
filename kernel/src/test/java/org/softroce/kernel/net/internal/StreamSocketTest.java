package org.softroce.kernel.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

@Timeout(30)
final class StreamSocketTest {

    private static final int PORT = 18515;

    private final NetStack net = new NetStack();
    private final InetSockets sockets = new InetSockets();
    private final Task root = FakeTask.in(net.initial(), 0);

    private static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static SockAddr at(String address, int port) {
        return new SockAddr.Inet(ip(address), port);
    }

    private static void assertErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(errno));
    }

    private SocketFile socket(Task task, int family) {
        return sockets.create(task, family, SocketNumbers.SOCK_STREAM, 0);
    }

    private SocketFile socket() {
        return socket(root, SocketNumbers.AF_INET);
    }

    private SocketFile listener(Task task, String address, int port, int backlog) {
        SocketFile socket = socket(task, ip(address).isIpv4() ? SocketNumbers.AF_INET : SocketNumbers.AF_INET6);
        socket.bind(task, at(address, port));
        socket.listen(task, backlog);
        return socket;
    }

    private static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(SocketFile socket) {
        byte[] buffer = new byte[100];
        int n = socket.read(null, MemorySegment.ofArray(buffer));
        return new String(buffer, 0, n, StandardCharsets.US_ASCII);
    }

    /** What the system call layer does: calls again after each wake. */
    private static <T> T blocking(SocketFile socket, Supplier<T> call) {
        Semaphore woken = new Semaphore(0);
        Runnable waiter = woken::release;
        socket.waitQueue().add(waiter);
        try {
            while (true) {
                try {
                    return call.get();
                } catch (ErrnoException e) {
                    if (e.errno() != Errno.EAGAIN) {
                        throw e;
                    }
                }
                assertThat(woken.tryAcquire(20, TimeUnit.SECONDS)).as("woken").isTrue();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            socket.waitQueue().remove(waiter);
        }
    }

    private SocketFile[] connection() {
        SocketFile listener = listener(root, "127.0.0.1", PORT, 1);
        SocketFile client = socket();
        client.connect(root, at("127.0.0.1", PORT));
        SocketFile server = listener.accept(root);
        listener.release();
        return new SocketFile[] {client, server};
    }

    @Test
    void bytesGoBothWays() {
        SocketFile[] ends = connection();
        assertThat(ends[0].peerName()).isEqualTo(at("127.0.0.1", PORT));
        assertThat(ends[1].sockName()).isEqualTo(at("127.0.0.1", PORT));
        assertThat(ends[1].peerName()).isEqualTo(ends[0].sockName());
        assertThat(((SockAddr.Inet) ends[0].sockName()).port()).isBetween(32768, 60999);
        assertErrno(Errno.EAGAIN, () -> read(ends[1]));
        assertThat(ends[1].poll()).isEqualTo(Poll.POLLOUT);
        assertThat(ends[0].write(root, bytes("hello"))).isEqualTo(5);
        assertThat(ends[1].poll()).isEqualTo(Poll.POLLOUT | Poll.POLLIN);
        assertThat(read(ends[1])).isEqualTo("hello");
        ends[1].write(root, bytes("you"));
        assertThat(read(ends[0])).isEqualTo("you");
    }

    @Test
    void closingIsEndOfFileForTheOther() {
        SocketFile[] ends = connection();
        ends[0].write(root, bytes("last"));
        ends[0].release();
        assertThat(read(ends[1])).isEqualTo("last");
        assertThat(read(ends[1])).isEmpty();
        assertThat(read(ends[1])).isEmpty();
        assertErrno(Errno.EPIPE, () -> ends[1].write(root, bytes("x")));
    }

    @Test
    void closingWithUnreadBytesResets() {
        SocketFile[] ends = connection();
        ends[0].write(root, bytes("never read"));
        ends[1].release();
        assertThat(ends[0].poll() & Poll.POLLERR).isEqualTo(Poll.POLLERR);
        assertErrno(Errno.ECONNRESET, () -> read(ends[0]));
        assertThat(read(ends[0])).isEmpty();
    }

    @Test
    void shutdownEndsOneDirection() {
        SocketFile[] ends = connection();
        ends[0].shutdown(root);
        assertThat(read(ends[1])).isEmpty();
        assertErrno(Errno.EPIPE, () -> ends[0].write(root, bytes("x")));
        ends[1].write(root, bytes("answer"));
        assertThat(read(ends[0])).isEqualTo("answer");
        assertErrno(Errno.ENOTCONN, () -> socket().shutdown(root));
    }

    @Test
    void nobodyListensMeansRefusedWithAText() {
        SocketFile client = socket();
        assertThatThrownBy(() -> client.connect(root, at("127.0.0.1", PORT)))
                .hasMessageStartingWith("Connection refused").hasMessageContaining("127.0.0.1 port " + PORT);
        SocketFile listener = listener(root, "0.0.0.0", PORT, 1);
        client.connect(root, at("127.0.0.1", PORT));
        listener.release();
        assertErrno(Errno.ECONNRESET, () -> read(client));
        assertErrno(Errno.ECONNREFUSED, () -> socket().connect(root, at("127.0.0.1", PORT)));
    }

    @Test
    void portsConflictAsOnLinux() {
        SocketFile any = listener(root, "0.0.0.0", PORT, 1);
        assertErrno(Errno.EADDRINUSE, () -> listener(root, "127.0.0.1", PORT, 1));
        assertErrno(Errno.EADDRINUSE, () -> listener(root, "::", PORT, 1));
        SocketFile six = listener(root, "::1", PORT, 1);
        any.release();
        listener(root, "127.0.0.1", PORT, 1).release();
        listener(root, "127.0.0.2", PORT, 1).release();
        six.release();
        listener(root, "::", PORT, 1).release();
        assertErrno(Errno.EADDRNOTAVAIL, () -> listener(root, "10.0.0.1", PORT, 1));
        assertErrno(Errno.EACCES, () -> {
            Task user = FakeTask.in(net.initial(), 1000);
            listener(user, "0.0.0.0", 80, 1);
        });
        assertErrno(Errno.EAFNOSUPPORT, () -> socket().connect(root, at("::1", PORT)));
    }

    @Test
    void wildcardOfIpv6TakesBothFamilies() {
        SocketFile listener = listener(root, "::", PORT, 4);
        SocketFile four = socket();
        four.connect(root, at("127.0.0.1", PORT));
        SocketFile six = socket(root, SocketNumbers.AF_INET6);
        six.connect(root, at("::1", PORT));
        assertThat(listener.accept(root).sockName()).isEqualTo(at("127.0.0.1", PORT));
        assertThat(listener.accept(root).sockName()).isEqualTo(at("::1", PORT));
    }

    @Test
    void aWireLeadsToTheOtherNamespace() {
        NetNamespace ns0 = net.addNamespace("ns0");
        NetNamespace ns1 = net.addNamespace("ns1");
        Task in0 = FakeTask.in(ns0, 0);
        NetDevice veth0 = net.addVeth(ns0, "veth0", null, ns1, "veth1", null);
        net.addAddress(veth0, new InterfaceAddress(ip("10.0.0.1"), 24));
        net.addAddress(veth0.peer(), new InterfaceAddress(ip("10.0.0.2"), 24));
        net.setUp(veth0.peer(), true);
        SocketFile listener = listener(FakeTask.in(ns1, 0), "0.0.0.0", PORT, 1);
        SocketFile client = socket(in0, SocketNumbers.AF_INET);
        assertErrno(Errno.ENETUNREACH, () -> client.connect(in0, at("10.0.0.2", PORT)));
        net.setUp(veth0, true);
        assertErrno(Errno.EHOSTUNREACH, () -> client.connect(in0, at("10.0.0.3", PORT)));
        client.connect(in0, at("10.0.0.2", PORT));
        assertThat(((SockAddr.Inet) client.sockName()).address()).isEqualTo(ip("10.0.0.1"));
        SocketFile server = listener.accept(in0);
        server.write(in0, bytes("over the wire"));
        assertThat(read(client)).isEqualTo("over the wire");
        SocketFile six = socket(in0, SocketNumbers.AF_INET6);
        IpAddress linkLocal = veth0.peer().address().toLinkLocal();
        SocketFile listener6 = listener(FakeTask.in(ns1, 0), "::", PORT + 1, 1);
        six.connect(in0, new SockAddr.Inet(linkLocal, PORT + 1, veth0.ifindex()));
        assertThat(listener6.poll()).isEqualTo(Poll.POLLIN);
        assertErrno(Errno.ENETUNREACH, () -> socket().connect(root, at("10.0.0.2", PORT)));
        assertErrno(Errno.EISCONN, () -> client.connect(in0, at("10.0.0.2", PORT)));
    }

    @Test
    void aFullBacklogMakesConnectorsWait() throws Exception {
        SocketFile listener = listener(root, "127.0.0.1", PORT, 0);
        socket().connect(root, at("127.0.0.1", PORT));
        SocketFile second = socket();
        assertErrno(Errno.EAGAIN, () -> second.connect(root, at("127.0.0.1", PORT)));
        assertThat(second.poll()).isZero();
        Thread connector = Thread.ofPlatform().start(() -> blocking(second, () -> {
            second.connect(root, at("127.0.0.1", PORT));
            return null;
        }));
        listener.accept(root);
        SocketFile accepted = blocking(listener, () -> listener.accept(root));
        connector.join(10_000);
        assertThat(accepted.peerName()).isEqualTo(second.sockName());
        SocketFile third = socket();
        third.connect(root, at("127.0.0.1", PORT));
        SocketFile fourth = socket();
        assertErrno(Errno.EAGAIN, () -> fourth.connect(root, at("127.0.0.1", PORT)));
        listener.release();
        assertErrno(Errno.ECONNREFUSED, () -> fourth.connect(root, at("127.0.0.1", PORT)));
    }

    @Test
    void manyConnectionsAtOnceKeepTheirBytesApart() throws Exception {
        SocketFile listener = listener(root, "127.0.0.1", PORT, 128);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        int connections = 8;
        for (int i = 0; i < connections; i++) {
            int seed = i;
            threads.add(start(failures, () -> sendAndCheckEcho(seed)));
            threads.add(start(failures, () -> echo(blocking(listener, () -> listener.accept(root)))));
        }
        for (Thread thread : threads) {
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(failures).isEmpty();
    }

    private static Thread start(ConcurrentLinkedQueue<Throwable> failures, Runnable work) {
        return Thread.ofPlatform().start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
    }

    private void echo(SocketFile socket) {
        MemorySegment buffer = MemorySegment.ofArray(new byte[7919]);
        while (true) {
            int n = blocking(socket, () -> socket.read(root, buffer));
            if (n == 0) {
                socket.release();
                return;
            }
            writeAll(socket, buffer.asSlice(0, n));
        }
    }

    private void writeAll(SocketFile socket, MemorySegment data) {
        for (long done = 0; done < data.byteSize();) {
            MemorySegment rest = data.asSlice(done);
            done += blocking(socket, () -> socket.write(root, rest));
        }
    }

    private void sendAndCheckEcho(int seed) {
        SocketFile socket = socket();
        blocking(socket, () -> {
            socket.connect(root, at("127.0.0.1", PORT));
            return null;
        });
        byte[] data = new byte[300_000];
        new Random(seed).nextBytes(data);
        Thread writer = Thread.ofPlatform().start(() -> {
            writeAll(socket, MemorySegment.ofArray(data));
            socket.shutdown(root);
        });
        byte[] back = new byte[data.length];
        int got = 0;
        while (true) {
            MemorySegment rest = MemorySegment.ofArray(back).asSlice(got);
            int n = blocking(socket, () -> socket.read(root, rest.byteSize() == 0
                    ? MemorySegment.ofArray(new byte[1]) : rest));
            if (n == 0) {
                break;
            }
            got += n;
        }
        try {
            writer.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assertThat(got).isEqualTo(data.length);
        assertThat(back).isEqualTo(data);
        socket.release();
    }
}
