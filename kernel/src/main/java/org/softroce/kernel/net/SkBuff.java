package org.softroce.kernel.net;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A frame buffer, reused for ever: one owner at a time, who either passes it on or frees it.
 *
 * <p>A frame starts at {@link #HEAD} so that the IP header is aligned; offsets count from the start of
 * {@link #data()}. Any thread may free it; it goes to that thread's stock.
 *
 * @mirrors include/linux/skbuff.h#sk_buff
 */
public final class SkBuff {

    /** Offset of the Ethernet header. */
    public static final int HEAD = 2;
    /** Bytes a frame may have: MTU 4096 of RoCE, all headers, and room. */
    public static final int CAPACITY = 4608;

    /** Numbers the current owner keeps with the frame (Linux: {@code skb->cb}). */
    public final int[] cb = new int[16];
    /** Likewise. */
    public final long[] cb64 = new long[4];

    private final MemorySegment data = Arena.ofAuto().allocate(CAPACITY + HEAD, 64);
    private final ByteBuffer view = data.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
    private int end = HEAD;
    private int network;
    private int transport;
    private NetDevice device;
    private boolean free;
    private boolean checksumUnnecessary;
    private ChecksumHelp partial;

    /** How to finish a checksum; may be called by any thread that has the frame. */
    @FunctionalInterface
    public interface ChecksumHelp {
        void complete(SkBuff skb);
    }

    /** Buffers come from {@link Softnet#alloc()}; tests may make their own. */
    public SkBuff() { }

    /** An empty buffer of the calling thread's stock; {@link Softnet#alloc()} is the way to it. */
    public static SkBuff alloc() {
        return SkBuffStock.of().take();
    }

    /** All bytes. */
    public MemorySegment data() {
        return data;
    }

    /** The same bytes for {@code CRC32.update}: set position and limit before use. */
    public ByteBuffer view() {
        return view;
    }

    /** Offset behind the last byte of the frame. */
    public int end() {
        return end;
    }

    public void setEnd(int end) {
        this.end = end;
    }

    /** Bytes of the frame, Ethernet header included. */
    public int length() {
        return end - HEAD;
    }

    /** Offset of the IP header. */
    public int network() {
        return network;
    }

    public void setNetwork(int offset) {
        this.network = offset;
    }

    /** Offset of the UDP header. */
    public int transport() {
        return transport;
    }

    public void setTransport(int offset) {
        this.transport = offset;
    }

    /** The device it came in at or goes out of. */
    public NetDevice device() {
        return device;
    }

    public void setDevice(NetDevice device) {
        this.device = device;
    }

    /**
     * True if whoever filled the buffer put right checksums into it and nobody touched it since: the receiver may trust
     * it as it trusts a device that checked ({@code CHECKSUM_UNNECESSARY}). A new buffer is not trusted.
     */
    public boolean isChecksumUnnecessary() {
        return checksumUnnecessary;
    }

    /** Set by the sender that computed the checksums; cleared by whoever changes a byte of the frame. */
    public void setChecksumUnnecessary(boolean unnecessary) {
        this.checksumUnnecessary = unnecessary;
    }

    /**
     * Leaves the checksum open ({@code CHECKSUM_PARTIAL}): inside the machine nobody needs it, and whoever shows the
     * frame to somebody outside calls {@link #completeChecksum()} first.
     */
    public void setChecksumPartial(ChecksumHelp help) {
        this.partial = help;
        this.checksumUnnecessary = true;
    }

    /**
     * Computes a checksum that was left open.
     *
     * @mirrors net/core/dev.c#skb_checksum_help
     */
    public void completeChecksum() {
        ChecksumHelp help = partial;
        if (help != null) {
            partial = null;
            help.complete(this);
        }
    }

    /** Gives the buffer back to the calling thread's stock. */
    public void free() {
        if (free) {
            throw new IllegalStateException("frame buffer freed twice");
        }
        free = true;
        device = null;
        SkBuffStock.of().put(this);
    }

    /** Marks a buffer as in use; called where it leaves the stock. */
    SkBuff taken() {
        free = false;
        checksumUnnecessary = false;
        partial = null;
        end = HEAD;
        return this;
    }
}
