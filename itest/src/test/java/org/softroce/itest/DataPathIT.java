package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.softroce.itest.support.BackgroundRun;
import org.softroce.itest.support.RcEnd;
import org.softroce.itest.support.RdmaTestSupport;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.kernel.task.PollFd;
import org.softroce.verbs.IbvAccess;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvSendFlags;
import org.softroce.verbs.IbvWcFlags;
import org.softroce.verbs.IbvWcOpcode;
import org.softroce.verbs.IbvWrOpcode;
import org.softroce.verbs.Verbs;

/** Messages between two devices on a cable, by the verbs, with all layers between. */
public class DataPathIT extends RdmaTestSupport {
    private static final int MIB = 1 << 20;
    private static final int[] LENGTHS = {0, 1, 4095, 4096, 4097, MIB};
    private static final int LOC_PROT_ERR = 4;
    private static final int REM_ACCESS_ERR = 10;
    private static final int RNR_RETRY_EXC_ERR = 13;
    private static final int GRH_REQUIRED = 1;

    private Verbs verbs;
    private IbvContext context0;
    private IbvContext context1;
    private RcEnd a;
    private RcEnd b;

    @Before
    public void connected() throws Exception {
        addCable();
        script("ip link set cable0 mtu 9000", "ip link set cable1 mtu 9000");
        addDevices();
        verbs = service(Verbs.class);
        context0 = verbs.device("rxe0").open();
        context1 = verbs.device("rxe1").open();
        a = new RcEnd(context0, MIB);
        b = new RcEnd(context1, MIB);
    }

    @After
    public void cleanUp() throws Exception {
        a.close();
        b.close();
        context0.close();
        context1.close();
        removeAll();
    }

    private static void fill(MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8) + seed));
        }
    }

    /** The first bytes are equal, and the byte after is untouched. */
    private static void same(RcEnd from, RcEnd to, int bytes) {
        assertThat(from.buffer.asSlice(0, bytes).mismatch(to.buffer.asSlice(0, bytes))).isEqualTo(-1);
        if (bytes < MIB) {
            assertThat(to.buffer.get(ValueLayout.JAVA_BYTE, bytes)).isZero();
        }
    }

    private void succeeded(RcEnd end, IbvWcOpcode opcode) {
        assertThat(end.completion()).isZero();
        assertThat(end.wc.opcode(0)).isEqualTo(opcode);
        assertThat(end.wc.qpNum(0)).isEqualTo(end.qp.qpNum());
    }

    @Test
    public void writesArriveAtEveryLengthAndMtu() {
        for (IbvMtu mtu : List.of(IbvMtu.MTU_256, IbvMtu.MTU_4096)) {
            try (RcEnd from = new RcEnd(context0, MIB); RcEnd to = new RcEnd(context1, MIB)) {
                RcEnd.connect(from, to, mtu, 7);
                for (int bytes : LENGTHS) {
                    fill(from.buffer, bytes);
                    to.buffer.fill((byte) 0);
                    from.qp.postSend(from.request(IbvWrOpcode.RDMA_WRITE, bytes, to));
                    succeeded(from, IbvWcOpcode.RDMA_WRITE);
                    assertThat(from.wc.wrId(0)).isEqualTo(from.send.wrId);
                    same(from, to, bytes);
                }
            }
        }
    }

    @Test
    public void readsFetchEveryLength() {
        RcEnd.connect(a, b, IbvMtu.MTU_4096, 7);
        for (int bytes : LENGTHS) {
            fill(b.buffer, bytes);
            a.buffer.fill((byte) 0);
            a.qp.postSend(a.request(IbvWrOpcode.RDMA_READ, bytes, b));
            succeeded(a, IbvWcOpcode.RDMA_READ);
            same(b, a, bytes);
        }
    }

    @Test
    public void sendsArriveAtEveryLengthWithOrWithoutImmediate() {
        RcEnd.connect(a, b);
        for (int bytes : LENGTHS) {
            for (boolean immediate : new boolean[] {false, true}) {
                fill(a.buffer, bytes);
                b.buffer.fill((byte) 0);
                b.postReceive(bytes);
                a.request(immediate ? IbvWrOpcode.SEND_WITH_IMM : IbvWrOpcode.SEND, bytes, b).immData = 0x12345678;
                a.qp.postSend(a.send);
                succeeded(a, IbvWcOpcode.SEND);
                succeeded(b, IbvWcOpcode.RECV);
                assertThat(b.wc.byteLen(0)).isEqualTo(bytes);
                assertThat(b.wc.wrId(0)).isEqualTo(b.receive.wrId);
                assertThat(b.wc.wcFlags(0) & IbvWcFlags.WITH_IMM).isEqualTo(immediate ? IbvWcFlags.WITH_IMM : 0);
                if (immediate) {
                    assertThat(b.wc.immData(0)).isEqualTo(0x12345678);
                }
                same(a, b, bytes);
            }
        }
    }

    @Test
    public void aWriteWithImmediateConsumesOneReceive() {
        RcEnd.connect(a, b);
        for (int bytes : new int[] {0, 5000}) {
            fill(a.buffer, bytes);
            b.buffer.fill((byte) 0);
            b.postReceive(0);
            a.request(IbvWrOpcode.RDMA_WRITE_WITH_IMM, bytes, b).immData = 0x00400000;
            a.qp.postSend(a.send);
            succeeded(a, IbvWcOpcode.RDMA_WRITE);
            succeeded(b, IbvWcOpcode.RECV_RDMA_WITH_IMM);
            assertThat(b.wc.byteLen(0)).isEqualTo(bytes);
            assertThat(b.wc.immData(0)).isEqualTo(0x00400000);
            same(a, b, bytes);
        }
    }

    @Test
    public void inlineDataIsTakenAtThePost() {
        RcEnd.connect(a, b);
        fill(a.buffer, 1);
        byte[] sent = a.buffer.asSlice(0, 64).toArray(ValueLayout.JAVA_BYTE);
        a.request(IbvWrOpcode.RDMA_WRITE, 64, b).sendFlags |= IbvSendFlags.INLINE;
        a.send.sge(0, a.mr.addr(), 64, 0);
        a.qp.postSend(a.send);
        a.buffer.fill((byte) 0);
        succeeded(a, IbvWcOpcode.RDMA_WRITE);
        assertThat(b.buffer.asSlice(0, 64).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
    }

    @Test
    public void unsignalledRequestsCompleteSilently() {
        RcEnd.connect(a, b);
        for (int i = 0; i < 10; i++) {
            a.request(IbvWrOpcode.RDMA_WRITE, 100, b).sendFlags = 0;
            a.qp.postSend(a.send);
        }
        a.qp.postSend(a.request(IbvWrOpcode.RDMA_WRITE, 100, b));
        succeeded(a, IbvWcOpcode.RDMA_WRITE);
        assertThat(a.wc.wrId(0)).isEqualTo(a.send.wrId);
        assertThat(a.cq.poll(a.wc)).isZero();
    }

    private boolean readable(RcEnd end) {
        return verbs.task().poll(List.of(new PollFd(end.channel.fd(), Poll.POLLIN)), 0) == 1;
    }

    @Test
    public void anArmedQueueTellsItsChannelOnce() {
        RcEnd.connect(a, b);
        a.qp.postSend(a.request(IbvWrOpcode.RDMA_WRITE, 8, b));
        succeeded(a, IbvWcOpcode.RDMA_WRITE);
        assertThat(readable(a)).as("not armed").isFalse();
        a.cq.requestNotify(false);
        for (int i = 0; i < 2; i++) {
            a.qp.postSend(a.request(IbvWrOpcode.RDMA_WRITE, 8, b));
            succeeded(a, IbvWcOpcode.RDMA_WRITE);
        }
        assertThat(a.channel.getCqEvent()).isSameAs(a.cq);
        a.cq.ackEvents(1);
        assertThat(readable(a)).as("armed once").isFalse();
    }

    @Test
    public void aQueueArmedForSolicitedEventsIgnoresOthers() {
        RcEnd.connect(a, b);
        b.cq.requestNotify(true);
        for (int flags : new int[] {IbvSendFlags.SIGNALED, IbvSendFlags.SIGNALED | IbvSendFlags.SOLICITED}) {
            b.postReceive(8);
            a.request(IbvWrOpcode.SEND, 8, b).sendFlags = flags;
            a.qp.postSend(a.send);
            succeeded(a, IbvWcOpcode.SEND);
            succeeded(b, IbvWcOpcode.RECV);
            assertThat(readable(b)).isEqualTo((flags & IbvSendFlags.SOLICITED) != 0);
        }
        assertThat(b.channel.getCqEvent()).isSameAs(b.cq);
        b.cq.ackEvents(1);
    }

    // ---- errors --------------------------------------------------------------------------------------------------

    /** As on Linux the completion is written first. */
    private void inError(RcEnd end) throws Exception {
        IbvQpAttr attr = new IbvQpAttr();
        await("state ERR", () -> {
            end.qp.query(attr, IbvQpAttrMask.STATE, null);
            return attr.qpState == IbvQpState.ERR;
        });
    }

    @Test
    public void aReceiverThatIsNeverReady() throws Exception {
        RcEnd.connect(a, b, IbvMtu.MTU_1024, 3);
        a.qp.postSend(a.request(IbvWrOpcode.SEND, 8, b));
        assertThat(a.completion()).isEqualTo(RNR_RETRY_EXC_ERR);
        inError(a);
    }

    @Test
    public void aWriteBeyondTheRegionIsRefusedAndWritesNothing() throws Exception {
        RcEnd.connect(a, b);
        fill(a.buffer, 7);
        a.request(IbvWrOpcode.RDMA_WRITE, 64, b).remoteAddr = b.mr.addr() + MIB - 63;
        a.qp.postSend(a.send);
        assertThat(a.completion()).isEqualTo(REM_ACCESS_ERR);
        inError(a);
        inError(b);
        assertThat(b.buffer.asSlice(MIB - 63).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    }

    @Test
    public void aWrongKeyAndARegionThatMayNotBeWritten() {
        try (RcEnd from = new RcEnd(context0, 64); RcEnd readOnly = new RcEnd(context1, 64, IbvAccess.REMOTE_READ)) {
            RcEnd.connect(from, readOnly);
            from.qp.postSend(from.request(IbvWrOpcode.RDMA_WRITE, 64, readOnly));
            assertThat(from.completion()).isEqualTo(REM_ACCESS_ERR);
        }
        RcEnd.connect(a, b);
        a.request(IbvWrOpcode.RDMA_READ, 64, b).rkey ^= 1;
        a.qp.postSend(a.send);
        assertThat(a.completion()).isEqualTo(REM_ACCESS_ERR);
    }

    @Test
    public void aWrongLocalKeyAndWhatFollowsIsFlushed() throws Exception {
        RcEnd.connect(a, b);
        a.request(IbvWrOpcode.RDMA_WRITE, 64, b).sge(0, a.mr.addr(), 64, a.mr.lkey() ^ 1);
        a.qp.postSend(a.send);
        assertThat(a.completion()).isEqualTo(LOC_PROT_ERR);
        inError(a);
        a.qp.postSend(a.request(IbvWrOpcode.RDMA_WRITE, 64, b));
        assertThat(a.completion()).isEqualTo(5);
    }

    // ---- GIDs ----------------------------------------------------------------------------------------------------

    @Test
    public void anEmptyGidSlotHasNoData() {
        assertThat(context0.queryGidEntry(1, 0).gid().toString()).startsWith("fe80::");
        assertThat(context0.queryGidEntry(1, 1).gid()).hasToString("::ffff:192.168.100.10");
        assertThatThrownBy(() -> context0.queryGidEntry(1, 5)).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.ENODATA));
        assertThat(context0.queryGidTable()).hasSize(2);
        assertThat(context0.queryPort(1).flags() & GRH_REQUIRED).isEqualTo(GRH_REQUIRED);
    }

    @Test
    public void readyToReceiveNeedsAGidThatIsThere() {
        IbvQpAttr attr = a.receiveAttr(b.qp.qpNum(), context1.queryGid(1, 1), IbvMtu.MTU_1024);
        for (int index : new int[] {5, 255}) {
            attr.ahAttr.sgidIndex = index;
            refused(attr, "sgid_index " + index, "valid indices: 0 (fe80::", "1 (::ffff:192.168.100.10)");
        }
        attr.ahAttr.sgidIndex = 1;
        attr.ahAttr.isGlobal = false;
        refused(attr, "GRH required on RoCE");
        attr.ahAttr.isGlobal = true;
        a.qp.modify(attr, RcEnd.RTR_MASK);
        assertThat(a.qp.state()).isEqualTo(IbvQpState.RTR);
    }

    private void refused(IbvQpAttr attr, String... words) {
        assertThatThrownBy(() -> a.qp.modify(attr, RcEnd.RTR_MASK)).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
            assertThat(e.getMessage()).contains(words);
        });
    }

    // ---- loopback ------------------------------------------------------------------------------------------------

    private static final int PORT = 18515;

    private void pair(String address, String device, String program, String... options) throws Exception {
        List<String> words = new java.util.ArrayList<>(List.of(program, "-d", device));
        words.addAll(List.of(options));
        try (BackgroundRun server = start(words.toArray(String[]::new))) {
            awaitListening(server, PORT);
            words.add(address);
            succeed(words.toArray(String[]::new));
            var result = server.await();
            assertThat(result.exitCode()).as(result.toString()).isZero();
        }
    }

    @Test
    public void bothEndsOnLo() throws Exception {
        script("rdma link add rxe_lo type rxe netdev lo");
        int index = verbs.device("rxe_lo").open().queryGidTable().stream()
                .filter(entry -> entry.gid().toString().equals("::ffff:127.0.0.1")).findFirst().orElseThrow()
                .gidIndex();
        pair("127.0.0.1", "rxe_lo", "ibv_rc_pingpong", "-g", String.valueOf(index), "-n", "1000");
        pair("127.0.0.1", "rxe_lo", "ib_write_bw", "-x", String.valueOf(index), "-n", "1000");
    }

    @Test
    public void bothEndsOnOneCableEnd() throws Exception {
        pair("192.168.100.10", "rxe0", "ibv_rc_pingpong", "-g", "1", "-n", "1000");
        pair("192.168.100.10", "rxe0", "ib_write_bw", "-n", "1000");
    }

    @Test
    public void devicesWithoutAnAddressHaveDifferentGuids() throws Exception {
        script("ip netns add other", "rdma link add rxe_lo type rxe netdev lo",
                "ip netns exec other rdma link add rxe_lo2 type rxe netdev lo");
        try {
            long one = verbs.device("rxe_lo").guid();
            long two = verbs.device("rxe_lo2").guid();
            assertThat(one).isNotZero().isNotEqualTo(two);
            assertThat(two).isNotZero();
        } finally {
            script("rdma link delete rxe_lo2", "ip netns delete other");
        }
    }

    // ---- memory --------------------------------------------------------------------------------------------------

    /** Messages in one thread: both ends run in it. */
    private interface Message {
        void exchange();
    }

    private static final int WARM_UP = 20_000;
    private static final int MESSAGES = 5_000;

    private static void allocatesNothing(String what, Message message) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5 && least >= MESSAGES; round++) {
            repeat(message, WARM_UP);
            long before = threads.getCurrentThreadAllocatedBytes();
            repeat(message, MESSAGES);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        System.out.println(what + ": " + least + " bytes allocated for " + MESSAGES + " messages");
        assertThat(least / MESSAGES).as(what).isZero();
    }

    private static void repeat(Message message, int times) {
        for (int i = 0; i < times; i++) {
            message.exchange();
        }
    }

    @Test
    public void smallAndLargeWritesAllocateNothing() {
        RcEnd.connect(a, b, IbvMtu.MTU_4096, 7);
        for (int bytes : new int[] {2, 65536}) {
            allocatesNothing("writes of " + bytes + " bytes", () -> {
                a.qp.postSend(a.request(IbvWrOpcode.RDMA_WRITE, bytes, b));
                if (a.completion() != 0) {
                    throw new AssertionError(a.wc.status(0));
                }
            });
        }
    }

    @Test
    public void aPingPongAllocatesNothing() {
        RcEnd.connect(a, b);
        allocatesNothing("ping-pong", () -> {
            a.postReceive(64);
            b.postReceive(64);
            oneWay(a, b);
            oneWay(b, a);
        });
    }

    private static void oneWay(RcEnd from, RcEnd to) {
        from.qp.postSend(from.request(IbvWrOpcode.SEND, 64, to));
        if (from.completion() != 0 || to.completion() != 0) {
            throw new AssertionError(from.wc.status(0) + ", " + to.wc.status(0));
        }
    }
}
