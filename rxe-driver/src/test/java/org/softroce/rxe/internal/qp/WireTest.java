package org.softroce.rxe.internal.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.softroce.roce.AtomicAckEth;
import org.softroce.roce.AtomicEth;
import org.softroce.roce.Bth;
import org.softroce.roce.ImmDt;
import org.softroce.roce.Reth;
import org.softroce.roce.RoceHeader;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.WrOpcode;
import org.softroce.rxe.internal.mem.RxeMr;
import org.softroce.uapi.rdma.IbMtu;

/**
 * Both halves against packets of Linux 6.12: given the same requests we send the same bytes, given the same packets we
 * answer the same bytes. IP identification (with checksum and ICRC) is the only difference.
 */
final class WireTest {
    private static final int MEMORY = 1 << 16;

    private final SimNetwork network = new SimNetwork(NetworkOptions.perfect());
    private SimHost a;
    private SimHost b;

    private void hosts(Capture capture) {
        byte[] request = capture.requests().getFirst();
        network.tracing = true;
        a = new SimHost(network, Capture.qpn(capture.answers().getFirst()), 10, MEMORY, 16, 64);
        b = new SimHost(network, Capture.qpn(request), 11, MEMORY, 16, 64);
        for (SimHost host : new SimHost[] {a, b}) {
            host.attr.minRnrTimer = 12;
            host.attr.retryCnt = 3;
            host.attr.timeout = 14;
            host.attr.rnrRetry = 2;
        }
        int first = Capture.psn(request);
        IbMtu mtu = IbMtu.fitting(Math.max(1024, Capture.payload(request).length));
        a.connect(b, mtu, first, first);
        b.connect(a, mtu, first, first);
    }

    /** One message of a capture as the request it came from. */
    private static final class Message {
        private int opcode;
        private int flags;
        private int imm;
        private long remote;
        private int rkey;
        private long compareAdd;
        private long swap;
        private int length;
        private final List<byte[]> payload = new ArrayList<>();
    }

    private static List<Message> messages(Capture capture) {
        List<Message> messages = new ArrayList<>();
        for (byte[] frame : capture.requests()) {
            int mask = Capture.mask(frame);
            if ((mask & RoceOpcode.START_MASK) != 0) {
                messages.add(new Message());
            }
            add(messages.getLast(), frame, mask);
        }
        return messages;
    }

    private static void add(Message m, byte[] frame, int mask) {
        MemorySegment s = MemorySegment.ofArray(frame);
        int op = Capture.opcode(frame);
        boolean imm = (mask & RoceOpcode.IMMDT_MASK) != 0;
        if ((mask & RoceOpcode.ATOMIC_MASK) != 0) {
            long at = Capture.BTH + RoceOpcode.offset(op, RoceHeader.ATMETH);
            boolean swap = op == RoceOpcode.RC_COMPARE_SWAP;
            m.opcode = swap ? WrOpcode.ATOMIC_CMP_AND_SWP : WrOpcode.ATOMIC_FETCH_AND_ADD;
            m.remote = AtomicEth.va(s, at);
            m.rkey = AtomicEth.rkey(s, at);
            m.compareAdd = swap ? AtomicEth.compare(s, at) : AtomicEth.swapAdd(s, at);
            m.swap = swap ? AtomicEth.swapAdd(s, at) : 0;
            m.length = 8;
        } else if ((mask & RoceOpcode.READ_MASK) != 0) {
            m.opcode = WrOpcode.RDMA_READ;
        } else if ((mask & RoceOpcode.WRITE_MASK) != 0) {
            m.opcode = imm ? WrOpcode.RDMA_WRITE_WITH_IMM : WrOpcode.RDMA_WRITE;
        } else {
            m.opcode = imm ? WrOpcode.SEND_WITH_IMM : WrOpcode.SEND;
        }
        if ((mask & RoceOpcode.RETH_MASK) != 0) {
            long at = Capture.BTH + RoceOpcode.rethOffset(op);
            m.remote = Reth.va(s, at);
            m.rkey = Reth.rkey(s, at);
            m.length = Reth.length(s, at);
        } else if ((mask & RoceOpcode.SEND_MASK) != 0) {
            m.length += Capture.payload(frame).length;
        }
        m.imm = imm ? ImmDt.imm(s, Capture.BTH + RoceOpcode.immDtOffset(op)) : m.imm;
        m.flags = 2 | (Bth.solicited(s, Capture.BTH) ? 4 : 0);
        m.payload.add(Capture.payload(frame));
    }

    private void post(List<Message> messages) {
        long offset = 0;
        for (Message m : messages) {
            long at = offset;
            for (byte[] part : m.payload) {
                MemorySegment.copy(part, 0, a.memory, ValueLayout.JAVA_BYTE, at, part.length);
                at += part.length;
            }
            if (m.opcode == WrOpcode.ATOMIC_CMP_AND_SWP || m.opcode == WrOpcode.ATOMIC_FETCH_AND_ADD) {
                a.sq.atomic(m.opcode, m.flags, 1, m.remote, m.rkey, m.compareAdd, m.swap, SimHost.IOVA, a.mr.lkey());
            } else {
                a.sq.send(m.opcode, m.flags, 1, m.imm, m.remote, m.rkey, SimHost.IOVA + offset, m.length, a.mr.lkey());
            }
            offset += m.length;
        }
    }

    /** The peer's memory at the addresses of the capture, holding what the capture shows that it held. */
    private void serve(Capture capture, List<Message> messages) {
        List<byte[]> data = capture.answers().stream()
                .filter(f -> (Capture.mask(f) & RoceOpcode.PAYLOAD_MASK) != 0).map(Capture::payload).toList();
        for (int i = 0; i < messages.size(); i++) {
            b.rq.recv(i, SimHost.IOVA + i * 8192L, 8192, b.mr.lkey());
            Message m = messages.get(i);
            if (m.rkey == 0) {
                continue;
            }
            MemorySegment view = Arena.ofAuto().allocate(MEMORY, 64);
            long at = 0;
            for (byte[] part : data) {
                MemorySegment.copy(part, 0, view, ValueLayout.JAVA_BYTE, at, part.length);
                at += part.length;
            }
            byte[] answer = capture.answers().getFirst();
            if (Capture.opcode(answer) == RoceOpcode.RC_ATOMIC_ACKNOWLEDGE) {
                view.set(ValueLayout.JAVA_LONG, 0, AtomicAckEth.original(MemorySegment.ofArray(answer),
                        Capture.BTH + RoceOpcode.offset(RoceOpcode.RC_ATOMIC_ACKNOWLEDGE, RoceHeader.ATMACK)));
            }
            if (b.regions.get(m.rkey >>> 8) == null) {
                b.regions.put(m.rkey >>> 8, new RxeMr(b.pd, view, null, m.remote, MEMORY, m.remote, 15, m.rkey));
            }
        }
    }

    private List<byte[]> sent(int from) {
        return network.trace.stream().filter(f -> f[29] == from).map(Capture::masked).toList();
    }

    private static void assertSame(List<byte[]> ours, List<byte[]> theirs) {
        assertThat(ours).hasSameSizeAs(theirs);
        for (int i = 0; i < ours.size(); i++) {
            assertThat(ours.get(i)).as("packet %d", i).isEqualTo(Capture.masked(theirs.get(i)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc-send", "rc-send-two-packets", "rc-send-first-middle-last", "rc-send-imm",
        "rc-send-odd-pad", "rc-send-solicited", "rc-send-zero-length", "rc-write", "rc-write-first-middle-last",
        "rc-write-imm", "rc-write-imm-multi", "rc-write-mtu4096", "rc-read", "rc-read-multi", "rc-atomic"})
    void theSameRequestsGiveTheSamePackets(String name) {
        Capture capture = Capture.read(name);
        hosts(capture);
        List<Message> messages = messages(capture);
        serve(capture, messages);
        post(messages);
        SimPair pair = new SimPair(network, a, b);
        pair.settle();
        assertSame(sent(10), capture.requests());
        assertSame(sent(11), capture.answers());
        assertThat(a.scq.count()).isEqualTo(messages.size());
    }

    @Test
    void aWrongKeyIsAnAccessError() {
        naks("nak-remote-access-badrkey", 15, false);
        assertThat(a.scq.status).isEqualTo(10);
    }

    @Test
    void aWrongAddressIsAnAccessError() {
        naks("nak-remote-access-badaddr", 15, true);
        assertThat(a.scq.status).isEqualTo(10);
    }

    @Test
    void aQueuePairThatMayNotBeWrittenAnswersInvalidRequest() {
        naks("nak-remote-access-noaccess", 1, true);
        assertThat(a.scq.status).isEqualTo(9);
    }

    private void naks(String name, int access, boolean elsewhere) {
        Capture capture = Capture.read(name);
        hosts(capture);
        b.qp.accessFlags = access;
        List<Message> messages = messages(capture);
        Message m = messages.getFirst();
        if (elsewhere) {
            b.regions.put(m.rkey >>> 8, new RxeMr(b.pd, b.memory, null, 0, 16, m.remote - 16, 15, m.rkey));
        }
        post(messages);
        new SimPair(network, a, b).settle();
        assertSame(sent(10), capture.requests());
        assertSame(sent(11), capture.answers());
        assertThat(a.scq.poll()).isTrue();
    }

    @Test
    void aReceiverThatIsNotReadyIsAskedAsOftenAsLinuxAsks() {
        Capture capture = Capture.read("nak-rnr-exceeded");
        hosts(capture);
        post(messages(capture).subList(0, 1));
        new SimPair(network, a, b).settle();
        assertSame(sent(10), capture.requests());
        assertSame(sent(11), capture.answers());
        assertThat(a.scq.poll()).isTrue();
        assertThat(a.scq.status).isEqualTo(13);
    }
}
