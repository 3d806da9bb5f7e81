package org.softroce.roce.pcap;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a capture file, classic pcap (microseconds or nanoseconds) or pcapng, in either byte order; which it is shows
 * in its first four bytes.
 *
 * <p>Bad files give an {@link IOException} that names the wrong value. A file that ends within a block gives an
 * {@link EOFException} after its last whole frame, as a file does that is still being written.
 *
 * @mirrors savefile.c of libpcap
 */
public final class PcapReader implements Closeable {
    private static final int MAGIC_MICROSECONDS = 0xa1b2c3d4;
    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int FILE_HEADER_REST = 20;
    private static final int RECORD_HEADER = 16;
    private static final int LINK_TYPE_MASK = 0xffff;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;

    private final InputStream in;
    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final List<Integer> resolutions = new ArrayList<>();
    private final boolean classic;
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private long classicUnitNs = NS_PER_US;
    private int sectionStart;

    /** Reads the file's header. The stream should be buffered. */
    public PcapReader(InputStream in) throws IOException {
        this.in = in;
        ByteBuffer magic = read(Integer.BYTES);
        if (magic == null) {
            throw new EOFException("empty capture file");
        }
        int little = magic.getInt(0);
        classic = little != PcapNg.SECTION_HEADER;
        if (classic) {
            classicHeader(little);
        } else {
            sectionHeader();
        }
    }

    private void classicHeader(int little) throws IOException {
        int value = little;
        if (value != MAGIC_MICROSECONDS && value != MAGIC_NANOSECONDS) {
            order = ByteOrder.BIG_ENDIAN;
            value = Integer.reverseBytes(little);
        }
        if (value != MAGIC_MICROSECONDS && value != MAGIC_NANOSECONDS) {
            throw new IOException(String.format("unknown file format: starts with 0x%08x, neither pcap nor pcapng",
                    Integer.reverseBytes(little)));
        }
        classicUnitNs = value == MAGIC_NANOSECONDS ? 1 : NS_PER_US;
        ByteBuffer rest = need(FILE_HEADER_REST, "file header");
        int snapLength = rest.getInt(12);
        interfaces.add(new CaptureInterface("", rest.getInt(16) & LINK_TYPE_MASK, snapLength));
    }

    /** Interfaces seen so far; a pcapng file may add some between frames. */
    public List<CaptureInterface> interfaces() {
        return List.copyOf(interfaces);
    }

    /** The next frame; null at the end of the file. */
    public CapturedFrame next() throws IOException {
        return classic ? nextClassic() : nextBlock();
    }

    /** All frames up to the end of the file. */
    public List<CapturedFrame> all() throws IOException {
        List<CapturedFrame> frames = new ArrayList<>();
        for (CapturedFrame frame = next(); frame != null; frame = next()) {
            frames.add(frame);
        }
        return frames;
    }

    private CapturedFrame nextClassic() throws IOException {
        ByteBuffer head = read(RECORD_HEADER);
        if (head == null) {
            return null;
        }
        long seconds = Integer.toUnsignedLong(head.getInt());
        long timeNs = seconds * NS_PER_S + Integer.toUnsignedLong(head.getInt()) * classicUnitNs;
        int captured = head.getInt();
        int original = head.getInt();
        return new CapturedFrame(0, timeNs, original, bytes(need(checked(captured, "frame"), "frame"), captured));
    }

    private CapturedFrame nextBlock() throws IOException {
        while (true) {
            ByteBuffer type = read(Integer.BYTES);
            if (type == null) {
                return null;
            }
            int kind = type.getInt(0);
            if (kind == PcapNg.SECTION_HEADER) {
                sectionHeader();
                continue;
            }
            ByteBuffer body = body(need(Integer.BYTES, "block length").getInt(0));
            switch (kind) {
                case PcapNg.INTERFACE_DESCRIPTION -> describe(body);
                case PcapNg.ENHANCED_PACKET -> {
                    return enhanced(body);
                }
                case PcapNg.SIMPLE_PACKET -> {
                    return simple(body);
                }
                default -> { }
            }
        }
    }

    /** Called when the type of the block has been read; the order of its bytes is in its body. */
    private void sectionHeader() throws IOException {
        ByteBuffer head = need(2 * Integer.BYTES, "section header").order(ByteOrder.LITTLE_ENDIAN);
        order = head.getInt(4) == PcapNg.BYTE_ORDER_MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        head.order(order);
        if (head.getInt(4) != PcapNg.BYTE_ORDER_MAGIC) {
            throw new IOException(String.format("section header without byte order: 0x%08x", head.getInt(4)));
        }
        ByteBuffer rest = body(head.getInt(0) - Integer.BYTES);
        if (rest.getShort(0) != PcapNg.VERSION_MAJOR) {
            throw new IOException("pcapng version " + rest.getShort(0) + ", only 1 is known");
        }
        sectionStart = interfaces.size();
    }

    /** The rest of a block of a total length, of which type and length have been read, without its last word. */
    private ByteBuffer body(int totalLength) throws IOException {
        int length = checked(totalLength - PcapNg.BLOCK_MIN, "block");
        ByteBuffer body = need(length, "block");
        need(PcapNg.BLOCK_TAIL, "block");
        return body;
    }

    private void describe(ByteBuffer body) throws IOException {
        if (body.remaining() < PcapNg.INTERFACE_BODY) {
            throw new IOException("interface description of " + body.remaining() + " bytes");
        }
        int linkType = body.getShort() & LINK_TYPE_MASK;
        body.getShort();
        int snapLength = body.getInt();
        String name = "";
        int resolution = PcapNg.MICROSECONDS;
        while (body.remaining() >= PcapNg.OPTION_HEAD) {
            int code = body.getShort() & 0xffff;
            int length = body.getShort() & 0xffff;
            if (code == PcapNg.OPTION_END || PcapNg.padded(length) > body.remaining()) {
                break;
            }
            byte[] value = bytes(body, length);
            body.position(body.position() + PcapNg.padded(length) - length);
            if (code == PcapNg.INTERFACE_NAME) {
                name = new String(value, StandardCharsets.UTF_8);
            } else if (code == PcapNg.INTERFACE_RESOLUTION && length > 0) {
                resolution = value[0];
            }
        }
        interfaces.add(new CaptureInterface(name, linkType, snapLength));
        resolutions.add(resolution);
    }

    private CapturedFrame enhanced(ByteBuffer body) throws IOException {
        if (body.remaining() < PcapNg.PACKET_BODY) {
            throw new IOException("packet block of " + body.remaining() + " bytes");
        }
        int index = sectionStart + body.getInt();
        if (index < sectionStart || index >= interfaces.size()) {
            throw new IOException("packet of interface " + (index - sectionStart) + ", which is not described");
        }
        long units = Integer.toUnsignedLong(body.getInt()) << 32 | Integer.toUnsignedLong(body.getInt());
        int captured = body.getInt();
        int original = body.getInt();
        if (captured < 0 || captured > body.remaining()) {
            throw new IOException("packet of " + captured + " bytes in a block of " + body.remaining());
        }
        return new CapturedFrame(index, nanoseconds(units, resolutions.get(index)), original, bytes(body, captured));
    }

    private CapturedFrame simple(ByteBuffer body) throws IOException {
        if (interfaces.size() == sectionStart) {
            throw new IOException("simple packet block, but no interface is described");
        }
        int original = body.getInt();
        return new CapturedFrame(sectionStart, 0, original, bytes(body, Math.min(original, body.remaining())));
    }

    /** Units to nanoseconds; a negative resolution byte means a power of two. */
    private static long nanoseconds(long units, int resolution) {
        if (resolution < 0) {
            int bits = resolution & 0x7f;
            long seconds = bits < Long.SIZE ? units >>> bits : 0;
            long fraction = bits < Long.SIZE ? units & (1L << bits) - 1 : units;
            return seconds * NS_PER_S + (long) (fraction * Math.pow(2, -bits) * NS_PER_S);
        }
        long ns = units;
        for (int i = resolution; i < PcapNg.NANOSECONDS; i++) {
            ns *= 10;
        }
        for (int i = PcapNg.NANOSECONDS; i < resolution; i++) {
            ns /= 10;
        }
        return ns;
    }

    private static int checked(int length, String what) throws IOException {
        if (length < 0 || length > PcapNg.BLOCK_MAX) {
            throw new IOException(what + " of " + Integer.toUnsignedString(length) + " bytes; at most "
                    + PcapNg.BLOCK_MAX + " are read");
        }
        return length;
    }

    private static byte[] bytes(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    private ByteBuffer need(int length, String what) throws IOException {
        ByteBuffer bytes = read(length);
        if (bytes == null && length > 0) {
            throw new EOFException("capture file ends before a " + what);
        }
        return bytes == null ? ByteBuffer.allocate(0) : bytes;
    }

    /** Exactly so many bytes; null when the file ends before the first. */
    private ByteBuffer read(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length == 0) {
            return null;
        }
        if (bytes.length < length) {
            throw new EOFException("capture file ends after " + bytes.length + " of " + length + " bytes");
        }
        return ByteBuffer.wrap(bytes).order(order);
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        in.close();
    }
}
