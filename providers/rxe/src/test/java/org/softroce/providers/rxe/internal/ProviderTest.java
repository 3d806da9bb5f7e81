package org.softroce.providers.rxe.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvCq;
import org.softroce.verbs.IbvMr;
import org.softroce.verbs.IbvPd;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvQpType;
import org.softroce.verbs.IbvRecvWr;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.IbvWcArray;
import org.softroce.verbs.IbvWcOpcode;
import org.softroce.verbs.IbvWcStatus;
import org.softroce.verbs.IbvWrOpcode;
import org.softroce.verbs.PostException;
import org.softroce.verbs.driver.VerbsDevice;
import org.softroce.verbs.driver.VerbsSysfsDev;

/** Work requests, completions and doorbells as bytes in the rings. */
class ProviderTest {
    private static final int LOG2_SEND = 8;
    private static final int LOG2_RECV = 7;
    private static final int LOG2_WC = 6;

    private final RingKernel kernel = new RingKernel();
    private final MemorySegment sq = kernel.ring(RingKernel.SQ_RING, LOG2_SEND, 4);
    private final MemorySegment rq = kernel.ring(RingKernel.RQ_RING, LOG2_RECV, 4);
    private final MemorySegment cqRing = kernel.ring(RingKernel.CQ_RING, LOG2_WC, 8);
    private final IbvSendWr send = new IbvSendWr(4);
    private IbvContext context;
    private IbvPd pd;
    private IbvCq cq;
    private IbvQp qp;

    @BeforeEach
    void open() {
        VerbsSysfsDev sysfs = new VerbsSysfsDev("uverbs0", "rxe0", 0, 231, 192, 1, 1, 1, 1, RdmaDriverId.RXE);
        context = new VerbsDevice(kernel, sysfs, new RxeProvider()).open();
        pd = context.allocPd();
        cq = context.createCq(7, null, 0);
        qp = createQp(IbvQpType.RC);
    }

    private IbvQp createQp(IbvQpType type) {
        IbvQpInitAttr attr = new IbvQpInitAttr();
        attr.qpType = type;
        attr.sendCq = cq;
        attr.recvCq = cq;
        return pd.createQp(attr);
    }

    // ---- send ----------------------------------------------------------------------------------------------------

    @Test
    void rdmaWriteAndItsDoorbell() {
        send.wrId = 0x1122334455667788L;
        send.opcode = IbvWrOpcode.RDMA_WRITE_WITH_IMM;
        send.sendFlags = IbvSendFlags.SIGNALED;
        send.immData = 0xaabbccdd;
        send.remoteAddr = 0x7f0000001000L;
        send.rkey = 0x123;
        send.sge(0, 0x600000000010L, 100, 0x11).sge(1, 0x600000000200L, 28, 0x12);
        send.numSge = 2;
        qp.postSend(send);
        assertThat(RdmaUserRxe.producerIndex(sq)).isEqualTo(1);
        assertThat(wqe(sq, LOG2_SEND, 0, 240)).isEqualTo(
                "8877665544332211" + "00000000" + "01000000" + "02000000" + "aabbccdd"
                + "00100000007f0000" + "23010000" + "00".repeat(108)
                + "00000000" + "00000000" + "00100000007f0000" + "00".repeat(24)
                + "80000000" + "80000000" + "00000000" + "02000000" + "00000000" + "00000000"
                + "1000000000600000" + "64000000" + "11000000" + "0002000000600000" + "1c000000" + "12000000");
        assertThat(kernel.doorbells).isEqualTo(1);
        MemorySegment bell = kernel.doorbell;
        long response = bell.get(RingKernel.U64, 8);
        assertThat(kernel.map(response, 4).byteSize()).isEqualTo(4);
        bell.set(RingKernel.U64, 8, 0);
        assertThat(hex(bell)).isEqualTo("1c000000" + "0800" + "0100" + "0000000000000000" + "06000000" + "00000000"
                + "00000000" + "80000000");
    }

    @Test
    void slotsAreWrittenAnew() {
        sq.asSlice(QueueBuf.DATA).fill((byte) 0xee);
        send.opcode = IbvWrOpcode.SEND;
        send.numSge = 0;
        qp.postSend(send);
        assertThat(wqe(sq, LOG2_SEND, 0, 208)).isEqualTo("00".repeat(12) + "02000000" + "00".repeat(192));
    }

    @Test
    void operandsByOpcode() {
        send.remoteAddr = 0x1000;
        send.rkey = 0x99;
        send.compareAdd = 3;
        send.swap = 4;
        send.immData = 0x01020304;
        send.sge(0, 0x2000, 8, 0x11);
        send.numSge = 1;
        send.opcode = IbvWrOpcode.ATOMIC_CMP_AND_SWP;
        qp.postSend(send);
        assertThat(wqe(sq, LOG2_SEND, 0, 56).substring(24)).isEqualTo("05000000" + "00000000" + "01020304"
                + "0010000000000000" + "0300000000000000" + "0400000000000000" + "99000000" + "00000000");
        send.opcode = IbvWrOpcode.SEND_WITH_INV;
        qp.postSend(send);
        assertThat(wqe(sq, LOG2_SEND, 1, 56).substring(24)).isEqualTo("09000000" + "00000000" + "04030201"
                + "00".repeat(32));
        send.opcode = IbvWrOpcode.RDMA_READ;
        qp.postSend(send);
        assertThat(wqe(sq, LOG2_SEND, 2, 40).substring(24)).isEqualTo("04000000" + "00000000" + "01020304"
                + "0010000000000000" + "99000000" + "00000000");
    }

    @Test
    void inlineDataIsCopiedFromMemoryRegisteredOrNot() {
        MemorySegment registered = Arena.ofAuto().allocate(16);
        MemorySegment.copy(new byte[] {1, 2, 3, 4, 5, 6}, 0, registered, ValueLayout.JAVA_BYTE, 0, 6);
        IbvMr region = pd.regMr(registered, 0);
        MemorySegment other = pd.allocate(16);
        other.fill((byte) 7);
        send.sendFlags = IbvSendFlags.INLINE;
        send.sge(0, registered.address() + 1, 3, 0).sge(1, other.address(), 2, 0);
        send.numSge = 2;
        qp.postSend(send);
        assertThat(wqe(sq, LOG2_SEND, 0, 214).substring(416)).isEqualTo("020304" + "0707" + "00");
        assertThat(sq.get(RingKernel.U32, QueueBuf.DATA + 184)).isEqualTo(5);
        region.close();
        refused(Errno.EFAULT, send, "no memory");
        assertThat(RdmaUserRxe.producerIndex(sq)).isEqualTo(1);
    }

    @Test
    void whatCannotBeSentIsRefusedWithItsReason() {
        send.numSge = 3;
        refused(Errno.EINVAL, send, "num_sge 3 exceeds the QP's max_send_sge 2");
        send.numSge = -1;
        refused(Errno.EINVAL, send, "num_sge -1");
        send.numSge = 1;
        send.sge(0, 0, 33, 0);
        send.sendFlags = IbvSendFlags.INLINE;
        refused(Errno.EINVAL, send, "inline data of 33 bytes exceeds the QP's max_inline_data 32");
        send.opcode = IbvWrOpcode.RDMA_READ;
        send.sge(0, 0, 8, 0);
        refused(Errno.EINVAL, send, "RDMA_READ has no data to be inline");
        send.sendFlags = 0;
        send.sge(0, 0, 0x80000001, 0);
        refused(Errno.EINVAL, send, "message of 2147483649 bytes");
        send.opcode = IbvWrOpcode.ATOMIC_FETCH_AND_ADD;
        send.sge(0, 0, 4, 0);
        refused(Errno.EINVAL, send, "not 4 bytes");
        send.sge(0, 0, 8, 0);
        send.remoteAddr = 0x1004;
        refused(Errno.EINVAL, send, "0x1004");
        for (IbvWrOpcode opcode : new IbvWrOpcode[] {IbvWrOpcode.TSO, IbvWrOpcode.BIND_MW, IbvWrOpcode.FLUSH}) {
            send.opcode = opcode;
            refused(Errno.EINVAL, send, opcode + " is not for QPs of type RC");
        }
        qp = createQp(IbvQpType.UC);
        send.opcode = IbvWrOpcode.RDMA_READ;
        refused(Errno.EINVAL, send, "RDMA_READ is not for QPs of type UC");
        assertThat(RdmaUserRxe.producerIndex(sq)).isZero();
        assertThat(kernel.doorbells).isEqualTo(11);
    }

    @Test
    void aFullRingEndsTheChainAndWhatWasPostedIsRungFor() {
        IbvSendWr second = new IbvSendWr(1);
        IbvSendWr third = new IbvSendWr(1);
        IbvSendWr fourth = new IbvSendWr(1);
        send.next = second;
        second.next = third;
        third.next = fourth;
        refused(Errno.ENOMEM, fourth, "the send queue of QP 17 is full: 3 requests are outstanding");
        assertThat(RdmaUserRxe.producerIndex(sq)).isEqualTo(3);
        assertThat(kernel.doorbells).isEqualTo(1);
        RdmaUserRxe.consumerIndex(sq, 1);
        qp.postSend(fourth);
        assertThat(RdmaUserRxe.producerIndex(sq)).isZero();
        assertThat(kernel.doorbells).isEqualTo(2);
    }

    @Test
    void aBadRequestEndsTheChain() {
        IbvSendWr second = new IbvSendWr(1);
        second.numSge = 2;
        IbvSendWr third = new IbvSendWr(1);
        send.next = second;
        second.next = third;
        refused(Errno.EINVAL, second, "num_sge 2");
        assertThat(RdmaUserRxe.producerIndex(sq)).isEqualTo(1);
        assertThat(kernel.doorbells).isEqualTo(1);
    }

    @Test
    void afterTheDeviceIsGoneTheDoorbellTells() {
        kernel.doorbellError = new ErrnoException(Errno.EIO, "the device was removed");
        assertThatThrownBy(() -> qp.postSend(send)).isSameAs(kernel.doorbellError);
        send.numSge = 9;
        refused(Errno.EIO, send, "the device was removed");
    }

    private void refused(Errno errno, IbvSendWr bad, String why) {
        assertThatThrownBy(() -> qp.postSend(send)).isInstanceOfSatisfying(PostException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.badWr()).isSameAs(bad);
            assertThat(e.detail()).contains(why);
        });
    }

    // ---- receive -------------------------------------------------------------------------------------------------

    @Test
    void receives() {
        IbvRecvWr wr = new IbvRecvWr(2);
        refused(Errno.EINVAL, wr, wr, "QP 17 is in RESET");
        toInit();
        wr.wrId = 0x0102030405060708L;
        wr.sge(0, 0x1000, 100, 0x11).sge(1, 0x2000, 50, 0x12);
        wr.numSge = 2;
        qp.postRecv(wr);
        assertThat(RdmaUserRxe.producerIndex(rq)).isEqualTo(1);
        assertThat(wqe(rq, LOG2_RECV, 0, 72)).isEqualTo("0807060504030201" + "00".repeat(8)
                + "96000000" + "96000000" + "00000000" + "02000000" + "00000000" + "00000000"
                + "0010000000000000" + "64000000" + "11000000" + "0020000000000000" + "32000000" + "12000000");
        assertThat(kernel.doorbells).isZero();
        IbvRecvWr bad = new IbvRecvWr(3);
        bad.numSge = 3;
        wr.next = bad;
        refused(Errno.EINVAL, wr, bad, "num_sge 3 exceeds the QP's max_recv_sge 2");
        assertThat(RdmaUserRxe.producerIndex(rq)).isEqualTo(2);
        wr.next = null;
        qp.postRecv(wr);
        refused(Errno.ENOMEM, wr, wr, "the receive queue of QP 17 is full: 3 requests are outstanding");
        RdmaUserRxe.consumerIndex(rq, 1);
        qp.postRecv(wr);
        assertThat(RdmaUserRxe.producerIndex(rq)).isZero();
    }

    private void refused(Errno errno, IbvRecvWr wr, IbvRecvWr bad, String why) {
        assertThatThrownBy(() -> qp.postRecv(wr)).isInstanceOfSatisfying(PostException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.badWr()).isSameAs(bad);
            assertThat(e.detail()).contains(why);
        });
    }

    private void toInit() {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.INIT;
        qp.modify(attr, IbvQpAttrMask.STATE);
        assertThat(qp.state()).isEqualTo(IbvQpState.INIT);
    }

    // ---- completions ---------------------------------------------------------------------------------------------

    @Test
    void completionsInTheirOrderAndAroundTheEnd() {
        IbvWcArray wc = new IbvWcArray(4);
        assertThat(cq.poll(wc)).isZero();
        RdmaUserRxe.producerIndex(cqRing, 6);
        RdmaUserRxe.consumerIndex(cqRing, 6);
        complete(6, "8877665544332211" + "00000000" + "81000000" + "00000000" + "00010000" + "aabbccdd" + "11000000"
                + "12000000" + "02000000" + "0000" + "0000" + "00" + "00" + "01" + "00");
        complete(7, "0200000000000000" + "05000000" + "00000000" + "f9000000" + "00000000" + "00000000" + "11000000"
                + "00000000" + "00000000" + "0000" + "0000" + "00" + "00" + "01" + "00");
        complete(0, "0300000000000000" + "00000000" + "80000000" + "00000000" + "00000000" + "04030201" + "11000000"
                + "00000000" + "08000000" + "0000" + "0000" + "00" + "00" + "01" + "00");
        assertThat(cq.poll(2, wc)).isEqualTo(2);
        assertThat(RdmaUserRxe.consumerIndex(cqRing)).isZero();
        assertThat(wc.wrId(0)).isEqualTo(0x1122334455667788L);
        assertThat(wc.status(0)).isEqualTo(IbvWcStatus.SUCCESS);
        assertThat(wc.opcode(0)).isEqualTo(IbvWcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(wc.byteLen(0)).isEqualTo(256);
        assertThat(wc.immData(0)).isEqualTo(0xaabbccdd);
        assertThat(wc.qpNum(0)).isEqualTo(0x11);
        assertThat(wc.srcQp(0)).isEqualTo(0x12);
        assertThat(wc.wcFlags(0)).isEqualTo(2);
        assertThat(wc.status(1)).isEqualTo(IbvWcStatus.WR_FLUSH_ERR);
        assertThat(wc.vendorErr(1)).isEqualTo(0xf9);
        assertThat(cq.poll(wc)).isEqualTo(1);
        assertThat(wc.immData(0)).isEqualTo(0x01020304);
        assertThat(RdmaUserRxe.consumerIndex(cqRing)).isEqualTo(1);
        assertThat(cq.poll(wc)).isZero();
    }

    private void complete(int index, String bytes) {
        byte[] wc = HexFormat.of().parseHex(bytes);
        assertThat(wc).hasSize(48);
        MemorySegment.copy(wc, 0, cqRing, ValueLayout.JAVA_BYTE, QueueBuf.DATA + ((long) index << LOG2_WC), wc.length);
        RdmaUserRxe.producerIndex(cqRing, index + 1 & 7);
    }

    @Test
    void resizingTakesTheNewRing() {
        MemorySegment larger = kernel.ring(2L * RingKernel.CQ_RING, LOG2_WC, 16);
        cq.resize(12);
        assertThat(cq.cqe()).isEqualTo(15);
        assertThat(kernel.mapped).isEqualTo(3);
        RdmaUserRxe.producerIndex(larger, 2);
        assertThat(cq.poll(new IbvWcArray(4))).isEqualTo(2);
    }

    // ---- life ----------------------------------------------------------------------------------------------------

    @Test
    void attributesOfTheDevice() {
        assertThat(context.queryDevice().fwVer).isEqualTo("1.2.3");
        assertThat(qp.qpNum()).isEqualTo(17);
        assertThat(cq.cqe()).isEqualTo(7);
    }

    @Test
    void aKilledProcessGetsNoFurther() {
        kernel.exiting = true;
        assertThatThrownBy(() -> qp.postSend(send)).isInstanceOf(TaskExit.class);
        assertThatThrownBy(() -> qp.postRecv(new IbvRecvWr(1))).isInstanceOf(TaskExit.class);
        assertThatThrownBy(() -> cq.poll(new IbvWcArray(1))).isInstanceOf(TaskExit.class);
    }

    @Test
    void closingGivesEverythingBack() {
        qp.close();
        assertThatThrownBy(() -> qp.postSend(send)).isInstanceOfSatisfying(PostException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        cq.close();
        assertThatThrownBy(() -> cq.poll(new IbvWcArray(1))).isInstanceOf(ErrnoException.class);
        pd.close();
        context.close();
        assertThat(kernel.mapped).isZero();
        assertThat(kernel.attached()).isZero();
    }

    @Test
    void aRingThatIsTooSmallIsRefusedAndNothingStaysMapped() {
        kernel.ring(RingKernel.SQ_RING, LOG2_SEND - 1, 4);
        int before = kernel.mapped;
        assertThatThrownBy(() -> createQp(IbvQpType.RC)).hasMessageContaining("at least 208 are needed");
        kernel.rings.get((long) RingKernel.SQ_RING).set(RingKernel.U32, QueueBuf.LOG2_ELEM_SIZE, LOG2_SEND + 4);
        assertThatThrownBy(() -> createQp(IbvQpType.RC)).hasMessageContaining("ring of");
        assertThat(kernel.mapped).isEqualTo(before);
    }

    @Test
    void aMessageAllocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        IbvWcArray wc = new IbvWcArray(4);
        IbvRecvWr recv = new IbvRecvWr(1);
        MemorySegment memory = pd.allocate(64);
        IbvMr region = pd.regMr(memory, 0);
        recv.sge(0, region.addr(), 64, region.lkey());
        recv.numSge = 1;
        toInit();
        IbvSendWr inline = new IbvSendWr(1);
        inline.sendFlags = IbvSendFlags.INLINE;
        inline.sge(0, region.addr(), 2, 0);
        inline.numSge = 1;
        send.opcode = IbvWrOpcode.RDMA_WRITE;
        send.sge(0, region.addr(), 64, region.lkey());
        send.numSge = 1;
        send.next = inline;
        messages(20_000, recv, wc);
        long self = Thread.currentThread().threadId();
        long before = threads.getThreadAllocatedBytes(self);
        messages(20_000, recv, wc);
        assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(20_000);
    }

    private void messages(int count, IbvRecvWr recv, IbvWcArray wc) {
        for (int i = 0; i < count; i++) {
            qp.postSend(send);
            qp.postRecv(recv);
            RdmaUserRxe.consumerIndex(sq, RdmaUserRxe.producerIndex(sq));
            RdmaUserRxe.consumerIndex(rq, RdmaUserRxe.producerIndex(rq));
            RdmaUserRxe.producerIndex(cqRing, RdmaUserRxe.producerIndex(cqRing) + 1 & 7);
            cq.poll(wc);
        }
    }

    private static String wqe(MemorySegment ring, int log2, int index, int bytes) {
        return hex(ring.asSlice(QueueBuf.DATA + ((long) index << log2), bytes));
    }

    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE));
    }
}
