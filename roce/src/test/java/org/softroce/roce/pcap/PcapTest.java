package org.softroce.roce.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PcapTest {
    private static final long TIME = 1_764_550_861_123_456_789L;

    private static byte[] written(List<CaptureInterface> interfaces, List<CapturedFrame> frames) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (PcapNgWriter writer = new PcapNgWriter(file, "test", interfaces)) {
            for (CapturedFrame frame : frames) {
                writer.write(frame);
            }
        }
        return file.toByteArray();
    }

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        Random random = new Random(20250105);
        List<CaptureInterface> interfaces =
                List.of(CaptureInterface.ethernet("veth0"), new CaptureInterface("rxe-\u00e9", 1, 96));
        List<CapturedFrame> frames = new ArrayList<>();
        for (int length = 0; length < 300; length++) {
            byte[] data = new byte[length == 299 ? 20_000 : length];
            random.nextBytes(data);
            frames.add(new CapturedFrame(length & 1, TIME + random.nextInt(), data.length + (length & 1) * 7, data));
        }
        PcapReader reader = new PcapReader(new ByteArrayInputStream(written(interfaces, frames)));
        assertThat(reader.all()).isEqualTo(frames);
        assertThat(reader.interfaces()).isEqualTo(interfaces);
    }

    @Test
    void bytesOfASmallFile() throws Exception {
        byte[] file = written(List.of(CaptureInterface.ethernet("a")),
                List.of(new CapturedFrame(0, 0x0000000200000001L, 3, new byte[] {1, 2, 3})));
        ByteBuffer expected = ByteBuffer.allocate(file.length).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(0x0a0d0d0a).putInt(40).putInt(0x1a2b3c4d).putShort((short) 1).putShort((short) 0).putLong(-1)
                .putShort((short) 4).putShort((short) 4).put("test".getBytes()).putInt(0).putInt(40);
        expected.putInt(1).putInt(40).putShort((short) 1).putShort((short) 0).putInt(0)
                .putShort((short) 2).putShort((short) 1).putInt('a')
                .putShort((short) 9).putShort((short) 1).putInt(9).putInt(0).putInt(40);
        expected.putInt(6).putInt(36).putInt(0).putInt(2).putInt(1).putInt(3).putInt(3).putInt(0x00030201).putInt(36);
        assertThat(file).isEqualTo(expected.array());
    }

    @Test
    void writesFromAnySegmentAndCutsToSnapLength() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (PcapNgWriter writer = new PcapNgWriter(file, "test", List.of(CaptureInterface.ethernet("v")))) {
            writer.write(0, TIME, MemorySegment.ofArray(new byte[] {9, 8, 7, 6, 5}), 1, 3);
            writer.write(0, TIME, MemorySegment.ofArray(new byte[] {9, 8, 7, 6, 5}), 1, 2, 4);
            assertThatThrownBy(() -> writer.write(1, TIME, MemorySegment.ofArray(new byte[1]), 0, 1))
                    .hasMessageContaining("interface index 1 of 1");
            assertThat(writer.addInterface(CaptureInterface.ethernet("w"))).isEqualTo(1);
            writer.write(1, TIME, MemorySegment.ofArray(new byte[] {4}), 0, 1);
        }
        List<CapturedFrame> frames = new PcapReader(new ByteArrayInputStream(file.toByteArray())).all();
        assertThat(frames).containsExactly(new CapturedFrame(0, TIME, 3, new byte[] {8, 7, 6}),
                new CapturedFrame(0, TIME, 4, new byte[] {8, 7}), new CapturedFrame(1, TIME, 1, new byte[] {4}));
    }

    private static byte[] classic(ByteOrder order, int magic, int fraction) {
        ByteBuffer file = ByteBuffer.allocate(24 + 16 + 5).order(order);
        file.putInt(magic).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0).putInt(262144).putInt(1);
        file.putInt(1_764_550_861).putInt(fraction).putInt(5).putInt(60).put(new byte[] {1, 2, 3, 4, 5});
        return file.array();
    }

    @Test
    void classicFilesOfBothOrdersAndResolutions() throws Exception {
        byte[] data = {1, 2, 3, 4, 5};
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            PcapReader micro = new PcapReader(new ByteArrayInputStream(classic(order, 0xa1b2c3d4, 123_456)));
            assertThat(micro.all()).containsExactly(new CapturedFrame(0, TIME / 1000 * 1000, 60, data));
            assertThat(micro.interfaces()).containsExactly(new CaptureInterface("", 1, 262144));
            PcapReader nano = new PcapReader(new ByteArrayInputStream(classic(order, 0xa1b23c4d, 123_456_789)));
            assertThat(nano.all()).containsExactly(new CapturedFrame(0, TIME, 60, data));
        }
    }

    @Test
    void bigEndianPcapngWithMicrosecondsUnknownBlocksAndASecondSection() throws Exception {
        ByteBuffer file = ByteBuffer.allocate(512).order(ByteOrder.BIG_ENDIAN);
        for (int section = 0; section < 2; section++) {
            file.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d).putInt(0x00010000).putLong(-1).putInt(28);
            file.putInt(1).putInt(20).putShort((short) 1).putShort((short) 0).putInt(100).putInt(20);
            file.putInt(0xbad).putInt(16).putInt(0).putInt(16);
            long micros = 1_764_550_861_123_456L + section;
            file.putInt(6).putInt(36).putInt(0).putInt((int) (micros >>> 32)).putInt((int) micros).putInt(2).putInt(2)
                    .putInt(0x0a0b0000).putInt(36);
            file.putInt(3).putInt(20).putInt(2).putInt(0x0c0d0000).putInt(20);
        }
        byte[] bytes = Arrays.copyOf(file.array(), file.position());
        PcapReader reader = new PcapReader(new ByteArrayInputStream(bytes));
        assertThat(reader.all()).containsExactly(
                new CapturedFrame(0, 1_764_550_861_123_456_000L, 2, new byte[] {10, 11}),
                new CapturedFrame(0, 0, 2, new byte[] {12, 13}),
                new CapturedFrame(1, 1_764_550_861_123_457_000L, 2, new byte[] {10, 11}),
                new CapturedFrame(1, 0, 2, new byte[] {12, 13}));
        assertThat(reader.interfaces()).hasSize(2);
    }

    @Test
    void aFileThatEndsEarlyGivesItsWholeFramesFirst() throws Exception {
        CapturedFrame frame = new CapturedFrame(0, TIME, 4, new byte[] {1, 2, 3, 4});
        byte[] file = written(List.of(CaptureInterface.ethernet("v")), List.of(frame, frame));
        PcapReader reader = new PcapReader(new ByteArrayInputStream(file, 0, file.length - 6));
        assertThat(reader.next()).isEqualTo(frame);
        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    @Test
    void badFilesAreNamed() {
        assertThatThrownBy(() -> new PcapReader(new ByteArrayInputStream("no capture at all".getBytes())))
                .isInstanceOf(IOException.class).hasMessageContaining("unknown file format");
        assertThatThrownBy(() -> new PcapReader(new ByteArrayInputStream(new byte[0])))
                .isInstanceOf(EOFException.class).hasMessageContaining("empty");
        byte[] huge = classic(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0);
        huge[24 + 8 + 3] = 0x7f;
        assertThatThrownBy(() -> new PcapReader(new ByteArrayInputStream(huge)).next())
                .isInstanceOf(IOException.class).hasMessageContaining("frame of ");
    }
}
