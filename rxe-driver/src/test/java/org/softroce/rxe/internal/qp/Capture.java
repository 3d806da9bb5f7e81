package org.softroce.rxe.internal.qp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.softroce.roce.Bth;
import org.softroce.roce.RoceOpcode;

/** A packet capture of Linux: Ethernet frames over IPv4, with the places in them that these tests need. */
final class Capture {
    static final int BTH = 42;
    private static final int GLOBAL_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    final List<byte[]> frames = new ArrayList<>();

    private Capture() { }

    static Capture read(String name) {
        Capture capture = new Capture();
        try (InputStream in = Capture.class.getResourceAsStream("/pcap/" + name + ".pcap")) {
            ByteBuffer file = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            file.position(GLOBAL_HEADER);
            while (file.hasRemaining()) {
                int length = file.getInt(file.position() + 8);
                byte[] frame = new byte[length];
                file.position(file.position() + RECORD_HEADER);
                file.get(frame);
                capture.frames.add(frame);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return capture;
    }

    List<byte[]> requests() {
        return frames.stream().filter(f -> (mask(f) & RoceOpcode.REQ_MASK) != 0).toList();
    }

    List<byte[]> answers() {
        return frames.stream().filter(f -> (mask(f) & RoceOpcode.REQ_MASK) == 0).toList();
    }

    static int opcode(byte[] frame) {
        return frame[BTH] & 0xff;
    }

    static int mask(byte[] frame) {
        return RoceOpcode.mask(opcode(frame));
    }

    static int psn(byte[] frame) {
        return Bth.psn(MemorySegment.ofArray(frame), BTH);
    }

    static int qpn(byte[] frame) {
        return Bth.qpn(MemorySegment.ofArray(frame), BTH);
    }

    static byte[] payload(byte[] frame) {
        int from = BTH + RoceOpcode.headerLength(opcode(frame));
        int pad = Bth.pad(MemorySegment.ofArray(frame), BTH);
        byte[] payload = new byte[frame.length - 4 - pad - from];
        System.arraycopy(frame, from, payload, 0, payload.length);
        return payload;
    }

    /** Without what differs from run to run: IP identification with its checksum, and the ICRC that covers it. */
    static byte[] masked(byte[] frame) {
        byte[] masked = frame.clone();
        masked[18] = 0;
        masked[19] = 0;
        masked[24] = 0;
        masked[25] = 0;
        for (int i = masked.length - 4; i < masked.length; i++) {
            masked[i] = 0;
        }
        return masked;
    }
}
