package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.softroce.roce.pcap.CapturedFrame;

/** The fast ICRC against one that is written down as the specification says it. */
class IcrcTest {
    private static final int IP = 16;
    private static final int FRAME_BYTES = 4700;

    private final MemorySegment frame = Arena.ofAuto().allocate(FRAME_BYTES, 64);
    private final ByteBuffer view = frame.asByteBuffer();

    /** Ones for the local route header, then all bytes with the fields that may change set to ones. */
    private static int reference(byte[] ip, int headerBytes) {
        byte[] b = ip.clone();
        if (b[0] >> 4 == 6) {
            b[0] |= 0x0f;
            b[1] = b[2] = b[3] = b[7] = -1;
        } else {
            b[1] = b[8] = b[10] = b[11] = -1;
        }
        b[headerBytes + 6] = b[headerBytes + 7] = -1;
        b[headerBytes + 8 + 4] = -1;
        CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        crc.update(b, 0, b.length - 4);
        return (int) crc.getValue();
    }

    private void checkRandomFrames(long seed, int firstByte, int headerBytes) {
        Random random = new Random(seed);
        Icrc icrc = new Icrc();
        byte[] ip = new byte[0];
        for (int round = 0; round < 4000; round++) {
            int payload = round < 200 ? round : random.nextInt(4100);
            byte[] next = new byte[headerBytes + UdpHeader.SIZE + Bth.SIZE + payload + Icrc.SIZE];
            random.nextBytes(next);
            if (round % 3 != 0 && ip.length > 0) {
                System.arraycopy(ip, 0, next, 0, headerBytes + UdpHeader.SIZE);
                int[] changing = headerBytes == Ipv6Header.SIZE ? new int[] {1, 4, 5, 7, 44, 45}
                        : new int[] {1, 2, 3, 4, 5, 8, 10, 24, 25};
                for (int at : changing) {
                    next[at] = (byte) random.nextInt();
                }
            }
            ip = next;
            ip[0] = (byte) firstByte;
            MemorySegment.copy(MemorySegment.ofArray(ip), 0, frame, IP, ip.length);
            int icrcAt = IP + ip.length - Icrc.SIZE;
            icrc.generate(frame, view, IP, icrcAt);
            assertThat(Icrc.stored(frame, icrcAt)).as("seed %d round %d payload %d", seed, round, payload)
                    .isEqualTo(reference(ip, headerBytes));
            assertThat(icrc.check(frame, view, IP, icrcAt)).isTrue();
            int flipped = IP + headerBytes + UdpHeader.SIZE + Bth.SIZE + random.nextInt(payload + Icrc.SIZE);
            int old = Be.u8(frame, flipped);
            Be.u8(frame, flipped, old ^ 1 << random.nextInt(8));
            assertThat(icrc.check(frame, view, IP, icrcAt)).as("byte %d changed", flipped).isFalse();
        }
    }

    @Test
    void ipv4FramesOfAnyLength() {
        checkRandomFrames(20250101, 0x45, Ipv4Header.SIZE);
    }

    @Test
    void ipv6FramesOfAnyLength() {
        checkRandomFrames(20250102, 0x60, Ipv6Header.SIZE);
    }

    @Test
    void ipv4FramesWithOptions() {
        checkRandomFrames(20250103, 0x47, Ipv4Header.SIZE + 8);
    }

    @Test
    void oneInstanceSwitchesBetweenFlowsAndVersions() {
        Icrc icrc = new Icrc();
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            boolean six = random.nextBoolean();
            int headerBytes = six ? Ipv6Header.SIZE : Ipv4Header.SIZE;
            byte[] ip = new byte[headerBytes + UdpHeader.SIZE + Bth.SIZE + 8 + Icrc.SIZE];
            new Random(random.nextInt(4)).nextBytes(ip);
            ip[0] = (byte) (six ? 0x60 | random.nextInt(16) : 0x45);
            MemorySegment.copy(MemorySegment.ofArray(ip), 0, frame, IP, ip.length);
            assertThat(icrc.compute(frame, view, IP, IP + ip.length - Icrc.SIZE))
                    .isEqualTo(reference(ip, headerBytes));
        }
    }

    @Test
    void routersMayChangeWhatIsMaskedAndNothingElse() throws Exception {
        byte[] sent = Captures.frames("rc-write.pcap").get(0).data();
        int ip = EthernetHeader.SIZE;
        int bth = ip + Ipv4Header.SIZE + UdpHeader.SIZE;
        int[] masked = {ip + Ipv4Header.TOS, ip + Ipv4Header.TTL, ip + Ipv4Header.CHECKSUM,
            ip + Ipv4Header.CHECKSUM + 1, bth - 2, bth - 1, bth + Bth.RESV8A};
        for (int at = ip + 1; at < sent.length; at++) {
            final int byteAt = at;
            byte[] arrived = sent.clone();
            arrived[at] ^= 0x10;
            boolean right = new Icrc().check(MemorySegment.ofArray(arrived), ByteBuffer.wrap(arrived), ip,
                    sent.length - Icrc.SIZE);
            assertThat(right).as("byte " + at).isEqualTo(Arrays.stream(masked).anyMatch(m -> m == byteAt));
        }
    }

    @Test
    void storesLeastSignificantByteFirst() throws Exception {
        byte[] sent = Captures.frames("rc-write.pcap").get(0).data();
        int icrcAt = sent.length - Icrc.SIZE;
        int value = new Icrc().compute(MemorySegment.ofArray(sent), ByteBuffer.wrap(sent), EthernetHeader.SIZE, icrcAt);
        ByteArrayOutputStream littleEndian = new ByteArrayOutputStream();
        for (int shift = 0; shift < 32; shift += 8) {
            littleEndian.write(value >>> shift);
        }
        assertThat(littleEndian.toByteArray()).isEqualTo(Arrays.copyOfRange(sent, icrcAt, sent.length));
    }

    @Test
    void theIpv4IdIsFoundAgain() throws Exception {
        Icrc icrc = new Icrc();
        Random random = new Random(20250107);
        int frames = 0;
        int damagedAndTaken = 0;
        for (Path file : Captures.files()) {
            for (CapturedFrame captured : Captures.frames(file)) {
                byte[] b = captured.data();
                MemorySegment s = MemorySegment.ofArray(b);
                if (EthernetHeader.type(s, 0) != EthernetHeader.TYPE_IPV4) {
                    continue;
                }
                frames++;
                int ip = EthernetHeader.SIZE;
                int icrcAt = b.length - Icrc.SIZE;
                int id = Ipv4Header.id(s, ip);
                Be.u16(s, ip + Ipv4Header.ID, random.nextInt());
                assertThat(icrc.recoverIpv4Id(s, ByteBuffer.wrap(b), ip, icrcAt)).as(file.toString()).isEqualTo(id);
                b[ip + Ipv4Header.SIZE + UdpHeader.SIZE + Bth.SIZE - 1 - random.nextInt(3)] ^= 1 << random.nextInt(8);
                damagedAndTaken += icrc.recoverIpv4Id(s, ByteBuffer.wrap(b), ip, icrcAt) >= 0 ? 1 : 0;
            }
        }
        assertThat(frames).isEqualTo(303);
        assertThat(damagedAndTaken).isZero();
    }

    @Test
    void allocatesNothing() {
        Icrc icrc = new Icrc();
        Ipv4Header.write(frame, IP, 0, 1000, 1, Ipv4Header.DONT_FRAGMENT, 64, 0x0a000001, 0x0a000002);
        run(icrc, 20_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(icrc, 20_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000);
    }

    private void run(Icrc icrc, int frames) {
        for (int i = 0; i < frames; i++) {
            int icrcAt = IP + Ipv4Header.SIZE + UdpHeader.SIZE + Bth.SIZE + (i % 5) * 64;
            frame.set(ValueLayout.JAVA_BYTE, icrcAt - 1, (byte) i);
            icrc.generate(frame, view, IP, icrcAt);
            if (icrc.verify(frame, view, IP, icrcAt) != Icrc.Verdict.RIGHT) {
                throw new AssertionError("frame " + i);
            }
        }
    }
}
