package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.internal.InetSockets;
import org.softroce.kernel.net.internal.NetStack;
import org.softroce.kernel.net.internal.PacketSockets;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

/** Stream and packet sockets through the system calls of real tasks: waiting, closing, killing. */
@Timeout(30)
final class TaskSocketsTest {

    private static final int SIGKILL = 9;
    private static final SockAddr SERVER = new SockAddr.Inet(IpAddress.ofIpv4(0x7f00_0001), 18515);

    private final NetStack net = new NetStack();
    private final TaskTable table = new TaskTable();
    private final Task server = table.create("server", 0, net.initial());
    private final Task client = table.create("client", 0, net.initial());

    TaskSocketsTest() {
        table.bindSocketFamily(new InetSockets());
        table.bindSocketFamily(new PacketSockets(net));
    }

    private static <T> CompletableFuture<T> async(Supplier<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                result.complete(call.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private static int stream(Task task) {
        return task.socket(SocketNumbers.AF_INET, SocketNumbers.SOCK_STREAM, 0);
    }

    private int listening() {
        int fd = stream(server);
        server.bind(fd, SERVER);
        server.listen(fd, 5);
        return fd;
    }

    private int[] connection() {
        int listener = listening();
        int fd = stream(client);
        client.connect(fd, SERVER);
        return new int[] {fd, server.accept(listener)};
    }

    private static MemorySegment buffer(int bytes) {
        return MemorySegment.ofArray(new byte[bytes]);
    }

    @Test
    void acceptAndReadWaitForThePeer() throws Exception {
        int listener = listening();
        CompletableFuture<Integer> accepted = async(() -> server.accept(listener));
        int fd = stream(client);
        client.connect(fd, SERVER);
        int connection = get(accepted);
        MemorySegment received = buffer(16);
        CompletableFuture<Integer> read = async(() -> server.read(connection, received));
        assertThat(client.write(fd, MemorySegment.ofArray(new byte[] {1, 2, 3}))).isEqualTo(3);
        assertThat(get(read)).isEqualTo(3);
        client.close(fd);
        assertThat(server.read(connection, received)).isZero();
    }

    @Test
    void aKilledPeerIsEndOfFileAndItsOwnCallsUnwind() throws Exception {
        int[] fds = connection();
        CompletableFuture<Integer> blockedClient = async(() -> client.read(fds[0], buffer(8)));
        CompletableFuture<Integer> blockedServer = async(() -> server.read(fds[1], buffer(8)));
        client.kill(SIGKILL);
        assertThatThrownBy(() -> get(blockedClient)).isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TaskExit.class);
        client.exit();
        assertThat(get(blockedServer)).isZero();
        assertThatThrownBy(() -> server.write(fds[1], buffer(8))).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EPIPE));
    }

    @Test
    void aKilledServerFreesItsPortAtOnce() throws Exception {
        int listener = listening();
        CompletableFuture<Integer> accepted = async(() -> server.accept(listener));
        server.kill(SIGKILL);
        assertThatThrownBy(() -> get(accepted)).hasCauseInstanceOf(TaskExit.class);
        server.exit();
        int fd = stream(client);
        assertThatThrownBy(() -> client.connect(fd, SERVER)).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        client.bind(fd, SERVER);
        client.listen(fd, 1);
        assertThat(net.initial().isListening(18515)).isTrue();
    }

    @Test
    void aWriterWaitsForRoom() throws Exception {
        int[] fds = connection();
        int total = 1_000_000;
        CompletableFuture<Integer> written = async(() -> {
            int done = 0;
            while (done < total) {
                done += client.write(fds[0], buffer(Math.min(100_000, total - done)));
            }
            client.shutdown(fds[0]);
            return done;
        });
        int got = 0;
        for (int n = 1; n > 0;) {
            n = server.read(fds[1], buffer(30_000));
            got += n;
        }
        assertThat(got).isEqualTo(total);
        assertThat(get(written)).isEqualTo(total);
    }

    @Test
    void pollTellsWhatIsReady() {
        int[] fds = connection();
        PollFd server0 = new PollFd(fds[1], Poll.POLLIN);
        assertThat(server.poll(List.of(server0), 0)).isZero();
        client.write(fds[0], buffer(1));
        assertThat(server.poll(List.of(server0), -1)).isEqualTo(1);
        assertThat(server0.revents).isEqualTo(Poll.POLLIN);
        client.close(fds[0]);
        server.read(fds[1], buffer(1));
        assertThat(server.poll(List.of(server0), -1)).isEqualTo(1);
        assertThat(server.read(fds[1], buffer(1))).isZero();
    }

    @Test
    void aCaptureWaitsForAFrame() throws Exception {
        int capture = server.socket(SocketNumbers.AF_PACKET, SocketNumbers.SOCK_RAW, 3);
        server.bind(capture, new SockAddr.Packet(1, 3));
        CompletableFuture<Integer> read = async(() -> server.read(capture, buffer(5000)));
        int sender = client.socket(SocketNumbers.AF_PACKET, SocketNumbers.SOCK_RAW, 3);
        client.bind(sender, new SockAddr.Packet(1, 3));
        assertThat(client.write(sender, buffer(60))).isEqualTo(60);
        assertThat(get(read)).isEqualTo(16 + 60);
    }
}
