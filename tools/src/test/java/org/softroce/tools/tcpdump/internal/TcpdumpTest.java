package org.softroce.tools.tcpdump.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.SockAddr;
import org.softroce.roce.Aeth;
import org.softroce.roce.AethSyndrome;
import org.softroce.roce.Bth;
import org.softroce.roce.EthernetHeader;
import org.softroce.roce.Icrc;
import org.softroce.roce.Ipv4Header;
import org.softroce.roce.Reth;
import org.softroce.roce.RoceOpcode;
import org.softroce.roce.UdpHeader;
import org.softroce.roce.pcap.CaptureInterface;
import org.softroce.roce.pcap.CapturedFrame;
import org.softroce.roce.pcap.PcapReader;

class TcpdumpTest {
    private static final long TIME = 1_764_550_861_123_456_789L;
    private static final int CLIENT = 0xc0a8640a;
    private static final int SERVER = 0xc0a8640b;
    private static final String LISTENING =
            "listening on veth0, link-type EN10MB (Ethernet), snapshot length 262144 bytes\n";

    private final CaptureTask machine = new CaptureTask();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private InputStream in = InputStream.nullInputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void utc() {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }

    @AfterEach
    void localTime() {
        TimeZone.setDefault(null);
    }

    private int run(String... args) throws IOException {
        out.reset();
        err.reset();
        Invocation invocation = new Invocation(machine.task(), "tcpdump", List.of(args), in, new PrintStream(out),
                new PrintStream(err));
        int code = new Tcpdump().run(invocation);
        invocation.out().flush();
        invocation.err().flush();
        return code;
    }

    private static byte[] frame(int opcode, boolean toServer, int payload, Headers headers) {
        int roce = RoceOpcode.headerLength(opcode) + payload + Icrc.SIZE;
        byte[] bytes = new byte[EthernetHeader.SIZE + Ipv4Header.SIZE + UdpHeader.SIZE + roce];
        MemorySegment s = MemorySegment.ofArray(bytes);
        EthernetHeader.write(s, 0, toServer ? 0x020000000011L : 0x020000000010L,
                toServer ? 0x020000000010L : 0x020000000011L, EthernetHeader.TYPE_IPV4);
        int ip = EthernetHeader.SIZE;
        Ipv4Header.write(s, ip, 0, bytes.length - ip, 7, Ipv4Header.DONT_FRAGMENT, 64, toServer ? CLIENT : SERVER,
                toServer ? SERVER : CLIENT);
        UdpHeader.write(s, ip + 20, 0xc4c9, UdpHeader.ROCE_PORT, UdpHeader.SIZE + roce);
        int bth = ip + 28;
        Bth.write(s, bth, opcode, 0, Bth.DEFAULT_PKEY, 17, toServer, 100);
        headers.write(s, bth + Bth.SIZE);
        new Icrc().generate(s, ByteBuffer.wrap(bytes), ip, bytes.length - Icrc.SIZE);
        return bytes;
    }

    private interface Headers {
        void write(MemorySegment s, long at);
    }

    private static byte[] write() {
        return frame(RoceOpcode.RC_RDMA_WRITE_ONLY, true, 64, (s, at) -> Reth.write(s, at, 0x1000, 0x1479, 64));
    }

    private static byte[] ack() {
        return frame(RoceOpcode.RC_ACKNOWLEDGE, false, 0,
                (s, at) -> Aeth.write(s, at, AethSyndrome.ACK_UNLIMITED, 1));
    }

    private void writeAndAck() {
        machine.add(CaptureTask.VETH0, CaptureTask.OUT, TIME, write())
                .add(CaptureTask.VETH0, CaptureTask.IN, TIME + 5_000_000, ack());
    }

    @Test
    void aCaptureUntilInterrupted() throws IOException {
        writeAndAck();
        machine.dropped = 3;
        assertThat(run("-n", "-i", "veth0")).isZero();
        assertThat(out).hasToString("""
                01:01:01.123456 IP 192.168.100.10.50377 > 192.168.100.11.4791: RoCEv2 RC_RDMA_WRITE_ONLY, dqpn 17, \
                psn 100, ackreq, reth va 0x1000 rkey 0x1479 len 64, length 64, icrc ok
                01:01:01.128456 IP 192.168.100.11.50377 > 192.168.100.10.4791: RoCEv2 RC_ACKNOWLEDGE, dqpn 17, \
                psn 100, aeth ACK msn 1, length 0, icrc ok

                """);
        assertThat(err).hasToString("tcpdump: verbose output suppressed, use -v[v]... for full protocol decode\n"
                + LISTENING + "2 packets captured\n5 packets received by filter\n3 packets dropped by kernel\n");
        assertThat(machine.bound).isEqualTo(new SockAddr.Packet(CaptureTask.VETH0, 3));
        assertThat(machine.closed).isEqualTo(1);
    }

    @Test
    void aCountEndsIt() throws IOException {
        writeAndAck();
        assertThat(run("-i", "veth0", "-c", "1", "-t", "-v")).isZero();
        assertThat(out.toString()).startsWith("IP (tos 0x0, ttl 64, id 7, offset 0, flags [DF], proto UDP (17), length")
                .contains("\n    192.168.100.10.50377 > ").hasLineCount(2);
        assertThat(err).hasToString("tcpdump: " + LISTENING
                + "1 packet captured\n1 packet received by filter\n0 packets dropped by kernel\n");
    }

    @Test
    void allDevicesWithTheirNamesAndEachLoFrameOnce() throws IOException {
        writeAndAck();
        byte[] toItself = write();
        Arrays.fill(toItself, 0, 12, (byte) 0);
        machine.add(CaptureTask.LO, CaptureTask.OUT, TIME, toItself)
                .add(CaptureTask.LO, CaptureTask.IN, TIME, toItself);
        assertThat(run("-i", "any", "-t", "udp")).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll("(IP ).*", "$1")))
                .containsExactly("veth0 Out IP ", "veth0 In  IP ", "lo    In  IP ", "");
        assertThat(err.toString()).contains("listening on any, link-type EN10MB")
                .contains("3 packets captured\n4 packets received by filter\n");
    }

    @Test
    void withoutADeviceTheFirstRunningOneIsTaken() throws IOException {
        assertThat(run()).isZero();
        assertThat(err.toString()).contains(LISTENING).contains("0 packets captured");
        assertThat(run("-i", "3")).isZero();
        assertThat(err.toString()).contains("listening on lo,");
    }

    @Test
    void devices() throws IOException {
        assertThat(run("-D")).isZero();
        assertThat(out).hasToString("""
                1.veth0 [Up, Running, Connected]
                2.any (Pseudo-device that captures on all interfaces) [Up, Running]
                3.lo [Up, Running, Loopback]
                4.veth1 [none, Disconnected]
                """);
    }

    @Test
    void complaints() throws IOException {
        assertThat(run("-i", "eth9")).isEqualTo(1);
        assertThat(err).hasToString("tcpdump: eth9: No such device exists\n(No such device exists)\n"
                + "devices here: veth0, any, lo, veth1\n");
        assertThat(run("-i", "rxe0")).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: rxe0: No such device exists\n").endsWith("-i veth0\n");
        assertThat(run("-i", "77")).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: Invalid adapter index\n");
        assertThat(run("-c", "x")).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: invalid packet count x\n");
        assertThat(run("-c", "0")).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: invalid packet count 0\n");
        assertThat(run("-9")).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: invalid option -- '9'\nUsage: tcpdump [");
        assertThat(run("-i", "veth0", "foo", "bar")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("tcpdump: can't parse filter expression: syntax error\n\"foo\" is neither a test nor");
        assertThat(run("-i", "veth0", "-w", folder + "/none/x")).isEqualTo(1);
        assertThat(err).hasToString("tcpdump: " + folder + "/none/x: No such file or directory\n");
        machine.uid = 1000;
        assertThat(run("-i", "lo")).isEqualTo(1);
        assertThat(err).hasToString("tcpdump: lo: You don't have permission to perform this capture on that device\n"
                + "(socket: Operation not permitted)\ncaptures are for uid 0, not for 1000\n");
    }

    @Test
    void help() throws IOException {
        assertThat(run("-h")).isZero();
        assertThat(out.toString()).startsWith("Usage: tcpdump [");
        assertThat(err.size()).isZero();
    }

    @Test
    void theDeviceVanishes() throws IOException {
        writeAndAck();
        machine.deviceVanishes = true;
        assertThat(run("-i", "veth0")).isEqualTo(1);
        assertThat(err.toString()).contains("tcpdump: pcap_loop: The interface disappeared\nthe device with index 2 is")
                .contains("2 packets captured\n");
    }

    @Test
    void otherSignalsKillIt() throws IOException {
        machine.signal = 1;
        assertThat(run("-i", "veth0")).isEqualTo(129);
    }

    @Test
    void filesAreWrittenAndReadBack() throws IOException {
        writeAndAck();
        String file = folder.resolve("a.pcapng").toString();
        assertThat(run("-i", "any", "-w", file, "-s", "90")).isZero();
        assertThat(out.size()).isZero();
        assertThat(err.toString()).startsWith("tcpdump: listening on any, ");
        try (PcapReader reader = new PcapReader(Files.newInputStream(Path.of(file)))) {
            byte[] cut = Arrays.copyOf(write(), 90);
            assertThat(reader.all()).containsExactly(new CapturedFrame(0, TIME, write().length, cut),
                    new CapturedFrame(0, TIME + 5_000_000, ack().length, ack()));
            assertThat(reader.interfaces()).containsExactly(new CaptureInterface("veth0", 1, 90));
        }
        assertThat(run("-r", file, "-t", "-e")).isZero();
        assertThat(err)
                .hasToString("reading from file " + file + ", link-type EN10MB (Ethernet), snapshot length 90\n");
        assertThat(out.toString()).hasLineCount(2).startsWith("02:00:00:00:00:10 > 02:00:00:00:00:11, ethertype IPv4 ")
                .contains("[|cut short after 90 bytes]\n").endsWith("icrc ok\n");
        assertThat(run("-r", file, "-t", "dst", "192.168.100.10")).isZero();
        assertThat(out.toString()).hasLineCount(1).contains("RC_ACKNOWLEDGE");
    }

    @Test
    void pcapngThroughStandardStreams() throws IOException {
        writeAndAck();
        assertThat(run("-i", "veth0", "-w", "-")).isZero();
        in = new ByteArrayInputStream(out.toByteArray());
        assertThat(run("-r", "-", "-tttt")).isZero();
        assertThat(out.toString()).hasLineCount(2).startsWith("2025-12-01 01:01:01.123456 IP 192.168");
    }

    @Test
    void badFiles() throws IOException {
        assertThat(run("-r", "/none/at/all")).isEqualTo(1);
        assertThat(err).hasToString("tcpdump: /none/at/all: No such file or directory\n");
        Path text = Files.writeString(folder.resolve("t"), "this is no capture");
        assertThat(run("-r", text.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: unknown file format\n");
        Path empty = Files.writeString(folder.resolve("e"), "");
        assertThat(run("-r", empty.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("tcpdump: truncated dump file");
    }

    @Test
    void tsharkFindsNothingWrong() throws Exception {
        writeAndAck();
        String file = folder.resolve("t.pcapng").toString();
        assertThat(run("-i", "any", "-w", file)).isZero();
        String fields = tshark("-r", file, "-T", "fields", "-e", "frame.interface_name", "-e", "_ws.col.Protocol",
                "-e", "infiniband.bth.opcode", "-e", "infiniband.reth.dmalen", "-e", "_ws.malformed",
                "-e", "_ws.expert.message");
        assertThat(fields.lines().map(String::stripTrailing).toList())
                .containsExactly("veth0\tRRoCE\t10\t64", "veth0\tRRoCE\t17");
        assertThat(tshark("-r", file, "-Y", "_ws.malformed || _ws.expert")).isBlank();
    }

    private static String tshark(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(args));
        command.addFirst("tshark");
        Process process;
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            System.out.println("skipped: tshark, which would judge our captures, is not installed");
            return abort("tshark is not installed");
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
        return text;
    }
}
