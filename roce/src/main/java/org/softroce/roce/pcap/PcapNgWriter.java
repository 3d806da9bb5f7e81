package org.softroce.roce.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a pcapng file: one section, its interfaces, then one enhanced packet block a frame, times in nanoseconds.
 *
 * <p>The stream should be buffered; {@link #flush()} makes what is written visible to a reader of the file. Not for
 * use by two threads at a time. I/O errors come from the stream as they are.
 *
 * @mirrors sf-pcapng.c of libpcap, which only reads; the writer of Wireshark's dumpcap
 */
public final class PcapNgWriter implements Closeable {
    private static final int INITIAL_BUFFER = 8192;

    private final OutputStream out;
    private int interfaces;
    private ByteBuffer block = ByteBuffer.allocate(INITIAL_BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * Writes the section header and the interfaces.
     *
     * @param application name of the writing program, kept in the file
     * @param interfaces  their order gives the index that {@link #write} takes
     */
    public PcapNgWriter(OutputStream out, String application, List<CaptureInterface> interfaces) throws IOException {
        this.out = out;
        begin(PcapNg.SECTION_HEADER);
        block.putInt(PcapNg.BYTE_ORDER_MAGIC).putShort((short) PcapNg.VERSION_MAJOR).putShort((short) 0);
        block.putLong(-1);
        option(PcapNg.SECTION_APPLICATION, application.getBytes(StandardCharsets.UTF_8));
        endOptions();
        end();
        for (CaptureInterface description : interfaces) {
            addInterface(description);
        }
    }

    /** Adds an interface that turned up later; gives the index that {@link #write} takes. */
    public int addInterface(CaptureInterface description) throws IOException {
        begin(PcapNg.INTERFACE_DESCRIPTION);
        block.putShort((short) description.linkType()).putShort((short) 0).putInt(description.snapLength());
        if (!description.name().isEmpty()) {
            option(PcapNg.INTERFACE_NAME, description.name().getBytes(StandardCharsets.UTF_8));
        }
        option(PcapNg.INTERFACE_RESOLUTION, new byte[] {PcapNg.NANOSECONDS});
        endOptions();
        end();
        return interfaces++;
    }

    /**
     * Writes one frame, all of which was captured.
     *
     * @param interfaceIndex index in the list given to the constructor
     * @param timeNs         nanoseconds since 1970-01-01 UTC
     */
    public void write(int interfaceIndex, long timeNs, MemorySegment frame, long offset, int length)
            throws IOException {
        write(interfaceIndex, timeNs, frame, offset, length, length);
    }

    /** Writes one frame, of which {@code length} bytes of {@code originalLength} were captured. */
    public void write(int interfaceIndex, long timeNs, MemorySegment frame, long offset, int length,
            int originalLength) throws IOException {
        if (interfaceIndex < 0 || interfaceIndex >= interfaces) {
            throw new IllegalArgumentException("interface index " + interfaceIndex + " of " + interfaces);
        }
        int room = PcapNg.BLOCK_MIN + PcapNg.PACKET_BODY + PcapNg.padded(length);
        if (block.capacity() < room) {
            block = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
        }
        begin(PcapNg.ENHANCED_PACKET);
        block.putInt(interfaceIndex).putInt((int) (timeNs >>> 32)).putInt((int) timeNs);
        block.putInt(length).putInt(originalLength);
        MemorySegment.copy(frame, offset, MemorySegment.ofArray(block.array()), block.position(), length);
        block.position(block.position() + length);
        pad();
        end();
    }

    /** Writes one captured frame as it was read. */
    public void write(CapturedFrame frame) throws IOException {
        write(frame.interfaceIndex(), frame.timeNs(), MemorySegment.ofArray(frame.data()), 0, frame.data().length,
                frame.originalLength());
    }

    private void begin(int type) {
        block.clear().putInt(type).putInt(0);
    }

    private void option(int code, byte[] value) {
        block.putShort((short) code).putShort((short) value.length).put(value);
        pad();
    }

    private void endOptions() {
        block.putInt(PcapNg.OPTION_END);
    }

    private void pad() {
        while ((block.position() & 3) != 0) {
            block.put((byte) 0);
        }
    }

    private void end() throws IOException {
        int length = block.position() + PcapNg.BLOCK_TAIL;
        block.putInt(length).putInt(Integer.BYTES, length);
        out.write(block.array(), 0, length);
    }

    /** Flushes the stream. */
    public void flush() throws IOException {
        out.flush();
    }

    /** Flushes and closes the stream. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
