package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.softroce.roce.pcap.CapturedFrame;

class FrameTextTest {
    private final FrameText text = new FrameText(false, false);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "rc-write.pcap|0|RoCEv2 RC_RDMA_WRITE_ONLY, dqpn 25, psn 1118464, ackreq, reth va 0x7f28d3c1d000 rkey 0xa91"
                + " len 100, length 100, icrc ok",
        "rc-flush.pcap|1|RoCEv2 RC_FLUSH, dqpn 35, psn 1118465, ackreq, flush global range, reth va 0x7fa8e46e5000"
                + " rkey 0x1479 len 100, length 0, icrc ok (flush form of Linux)",
        "rc-atomic.pcap|0|RoCEv2 RC_COMPARE_SWAP, dqpn 32, psn 1118464, ackreq, atomic va 0x7f4a25cf4000 rkey 0x117b"
                + " swap/add 0x7 compare 0x5, length 0, icrc ok",
        "rc-atomic.pcap|1|RoCEv2 RC_ATOMIC_ACKNOWLEDGE, dqpn 32, psn 1118464, aeth ACK msn 1, original 0x5, length 0,"
                + " icrc ok",
        "nak-rnr-exceeded.pcap|1|RoCEv2 RC_ACKNOWLEDGE, dqpn 43, psn 1118464, aeth RNR NAK 0.64 ms msn 0, length 0,"
                + " icrc ok",
        "rc-mw-send-inv.pcap|2|RoCEv2 RC_SEND_ONLY_WITH_INVALIDATE, dqpn 36, psn 1118465, ackreq,"
                + " invalidate rkey 0x80001da, length 100, icrc ok",
        "rc-mw-send-inv.pcap|5|RoCEv2 RC_ACKNOWLEDGE, dqpn 36, psn 1118466, aeth NAK remote access error msn 2,"
                + " length 0, icrc ok",
        "ud-send-imm.pcap|0|RoCEv2 UD_SEND_ONLY_WITH_IMMEDIATE, dqpn 41, psn 1118464, deth qkey 0x11111111 sqpn 41,"
                + " imm 0x04030201, length 100, icrc ok",
        "cm-rping.pcap|0|RoCEv2 UD_SEND_ONLY, dqpn 1, psn 0, ackreq, deth qkey 0x80010000 sqpn 1, length 256, CM REQ,"
                + " icrc ok"})
    void lines(String file, int index, String expected) throws IOException {
        String line = text.line(Captures.frames(file).get(index).data());
        assertThat(line.substring(line.indexOf(": ") + 2)).isEqualTo(expected);
    }

    @Test
    void addressesOfBothVersions() throws IOException {
        assertThat(text.line(Captures.frames("rc-write.pcap").get(0).data()))
                .startsWith("IP 192.168.100.10.49777 > 192.168.100.11.4791: ");
        assertThat(text.line(Captures.frames("v6-linklocal-rc-write.pcap").get(0).data()))
                .startsWith("IP6 fe80::ff:fe00:10.52288 > fe80::ff:fe00:11.4791: ");
    }

    @Test
    void linkLevelAndVerbose() throws IOException {
        assertThat(new FrameText(true, true).line(Captures.frames("rc-write.pcap").get(1).data())).isEqualTo(
                "02:00:00:00:00:11 > 02:00:00:00:00:10, ethertype IPv4 (0x0800), length 62: (tos 0x0, ttl 64,"
                + " id 26030, offset 0, flags [DF], proto UDP (17), length 48)\n"
                + "    192.168.100.11.49777 > 192.168.100.10.4791:"
                + " RoCEv2 RC_ACKNOWLEDGE, dqpn 25, psn 1118464, pkey 0xffff, migreq 0, tver 0, pad 0, aeth ACK msn 1,"
                + " length 0, icrc ok");
        assertThat(new FrameText(false, true).line(Captures.frames("v6-linklocal-rc-write.pcap").get(0).data()))
                .startsWith("IP6 (hlim 64, next-header UDP (17) payload length: 1064) fe80::ff:fe00:10.52288 > ");
        assertThat(new FrameText(true, false).line(Captures.frames("rc-write.pcap").get(1).data()))
                .contains("length 62: 192.168.100.11.49777 > ");
    }

    @Test
    void otherProtocols() {
        HexFormat hex = HexFormat.of();
        String ethernet = "0200000000110200000000100800";
        assertThat(text.line(hex.parseHex("ffffffffffff0200000000100806" + "0001080006040001020000000010c0a8640a"
                + "000000000000c0a8640b")))
                .isEqualTo("ARP, Request who-has 192.168.100.11 tell 192.168.100.10, length 28");
        assertThat(text.line(hex.parseHex("0200000000100200000000110806" + "0001080006040002020000000011c0a8640b"
                + "020000000010c0a8640a"))).isEqualTo("ARP, Reply 192.168.100.11 is-at 02:00:00:00:00:11, length 28");
        assertThat(text.line(hex.parseHex(ethernet + "4500002800004000400600000a0000010a000002"
                + "303948530000000100000002501000ff00000000"))).isEqualTo(
                "IP 10.0.0.1.12345 > 10.0.0.2.18515: Flags [.], seq 1, ack 2, win 255, length 0");
        assertThat(text.line(hex.parseHex(ethernet + "4500001c00000000401100000a0000010a000002" + "0035303900080000")))
                .isEqualTo("IP 10.0.0.1.53 > 10.0.0.2.12345: UDP, length 0");
        assertThat(text.line(hex.parseHex(ethernet + "4500001c00000000400100000a0000010a000002" + "0800f7ff00000000")))
                .isEqualTo("IP 10.0.0.1 > 10.0.0.2: ICMP, length 8");
        assertThat(text.line(hex.parseHex("02000000001102000000001088cc0000"))).isEqualTo(
                "ethertype Unknown (0x88cc), length 2");
    }

    @Test
    void wrongFramesSaySo() throws IOException {
        byte[] frame = Captures.frames("rc-write.pcap").get(0).data();
        byte[] changed = frame.clone();
        changed[100] ^= 1;
        assertThat(text.line(changed)).matches(".*, icrc bad 0x[0-9a-f]{8} \\(should be 0x[0-9a-f]{8}\\)");
        byte[] unknown = frame.clone();
        unknown[EthernetHeader.SIZE + Ipv4Header.SIZE + UdpHeader.SIZE] = (byte) 0xdf;
        assertThat(text.line(unknown)).contains("RoCEv2 0xdf").endsWith("[unknown opcode]");
        assertThatThrownBy(() -> RoceFrame.decode(unknown)).hasMessage("unknown opcode 0xdf");
        byte[] tooShort = Arrays.copyOf(frame, 60);
        tooShort[EthernetHeader.SIZE + Ipv4Header.TOTAL_LENGTH + 1] = 46;
        assertThat(text.line(tooShort)).contains("[malformed: headers and padding are 14 bytes longer than UDP]");
        assertThatThrownBy(() -> RoceFrame.decode(tooShort)).hasMessageContaining("headers of RC_RDMA_WRITE_ONLY end");
        assertThatThrownBy(() -> RoceFrame.decode(new byte[60])).hasMessageContaining("not RoCEv2");
    }

    @Test
    void anyPrefixAndAnyDamageGiveALine() throws IOException {
        Random random = new Random(20250106);
        for (Path file : Captures.files()) {
            for (CapturedFrame captured : Captures.frames(file)) {
                byte[] data = captured.data();
                byte[] prefix = Arrays.copyOf(data, random.nextInt(data.length));
                assertThat(text.line(prefix, data.length)).isNotBlank();
                byte[] damaged = data.clone();
                for (int i = 0; i < 5; i++) {
                    damaged[12 + random.nextInt(Math.min(80, data.length - 12))] = (byte) random.nextInt();
                }
                assertThat(text.line(damaged)).isNotBlank();
            }
        }
        byte[] cut = Arrays.copyOf(Captures.frames("rc-write.pcap").get(0).data(), 90);
        assertThat(text.line(cut, 174)).contains("RC_RDMA_WRITE_ONLY").endsWith("[|cut short after 90 bytes]");
    }
}
