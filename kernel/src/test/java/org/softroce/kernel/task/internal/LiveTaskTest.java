package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;
import org.softroce.uapi.Poll;

final class LiveTaskTest {

    private final TaskTable table = new TaskTable();
    private final Task task = table.create("a-very-long-name-indeed", 1000, Fakes.NAMESPACE);
    private final Fakes.Pipe pipe = new Fakes.Pipe();
    private final MemorySegment buffer = Arena.ofAuto().allocate(32);

    private static void fails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(errno));
    }

    private static void exits(int signal, CompletableFuture<?> call) {
        assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOfSatisfying(TaskExit.class, e -> assertThat(e.signal()).isEqualTo(signal));
    }

    @Test
    void pidsGrowAndNamesAreCut() {
        Task next = table.create("b", 0, Fakes.NAMESPACE);
        assertThat(task.pid()).isEqualTo(1);
        assertThat(next.pid()).isEqualTo(2);
        assertThat(task.comm()).isEqualTo("a-very-long-nam");
        assertThat(table.list()).containsExactly(task, next);
        task.exit();
        assertThat(table.list()).containsExactly(next);
    }

    @Test
    void descriptorsAreTheLowestFreeFromThree() {
        assertThat(task.files().install(new Fakes.Pipe(), 0)).isEqualTo(3);
        assertThat(task.files().install(pipe, 0)).isEqualTo(4);
        assertThat(task.files().install(new Fakes.Pipe(), 0)).isEqualTo(5);
        task.close(4);
        assertThat(pipe.releases).hasValue(1);
        fails(Errno.EBADF, () -> task.close(4));
        fails(Errno.EBADF, () -> task.read(4, buffer));
        fails(Errno.EBADF, () -> task.write(-1, buffer));
        assertThat(task.files().install(new Fakes.Pipe(), 0)).isEqualTo(4);
        assertThat(task.files().count()).isEqualTo(3);
        for (int fd = 6; fd < 100; fd++) {
            assertThat(task.files().install(new Fakes.Pipe(), 0)).isEqualTo(fd);
        }
    }

    @Test
    void aFullTableRefusesAndReleasesWhatItDidNotTake() {
        DescriptorTable small = new DescriptorTable(3, 4);
        small.install(new Fakes.Pipe(), 0);
        fails(Errno.EMFILE, () -> small.install(pipe, 0));
        assertThat(pipe.releases).hasValue(1);
    }

    @Test
    void aMappingKeepsTheFile() {
        int fd = task.files().install(pipe, 0);
        MemorySegment mapping = task.mmap(fd, 4096, 0);
        task.close(fd);
        assertThat(pipe.releases).hasValue(0);
        task.munmap(mapping);
        assertThat(pipe.releases).hasValue(1);
        mapping.set(ValueLayout.JAVA_INT, 0, 1);
        fails(Errno.EINVAL, () -> task.munmap(mapping));
    }

    @Test
    void exitReleasesEverythingOnceInOrderAndThenForgetsMemory() {
        List<String> order = new ArrayList<>();
        class Named extends OpenFile {
            private final String name;

            Named(String name) {
                this.name = name;
            }

            @Override
            public MemorySegment mmap(Task caller, long length, long offset) {
                return Arena.ofAuto().allocate(length);
            }

            @Override
            public void release() {
                order.add(name);
                if (name.equals("bad")) {
                    throw new IllegalStateException("a release that fails harms nobody else");
                }
            }
        }
        task.files().install(new Named("bad"), 0);
        int mapped = task.files().install(new Named("mapped"), 0);
        task.files().install(new Named("last"), 0);
        task.mmap(mapped, 8, 0);
        long address = task.memory().allocate(8, 8).address();
        task.atExit(() -> order.add("first"));
        task.atExit(() -> order.add("action on " + task.files().count()));
        task.exit();
        task.exit();
        assertThat(order).containsExactly("action on 3", "first", "bad", "mapped", "last");
        assertThat(task.isExiting()).isTrue();
        fails(Errno.EFAULT, () -> task.memory().map(address, 8));
        assertThatThrownBy(() -> task.open("/dev", 0)).isInstanceOf(TaskExit.class);
        assertThatThrownBy(() -> task.files().install(pipe, 0)).isInstanceOf(TaskExit.class);
        assertThat(pipe.releases).hasValue(1);
    }

    @Test
    void aReadSleepsUntilThereIsSomething() throws Exception {
        int fd = task.files().install(pipe, 0);
        CompletableFuture<Integer> read = Fakes.async(() -> task.read(fd, buffer));
        Fakes.awaitWaiter(pipe.waitQueue);
        assertThat(read).isNotDone();
        pipe.feed(9);
        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(buffer.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 9);
    }

    @Test
    void aNonBlockingReadDoesNotSleep() {
        int fd = task.files().install(pipe, Fcntl.O_NONBLOCK);
        fails(Errno.EAGAIN, () -> task.read(fd, buffer));
        task.setNonBlocking(fd, false);
        pipe.feed(1);
        assertThat(task.read(fd, buffer)).isEqualTo(1);
    }

    @Test
    void killWakesReadersAndPollersAndReleasesTheFileAfterThem() throws Exception {
        int fd = task.files().install(pipe, 0);
        CompletableFuture<Integer> read = Fakes.async(() -> task.read(fd, buffer));
        CompletableFuture<Integer> poll = Fakes.async(() -> task.poll(List.of(new PollFd(fd, Poll.POLLIN)), -1));
        Fakes.awaitWaiter(pipe.waitQueue);
        task.kill(2);
        exits(2, read);
        exits(2, poll);
        assertThat(task.isExiting()).isTrue();
        assertThatThrownBy(() -> task.write(fd, buffer)).isInstanceOf(TaskExit.class);
        Fakes.async(() -> {
            while (pipe.releases.get() == 0) {
                Thread.onSpinWait();
            }
            return 0;
        }).get(10, TimeUnit.SECONDS);
        assertThat(pipe.releases).hasValue(1);
    }

    @Test
    void aSleepingReadSurvivesTheCloseOfItsDescriptor() throws Exception {
        int fd = task.files().install(pipe, 0);
        CompletableFuture<Integer> read = Fakes.async(() -> task.read(fd, buffer));
        Fakes.awaitWaiter(pipe.waitQueue);
        task.close(fd);
        assertThat(pipe.releases).hasValue(0);
        pipe.feed(3);
        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        Fakes.async(() -> {
            while (pipe.releases.get() == 0) {
                Thread.onSpinWait();
            }
            return 0;
        }).get(10, TimeUnit.SECONDS);
    }

    @Test
    void anInterruptedSleepIsEintrAndTheInterruptStays() {
        int fd = task.files().install(pipe, 0);
        Thread.currentThread().interrupt();
        fails(Errno.EINTR, () -> task.read(fd, buffer));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void pollLooksWaitsAndTimesOut() throws Exception {
        Fakes.Pipe other = new Fakes.Pipe();
        PollFd first = new PollFd(task.files().install(pipe, 0), Poll.POLLIN);
        PollFd second = new PollFd(task.files().install(other, 0), Poll.POLLIN);
        PollFd absent = new PollFd(77, Poll.POLLIN);
        PollFd ignored = new PollFd(-1, Poll.POLLIN);
        assertThat(task.poll(List.of(first, second, ignored), 0)).isZero();
        assertThat(task.poll(List.of(first, second), 1_000_000)).isZero();
        assertThat(task.poll(List.of(first, absent), -1)).isEqualTo(1);
        assertThat(absent.revents).isEqualTo(Poll.POLLNVAL);
        CompletableFuture<Integer> poll = Fakes.async(() -> task.poll(List.of(first, second), -1));
        Fakes.awaitWaiter(other.waitQueue);
        other.feed(1);
        assertThat(poll.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(first.revents).isZero();
        assertThat(second.revents).isEqualTo(Poll.POLLIN);
    }

    @Test
    void aWriteMaySleepToo() throws Exception {
        WaitQueue queue = new WaitQueue();
        boolean[] open = new boolean[1];
        int fd = task.files().install(new OpenFile() {
            @Override
            public int write(Task caller, MemorySegment data) {
                synchronized (open) {
                    if (!open[0]) {
                        throw new ErrnoException(Errno.EAGAIN, "no event yet");
                    }
                }
                return 24;
            }

            @Override
            public WaitQueue waitQueue() {
                return queue;
            }
        }, 0);
        CompletableFuture<Integer> write = Fakes.async(() -> task.write(fd, buffer));
        Fakes.awaitWaiter(queue);
        assertThatThrownBy(() -> write.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        synchronized (open) {
            open[0] = true;
        }
        queue.wake();
        assertThat(write.get(10, TimeUnit.SECONDS)).isEqualTo(24);
    }

    /** The JVM itself allocates a little on this thread now and then: the quietest of some rounds counts. */
    @Test
    void theDoorbellAllocatesNothing() {
        int fd = task.files().install(pipe, 0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                task.write(fd, buffer);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        assertThat(pipe.writes).isEqualTo(100_000);
    }

    @Test
    void deviceNodesComeAndGo() {
        Fakes.Device node = new Fakes.Device("/dev/infiniband/uverbs0", 192, 0666, () -> pipe);
        fails(Errno.ENOENT, () -> task.open(node.path(), Fcntl.O_RDWR));
        assertThat(task.readDirectory("/dev")).isEmpty();
        table.bindCharDevice(node);
        assertThat(task.readDirectory("/dev/infiniband")).containsExactly("uverbs0");
        assertThat(task.stat(node.path())).isEqualTo(new FileStat(FileStat.Kind.CHAR_DEVICE, 0666, 231, 192));
        int fd = task.open(node.path(), Fcntl.O_RDWR);
        table.unbindCharDevice(node);
        fails(Errno.ENOENT, () -> task.readDirectory("/dev/infiniband"));
        task.close(fd);
        assertThat(pipe.releases).hasValue(1);
    }

    @Test
    void aModeKeepsOthersOut() {
        table.bindCharDevice(new Fakes.Device("/dev/infiniband/umad0", 0, 0600, () -> pipe));
        fails(Errno.EACCES, () -> task.open("/dev/infiniband/umad0", Fcntl.O_RDONLY));
        Task root = table.create("root", 0, Fakes.NAMESPACE);
        assertThat(root.open("/dev/infiniband/umad0", Fcntl.O_RDWR)).isEqualTo(3);
    }
}
