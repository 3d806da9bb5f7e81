package org.softroce.verbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.IbvAsyncEvent;
import org.softroce.verbs.IbvCompChannel;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvEventType;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.fake.Command;
import org.softroce.verbs.fake.FakeKernel;

/** Opening, events and closing, as the library does them for every provider. */
class ContextTest {
    private static final String PATH = "/dev/infiniband/uverbs0";
    private static final int CMD_FD = 3;
    private static final int ASYNC_FD = 100;
    private static final int CHANNEL_FD = 101;

    private final FakeKernel kernel = new FakeKernel();
    private final VerbsSysfsDev sysfs = new VerbsSysfsDev("uverbs0", "rxe0", 0, 231, 192, 1, 1, 1, 1, RdmaDriverId.RXE);
    private final VerbsDevice device = new VerbsDevice(kernel.task, sysfs, new Provider());
    private int completions;
    private int asyncs;
    private ErrnoException destroyError;

    @BeforeEach
    void serve() {
        kernel.addNode(PATH, 231, 192);
        kernel.ioctl = this::answer;
    }

    private void answer(Command command) {
        switch (command.name()) {
            case "0/0" -> answerWrite(command);
            case "0/3" -> command.answer(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, 2);
            case "0/6" -> throw new ErrnoException(Errno.ENODATA, "empty");
            case "16/0" -> command.result(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, ASYNC_FD);
            case "3/1" -> {
                if (destroyError != null) {
                    throw destroyError;
                }
                command.answer(UVERBS_ATTR_DESTROY_CQ_RESP, completions, asyncs);
            }
            default -> { }
        }
    }

    private static void answerWrite(Command command) {
        switch ((int) command.data(UVERBS_ATTR_WRITE_CMD)) {
            case 1 -> throw new ErrnoException(Errno.ENOSPC, null);
            case 17 -> command.answer(UVERBS_ATTR_CORE_OUT, CHANNEL_FD);
            default -> { }
        }
    }

    @Test
    void openIsTheCallsOfTheRealLibrary() {
        IbvContext context = device.open();
        assertThat(context.numCompVectors()).isEqualTo(2);
        assertThat(context.asyncFd()).isEqualTo(ASYNC_FD);
        assertThat(context.cmdFd()).isEqualTo(CMD_FD);
        assertThat(kernel.calls).containsExactly("open " + PATH, "ioctl 3 0/0", "ioctl 3 0/3", "ioctl 3 16/0");
        context.close();
        context.close();
        assertThat(kernel.calls).hasSize(6).endsWith("close 3", "close 100");
        assertThat(kernel.memory.count()).isZero();
    }

    @Test
    void aFileThatIsNotTheDeviceIsNotOpened() {
        kernel.addNode(PATH, 231, 193);
        failsToOpen(Errno.ENODEV, "231:193, not 231:192");
        assertThat(kernel.calls).containsExactly("open " + PATH, "close 3");
        kernel.nodes.clear();
        failsToOpen(Errno.ENODEV, "get the device list again");
    }

    @Test
    void anOpenThatFailsLeavesNothingBehind() {
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, null);
        };
        failsToOpen(Errno.EPROTONOSUPPORT, "INVOKE_WRITE");
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.EIO, "the device is going");
        };
        failsToOpen(Errno.EIO, "the device is going");
        kernel.ioctl = command -> {
            if (command.name().equals("16/0")) {
                throw new ErrnoException(Errno.EMFILE, "too many");
            }
            answer(command);
        };
        failsToOpen(Errno.EMFILE, "too many");
        assertThat(kernel.calls).contains("close 3", "close 4", "close 5");
        assertThat(kernel.memory.count()).isZero();
    }

    private void failsToOpen(Errno errno, String text) {
        assertThatThrownBy(device::open).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.detail()).contains(text);
        });
    }

    @Test
    void operationsThatAProviderLeavesAloneAreNotSupported() {
        try (IbvContext context = device.open()) {
            assertThatThrownBy(context::queryDevice).hasMessageContaining("provider test has no query_device");
            assertThatThrownBy(() -> context.queryPort(1)).isInstanceOf(ErrnoException.class);
            assertThatThrownBy(context::allocPd).isInstanceOf(ErrnoException.class);
            assertThat(context.queryGid(1, 5)).isEqualTo(IbvGid.ZERO);
            kernel.texts.put("/sys/class/infiniband/rxe0/ports/1/pkeys/0", "0xffff\n");
            assertThat(context.queryPkey(1, 0)).isEqualTo(0xffff);
        }
    }

    @Test
    void completionEventsFindTheirQueueAndDestroyWaitsForThem() throws Exception {
        try (IbvContext context = device.open()) {
            IbvCompChannel channel = context.createCompChannel();
            IbvCq cq = context.createCq(10, channel, 0);
            assertThatThrownBy(channel::close).isInstanceOfSatisfying(ErrnoException.class,
                    e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
            kernel.feed(CHANNEL_FD, handle(12345));
            kernel.feed(CHANNEL_FD, handle(((VerbsCq) cq).userHandle()));
            assertThat(channel.getCqEvent()).isSameAs(cq);
            completions = 1;
            CompletableFuture<Void> closed = CompletableFuture.runAsync(cq::close);
            until(() -> kernel.calls.contains("ioctl 3 3/1"));
            assertThat(closed).isNotDone();
            cq.ackEvents(1);
            closed.get(10, TimeUnit.SECONDS);
            cq.close();
            assertThat(kernel.calls.stream().filter("ioctl 3 3/1"::equals)).hasSize(1);
            channel.close();
            assertThat(kernel.calls).endsWith("close 101");
        }
    }

    @Test
    void aProcessThatIsKilledDoesNotWait() {
        IbvContext context = device.open();
        IbvCq cq = context.createCq(10, null, 0);
        completions = 1;
        CompletableFuture<Void> closed = CompletableFuture.runAsync(cq::close);
        until(() -> kernel.calls.contains("ioctl 3 3/1"));
        kernel.exiting = true;
        assertThatThrownBy(() -> closed.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(TaskExit.class);
        assertThat(((TestCq) cq).unmapped).isEqualTo(1);
    }

    @Test
    void asyncEventsNameTheirObject() throws Exception {
        try (IbvContext context = device.open()) {
            IbvCq cq = context.createCq(10, null, 0);
            kernel.feed(ASYNC_FD, async(9999, IbvEventType.CQ_ERR));
            kernel.feed(ASYNC_FD, async(((VerbsCq) cq).userHandle(), IbvEventType.CQ_ERR));
            kernel.feed(ASYNC_FD, async(1, IbvEventType.PORT_ERR));
            IbvAsyncEvent event = context.getAsyncEvent();
            assertThat(event).isEqualTo(new IbvAsyncEvent(IbvEventType.CQ_ERR, cq, 0));
            assertThat(context.getAsyncEvent()).isEqualTo(new IbvAsyncEvent(IbvEventType.PORT_ERR, null, 1));
            assertThatThrownBy(context::getAsyncEvent).isInstanceOf(ErrnoException.class);
            asyncs = 1;
            CompletableFuture<Void> closed = CompletableFuture.runAsync(cq::close);
            until(() -> kernel.calls.contains("ioctl 3 3/1"));
            context.ackAsyncEvent(event);
            closed.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void anObjectOfADeviceThatIsGoneCanBeClosed() {
        IbvContext context = device.open();
        IbvCq cq = context.createCq(10, null, 0);
        destroyError = new ErrnoException(Errno.EBUSY, "in use");
        assertThatThrownBy(cq::close).isSameAs(destroyError);
        assertThat(((TestCq) cq).unmapped).isZero();
        destroyError = new ErrnoException(Errno.EIO, "the device was removed");
        cq.close();
        assertThat(((TestCq) cq).unmapped).isEqualTo(1);
        context.close();
    }

    @Test
    void regionsAreAttachedAsLongAsTheyAreRegistered() {
        IbvContext context = device.open();
        VerbsPd pd = new VerbsPd((VerbsContext) context, 5);
        int before = kernel.memory.count();
        MemorySegment memory = Arena.ofAuto().allocate(100);
        IbvMr region = pd.regMr(memory, 1);
        assertThat(region.addr()).isEqualTo(memory.address()).isEqualTo(region.iova());
        assertThat(kernel.memory.count()).isEqualTo(before + 1);
        assertThat(((VerbsContext) context).regionOf(memory.address() + 1, 99)).isSameAs(region);
        assertThat(((VerbsContext) context).regionOf(memory.address() + 1, 100)).isNull();
        region.close();
        region.close();
        assertThat(kernel.memory.count()).isEqualTo(before);
        IbvMr other = pd.regMr(memory, 0x1000, 1);
        assertThat(other.iova()).isEqualTo(0x1000);
        context.close();
        assertThat(kernel.memory.count()).isZero();
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.ENOMEM, "no more");
        };
        assertThatThrownBy(() -> pd.regMr(memory, 1)).isInstanceOf(ErrnoException.class);
        assertThat(kernel.memory.count()).isZero();
    }

    private static byte[] handle(long value) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
        return bytes.toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] async(long element, IbvEventType type) {
        byte[] event = Arrays.copyOf(handle(element), 16);
        event[8] = (byte) type.value();
        return event;
    }

    private static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static final class Provider implements VerbsDeviceOps {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public List<VerbsMatch> matchTable() {
            return List.of();
        }

        @Override
        public int matchMinAbiVersion() {
            return 1;
        }

        @Override
        public int matchMaxAbiVersion() {
            return 1;
        }

        @Override
        public VerbsContext allocContext(VerbsDevice device, int cmdFd) {
            return new TestContext(device, cmdFd);
        }
    }

    private static final class TestContext extends VerbsContext {
        TestContext(VerbsDevice device, int cmdFd) {
            super(device, cmdFd, RdmaDriverId.RXE);
            getContext();
        }

        @Override
        protected VerbsMr regMr(VerbsPd pd, MemorySegment memory, long start, long iova, int access) {
            return new VerbsMr(pd, memory, start, iova,
                    cmd().regMr(pd.handle(), start, memory.byteSize(), iova, access));
        }

        @Override
        protected VerbsCq newCq(int cqe, VerbsCompChannel channel, int compVector) {
            TestCq cq = new TestCq(this, channel);
            cq.created(cmd().createCq(cqe, cq.userHandle(), cq.channelFd(), compVector, asyncFd(), null));
            return cq;
        }
    }

    private static final class TestCq extends VerbsCq {
        private volatile int unmapped;

        TestCq(VerbsContext context, VerbsCompChannel channel) {
            super(context, channel);
        }

        @Override
        public int poll(int numEntries, IbvWcArray wc) {
            return 0;
        }

        @Override
        protected void unmap() {
            unmapped++;
        }
    }
}
