package org.softroce.uverbs.internal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;
import static org.softroce.uverbs.internal.fake.Program.DATA;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbQp;
import org.softroce.kernel.task.OpenFile;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uverbs.internal.fake.Program;

/** What is posted is read once, in order, and counted exactly; what belongs to a destroyed object is not read. */
class EventsTest {
    private static final long CQ_USER = 0x1122334455667788L;
    private static final long QP_USER = 0xabcd;

    private final Program program = new Program();
    private int asyncFd;
    private int channelFd;
    private IbCq cq;
    private IbQp qp;

    @BeforeEach
    void objects() {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT).go();
        program.call(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC).attr(0, 0, 0).go();
        asyncFd = (int) program.data(0);
        invoke(17, 4);
        channelFd = program.u32(DATA);
        invoke(3, 4);
        program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE)
            .attr(UVERBS_ATTR_CREATE_CQ_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_CQ_CQE, 4, 10)
            .attr(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 8, CQ_USER).attr(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 4, 0)
            .attr(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, 0, channelFd)
            .attr(UVERBS_ATTR_CREATE_CQ_EVENT_FD, 0, asyncFd)
            .attr(UVERBS_ATTR_CREATE_CQ_RESP_CQE, 4, DATA).attr(UVERBS_ATTR_UHW_OUT, 16, DATA + 0x800).go();
        cq = program.device.driver.lastCq;
        program.at(DATA, 64).fill((byte) 0);
        program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE).attr(UVERBS_ATTR_CREATE_QP_HANDLE, 0, 0)
            .attr(UVERBS_ATTR_CREATE_QP_PD_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, 0, 1)
            .attr(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, 0, 1).attr(UVERBS_ATTR_CREATE_QP_TYPE, 8, 2)
            .attr(UVERBS_ATTR_CREATE_QP_USER_HANDLE, 8, QP_USER).attr(UVERBS_ATTR_CREATE_QP_CAP, 20, DATA)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_CAP, 20, DATA + 0x200)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, 4, DATA + 0x300).attr(UVERBS_ATTR_UHW_OUT, 32, DATA + 0x400).go();
        qp = program.device.driver.lastQp;
    }

    @Test
    void completionEventsWakeAndAreReadOnce() {
        OpenFile channel = program.process.get(channelFd);
        AtomicInteger woken = new AtomicInteger();
        channel.waitQueue().add(woken::incrementAndGet);
        assertThat(channel.poll()).isZero();
        refused(() -> read(channelFd, 8), Errno.EAGAIN);
        cq.compHandler().completed(cq);
        assertThat(woken).hasValue(1);
        assertThat(channel.poll()).isEqualTo(Poll.POLLIN | Poll.POLLRDNORM);
        refused(() -> read(channelFd, 7), Errno.EINVAL);
        assertThat(read(channelFd, 8).get(AbiLayout.U64, 0)).isEqualTo(CQ_USER);
        assertThat(channel.poll()).isZero();
    }

    @Test
    void asynchronousEventsTellHandleAndType() {
        qp.eventHandler().event(new IbEvent(program.device, IbEventType.QP_FATAL, qp, 0));
        program.device.dispatchEvent(new IbEvent(program.device, IbEventType.PORT_ERR, null, 1));
        MemorySegment first = read(asyncFd, 16);
        assertThat(first.get(AbiLayout.U64, 0)).isEqualTo(QP_USER);
        assertThat(first.get(AbiLayout.U32, 8)).isEqualTo(1);
        MemorySegment second = read(asyncFd, 16);
        assertThat(second.get(AbiLayout.U64, 0)).isEqualTo(1);
        assertThat(second.get(AbiLayout.U32, 8)).isEqualTo(10);
        refused(() -> read(asyncFd, 16), Errno.EAGAIN);
    }

    @Test
    void destroyReportsWhatWasReadAndWithdrawsTheRest() {
        for (int i = 0; i < 40; i++) {
            cq.compHandler().completed(cq);
        }
        qp.eventHandler().event(new IbEvent(program.device, IbEventType.COMM_EST, qp, 0));
        cq.eventHandler().event(new IbEvent(program.device, IbEventType.CQ_ERR, cq, 0));
        qp.eventHandler().event(new IbEvent(program.device, IbEventType.QP_FATAL, qp, 0));
        for (int i = 0; i < 3; i++) {
            read(channelFd, 8);
        }
        read(asyncFd, 16);

        program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY).attr(0, 0, 2).attr(1, 4, DATA).go();
        assertThat(program.u32(DATA)).isEqualTo(1);
        assertThat(read(asyncFd, 16).get(AbiLayout.U64, 0)).as("the CQ's event, the QP's second one is gone")
            .isEqualTo(CQ_USER);
        program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY).attr(0, 0, 1).attr(1, 8, DATA).go();
        assertThat(program.hex(DATA, 8)).isEqualTo("03000000" + "01000000");
        refused(() -> read(channelFd, 8), Errno.EAGAIN);
        cq.compHandler().completed(cq);
        refused(() -> read(channelFd, 8), Errno.EAGAIN);
    }

    @Test
    void queuesGrowAndKeepTheirOrderAndEnd() {
        EventQueue queue = new EventQueue();
        EventSource odd = new EventSource(queue, 1);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 1000; i++) {
                queue.post(i, i, i % 2 == 1 ? odd : null);
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(queue.headElement()).isEqualTo(i);
                assertThat(queue.headType()).isEqualTo(i);
                queue.consume();
            }
        }
        assertThat(odd.reported()).isEqualTo(1500);
        for (int i = 0; i < EventQueue.EVENTS_MAX + 5; i++) {
            queue.post(i, 0, null);
        }
        assertThat(queue.dropped()).isEqualTo(5);
        assertThat(queue.headElement()).isZero();
    }

    @Test
    void channelsOutliveNeitherTheirFileNorAreOutlivedBadly() {
        program.process.close(channelFd);
        cq.compHandler().completed(cq);
        program.process.close(asyncFd);
        assertThat(program.device.handlers).isEmpty();
        qp.eventHandler().event(new IbEvent(program.device, IbEventType.QP_FATAL, qp, 0));
        program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY).attr(0, 0, 2).attr(1, 4, DATA).go();
        assertThat(program.u32(DATA)).isZero();
        program.file.release();
        assertThat(program.device.tracked()).isZero();
    }

    @Test
    void readersLearnThatTheFileIsClosed() {
        AtomicInteger woken = new AtomicInteger();
        program.process.get(channelFd).waitQueue().add(woken::incrementAndGet);
        program.file.release();
        assertThat(woken).hasPositiveValue();
        refused(() -> read(channelFd, 8), Errno.EIO);
        assertThat(program.process.get(channelFd).poll()).isEqualTo(Poll.POLLERR);
        program.process.close(channelFd);
        program.process.close(asyncFd);
        assertThat(program.released).isTrue();
    }

    private void invoke(int command, int responseBytes) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE).attr(UVERBS_ATTR_WRITE_CMD, 8, command)
            .attr(UVERBS_ATTR_CORE_IN, 8, 0).attr(UVERBS_ATTR_CORE_OUT, responseBytes, DATA).go();
    }

    private MemorySegment read(int fd, int bytes) {
        MemorySegment buffer = MemorySegment.ofArray(new byte[bytes]);
        assertThat(program.process.get(fd).read(program.process.task, buffer)).isEqualTo(bytes);
        return buffer;
    }

    private static void refused(Runnable call, Errno errno) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ErrnoException.class,
            thrown -> assertThat(thrown.errno()).isSameAs(errno));
    }
}
