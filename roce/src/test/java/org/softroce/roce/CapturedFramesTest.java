package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.softroce.roce.pcap.CapturedFrame;

/** Every frame that real Linux sent decodes, encodes to the same bytes and has the right ICRC. */
class CapturedFramesTest {

    static java.util.List<Path> files() {
        return Captures.files();
    }

    @ParameterizedTest
    @MethodSource("files")
    void decodesAndEncodesToTheSameBytes(Path file) throws Exception {
        int roce = 0;
        for (CapturedFrame captured : Captures.frames(file)) {
            byte[] data = captured.data();
            if (!RoceFrame.isRoce(MemorySegment.ofArray(data), 0, data.length)) {
                continue;
            }
            roce++;
            RoceFrame frame = RoceFrame.decode(data);
            assertThat(frame.encode()).as(file + " frame " + roce).isEqualTo(data);
            assertThat(frame.padding().length).isEqualTo(-frame.payload().length & 3);
            assertThat(frame.udp().length()).isEqualTo(ipPayload(frame));
            if (frame.ip() instanceof RoceFrame.Ip4) {
                assertThat(Ipv4Header.checksumRight(MemorySegment.ofArray(data), EthernetHeader.SIZE)).isTrue();
            }
            if (frame.bth().opcode() != RoceOpcode.RC_FLUSH) {
                assertThat(frame.withIcrc().encode()).isEqualTo(data);
            }
        }
        assertThat(roce).as("RoCE frames in " + file).isPositive();
    }

    private static int ipPayload(RoceFrame frame) {
        return switch (frame.ip()) {
            case RoceFrame.Ip4 v4 -> v4.totalLength() - Ipv4Header.SIZE;
            case RoceFrame.Ip6 v6 -> v6.payloadLength();
        };
    }

    @Test
    void everyIcrcIsRightAndOneIsTheFlushOfLinux() throws Exception {
        Map<Icrc.Verdict, Integer> verdicts = new EnumMap<>(Icrc.Verdict.class);
        int others = 0;
        Icrc icrc = new Icrc();
        for (Path file : Captures.files()) {
            for (CapturedFrame captured : Captures.frames(file)) {
                MemorySegment s = MemorySegment.ofArray(captured.data());
                if (!RoceFrame.isRoce(s, 0, captured.data().length)) {
                    others++;
                    continue;
                }
                Icrc.Verdict verdict = icrc.verify(s, ByteBuffer.wrap(captured.data()), EthernetHeader.SIZE,
                        captured.data().length - Icrc.SIZE);
                verdicts.merge(verdict, 1, Integer::sum);
            }
        }
        System.out.println("captured frames of Linux: " + verdicts + ", not RoCE: " + others);
        assertThat(verdicts).containsOnlyKeys(Icrc.Verdict.RIGHT, Icrc.Verdict.LINUX_FLUSH)
                .containsEntry(Icrc.Verdict.RIGHT, 342).containsEntry(Icrc.Verdict.LINUX_FLUSH, 1);
    }

    @Test
    void linuxFlushIsMadeAsLinuxMakesIt() throws Exception {
        byte[] flush = Captures.frames("rc-flush.pcap").get(1).data();
        byte[] ours = flush.clone();
        int icrcAt = ours.length - Icrc.SIZE;
        java.util.Arrays.fill(ours, icrcAt, ours.length, (byte) 0);
        new Icrc().generateLinuxFlush(MemorySegment.ofArray(ours), EthernetHeader.SIZE, icrcAt);
        assertThat(ours).isEqualTo(flush);
        assertThat(RoceFrame.decode(flush).verdict()).isEqualTo(Icrc.Verdict.LINUX_FLUSH);
        assertThat(RoceFrame.decode(flush).withIcrc().verdict()).isEqualTo(Icrc.Verdict.RIGHT);
    }

    @Test
    void sourcePortsFollowFromQueuePairNumbers() throws Exception {
        RoceFrame request = RoceFrame.decode(Captures.frames("rc-write.pcap").get(0).data());
        int qpn = request.bth().qpn();
        assertThat(request.udp().sourcePort()).isEqualTo(UdpHeader.roceSourcePort(0, qpn, qpn));
        RoceFrame datagram = RoceFrame.decode(Captures.frames("cm-rping.pcap").get(0).data());
        int source = datagram.extension(RoceFrame.Datagram.class).sourceQpn();
        assertThat(source).isEqualTo(Qpn.GSI);
        assertThat(datagram.udp().sourcePort()).isEqualTo(UdpHeader.sourcePortOfQpn(source));
    }
}
