package org.softroce.uverbs.internal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;
import static org.softroce.uverbs.internal.fake.Program.DATA;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.OpenFile;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uverbs.internal.fake.Program;

/** The device goes, or the file is closed, at the worst moment. */
class RemovalTest {
    private final Program program = new Program();

    @Test
    void releaseGivesEverythingBack() {
        objects();
        program.file.release();
        assertThat(program.released).isTrue();
        assertThat(program.device.tracked()).isZero();
        assertThat(program.device.driver.alive).hasValue(0);
        refused(() -> allocPd(), Errno.EIO);
    }

    @Test
    void removalTellsReadersAndRefusesEverythingButDestroy() {
        objects();
        OpenFile async = program.process.get(0);
        program.file.disassociate();
        assertThat(program.device.driver.disassociated).isEqualTo(1);
        assertThat(program.device.driver.alive).hasValue(0);
        assertThat(program.device.tracked()).isZero();

        MemorySegment event = MemorySegment.ofArray(new byte[16]);
        assertThat(async.read(program.process.task, event)).isEqualTo(16);
        assertThat(event.get(AbiLayout.U32, 8)).isEqualTo(IbEventType.DEVICE_FATAL.value());
        refused(() -> async.read(program.process.task, event), Errno.EIO);

        refused(() -> allocPd(), Errno.EIO);
        refused(() -> program.file.mmap(program.process.task, 4096, 4096), Errno.EIO);
        refused(() -> doorbell(2), Errno.EIO);
        program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY).attr(0, 0, 2).attr(1, 4, DATA).go();
        program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY).attr(0, 0, 1).attr(1, 8, DATA).go();
        program.call(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY).attr(0, 0, 0).go();
        refused(() -> program.call(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY).attr(0, 0, 0).go(), Errno.ENOENT);
        program.file.disassociate();
        program.file.release();
        program.process.close(0);
        assertThat(program.device.handlers).isEmpty();
    }

    @Test
    void removalWaitsForTheCommandUnderWay() throws Exception {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT).go();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        program.device.driver.duringAllocPd = () -> {
            inside.countDown();
            await(goOn);
        };
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread command = Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> failure.set(e)).start(this::allocPd);
        await(inside);
        Thread removal = Thread.ofPlatform().start(program.file::disassociate);
        assertThat(removal.join(java.time.Duration.ofMillis(50))).isFalse();
        assertThat(program.device.driver.disassociated).isZero();
        goOn.countDown();
        command.join();
        removal.join();
        assertThat(failure.get()).isNull();
        assertThat(program.device.driver.alive).hasValue(0);
        assertThat(program.device.tracked()).isZero();
    }

    @Test
    void objectsInUseByAnotherCommandAreBusy() throws Exception {
        objects();
        Uobject pd = program.file.objects().get(UobjectType.PD, 0);
        assertThat(pd.tryShare()).isTrue();
        refused(() -> program.call(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY).attr(0, 0, 0).go(), Errno.EBUSY);
        pd.unshare();
    }

    @Test
    void commandsRaceTheRemovalWithoutLeak() throws Exception {
        for (int round = 0; round < 50; round++) {
            Program racing = new Program();
            racing.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT).go();
            CountDownLatch running = new CountDownLatch(1);
            Thread worker = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        allocPd(racing);
                        running.countDown();
                    }
                } catch (ErrnoException end) {
                    assertThat(end.errno()).isSameAs(Errno.EIO);
                }
            });
            await(running);
            racing.file.disassociate();
            worker.join();
            assertThat(racing.device.driver.alive).hasValue(0);
            assertThat(racing.device.tracked()).isZero();
        }
    }

    /** What was posted may never be seen by a queue pair that was destroyed meanwhile: the poster has to know. */
    @Test
    void aDoorbellThatMeetsTheRemovalSaysSo() {
        objects();
        program.device.driver.duringDoorbell = program.file::disassociate;
        refused(() -> doorbell(2), Errno.EIO);
        assertThat(program.device.driver.doorbells).hasValue(1);
    }

    @Test
    void whileObjectsAreDestroyedADoorbellFindsTheDeviceGone() {
        objects();
        program.device.driver.duringDisassociate = () -> refused(() -> doorbell(77), Errno.EIO);
        program.file.disassociate();
        assertThat(program.device.driver.disassociated).isEqualTo(1);
    }

    @Test
    void doorbellsAllocateNothing() {
        objects();
        MemorySegment bell = bell(2);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 20_000; i++) {
            program.file.write(program.process.task, bell);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 20_000; i++) {
            program.file.write(program.process.task, bell);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(20_000);
        assertThat(program.device.driver.doorbells).hasValue(40_000);
    }

    private void objects() {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT).go();
        program.call(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC).attr(0, 0, 0).go();
        allocPd();
        program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE)
            .attr(UVERBS_ATTR_CREATE_CQ_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_CQ_CQE, 4, 10)
            .attr(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 8, 1).attr(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 4, 0)
            .attr(UVERBS_ATTR_CREATE_CQ_RESP_CQE, 4, DATA).attr(UVERBS_ATTR_UHW_OUT, 16, DATA + 0x800).go();
        program.at(DATA, 64).fill((byte) 0);
        program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE).attr(UVERBS_ATTR_CREATE_QP_HANDLE, 0, 0)
            .attr(UVERBS_ATTR_CREATE_QP_PD_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, 0, 1)
            .attr(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, 0, 1).attr(UVERBS_ATTR_CREATE_QP_TYPE, 8, 2)
            .attr(UVERBS_ATTR_CREATE_QP_USER_HANDLE, 8, 9).attr(UVERBS_ATTR_CREATE_QP_CAP, 20, DATA)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_CAP, 20, DATA + 0x200)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, 4, DATA + 0x300).attr(UVERBS_ATTR_UHW_OUT, 32, DATA + 0x400).go();
    }

    private void allocPd() {
        allocPd(program);
    }

    private static void allocPd(Program program) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE).attr(UVERBS_ATTR_WRITE_CMD, 8, 3)
            .attr(UVERBS_ATTR_CORE_IN, 8, 0).attr(UVERBS_ATTR_CORE_OUT, 4, DATA).go();
    }

    private void doorbell(int handle) {
        program.file.write(program.process.task, bell(handle));
    }

    private static MemorySegment bell(int handle) {
        MemorySegment bell = MemorySegment.ofArray(new byte[32]);
        bell.set(AbiLayout.U32, 0, 28);
        bell.set(AbiLayout.U32, 16, handle);
        return bell;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static void refused(Runnable call, Errno errno) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ErrnoException.class,
            thrown -> assertThat(thrown.errno()).isSameAs(errno));
    }
}
