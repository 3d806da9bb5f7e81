package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

final class NetlinkSocketTest {

    private static final int RDMA = SocketNumbers.NETLINK_RDMA;

    private final TaskTable table = new TaskTable();
    private final Task task = table.create("rdma", 0, Fakes.NAMESPACE);
    private final List<Integer> ports = new ArrayList<>();
    private final NetlinkFamily family = new NetlinkFamily() {
        @Override
        public int protocol() {
            return RDMA;
        }

        @Override
        public List<byte[]> receive(Task caller, int portId, byte[] datagram) {
            ports.add(portId);
            return List.of(datagram.clone(), new byte[] {9, 9, 9});
        }
    };

    private static void fails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(errno));
    }

    private int open() {
        return task.socket(SocketNumbers.AF_NETLINK, SocketNumbers.SOCK_RAW, RDMA);
    }

    private byte[] read(int fd, int room) {
        MemorySegment buffer = MemorySegment.ofArray(new byte[room]);
        int count = task.read(fd, buffer);
        return Arrays.copyOf(buffer.toArray(ValueLayout.JAVA_BYTE), count);
    }

    private static MemorySegment bytes(int... values) {
        MemorySegment segment = MemorySegment.ofArray(new byte[values.length]);
        for (int i = 0; i < values.length; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) values[i]);
        }
        return segment;
    }

    @Test
    void aProtocolWithoutAKernelSideIsNotSupported() {
        fails(Errno.EPROTONOSUPPORT, this::open);
        fails(Errno.EAFNOSUPPORT, () -> task.socket(SocketNumbers.AF_UNIX, SocketNumbers.SOCK_STREAM, 0));
        table.bindNetlinkFamily(family);
        int fd = open();
        table.unbindNetlinkFamily(family);
        fails(Errno.ECONNREFUSED, () -> task.write(fd, bytes(1)));
    }

    @Test
    void anAbsentProtocolIsAskedForByItsAlias() {
        List<String> asked = new ArrayList<>();
        table.bindModules(new NoModules() {
            @Override
            public boolean request(String alias) {
                asked.add(alias);
                table.bindNetlinkFamily(family);
                return true;
            }
        });
        assertThat(open()).isEqualTo(3);
        assertThat(asked).containsExactly("net-pf-16-proto-20");
    }

    @Test
    void repliesAreReadAsDatagramsAndCutToTheBuffer() {
        table.bindNetlinkFamily(family);
        int fd = open();
        assertThat(task.write(fd, bytes(1, 2, 3, 4))).isEqualTo(4);
        assertThat(read(fd, 2)).containsExactly(1, 2);
        assertThat(read(fd, 100)).containsExactly(9, 9, 9);
        task.setNonBlocking(fd, true);
        fails(Errno.EAGAIN, () -> read(fd, 100));
        assertThat(task.getSockName(fd)).isEqualTo(new SockAddr.Netlink(task.pid(), 0));
    }

    @Test
    void theFirstSocketHasThePidAsPortAndOthersAnother() {
        table.bindNetlinkFamily(family);
        int first = open();
        int second = open();
        int third = open();
        task.bind(first, new SockAddr.Netlink(0, 0));
        task.write(second, bytes(1));
        task.bind(third, new SockAddr.Netlink(77, 0));
        task.write(third, bytes(1));
        assertThat(ports).containsExactly(-4097, 77);
        fails(Errno.EADDRINUSE, () -> task.bind(open(), new SockAddr.Netlink(77, 0)));
        task.close(third);
        task.bind(open(), new SockAddr.Netlink(77, 0));
        fails(Errno.EINVAL, () -> task.bind(first, new SockAddr.Packet(0, 0)));
    }

    @Test
    void multicastReachesMembersAndWakesThem() throws Exception {
        table.bindNetlinkFamily(family);
        int member = open();
        int stranger = open();
        task.bind(member, new SockAddr.Netlink(0, 1 << 4));
        task.bind(stranger, new SockAddr.Netlink(0, 1));
        CompletableFuture<byte[]> read = Fakes.async(() -> read(member, 10));
        Fakes.awaitWaiter(task.files().get(member).waitQueue());
        table.multicast(RDMA, 5, new byte[] {5});
        assertThat(read.get(10, TimeUnit.SECONDS)).containsExactly(5);
        PollFd poll = new PollFd(stranger, Poll.POLLIN);
        assertThat(task.poll(List.of(poll), 0)).isZero();
        task.close(member);
        table.multicast(RDMA, 5, new byte[] {6});
    }

    @Test
    void lostEventsAreReportedOnce() {
        table.bindNetlinkFamily(family);
        int fd = task.socket(SocketNumbers.AF_NETLINK, SocketNumbers.SOCK_RAW | SocketNumbers.SOCK_NONBLOCK, RDMA);
        task.bind(fd, new SockAddr.Netlink(0, 1));
        for (int i = 0; i < 4; i++) {
            table.multicast(RDMA, 1, new byte[100_000]);
        }
        fails(Errno.ENOBUFS, () -> read(fd, 100_000));
        assertThat(read(fd, 100_000)).hasSize(100_000);
        assertThat(read(fd, 100_000)).hasSize(100_000);
        fails(Errno.EAGAIN, () -> read(fd, 100_000));
    }

    @Test
    void aFileThatIsNoSocketHasNoSocketCalls() {
        int fd = task.open("/sys", Fcntl.O_RDONLY);
        fails(Errno.ENOTSOCK, () -> task.bind(fd, new SockAddr.Netlink(0, 0)));
        table.bindNetlinkFamily(family);
        fails(Errno.EOPNOTSUPP, () -> task.listen(open(), 1));
    }

    private abstract static class NoModules implements Modules {
        @Override
        public List<ModuleInfo> list() {
            return List.of();
        }

        @Override
        public ModuleInfo find(String nameOrAlias) {
            return null;
        }

        @Override
        public void load(String nameOrAlias) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void insert(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void remove(String name) {
            throw new UnsupportedOperationException();
        }
    }
}
