package org.softroce.roce;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The invariant CRC: the last four bytes of every RoCE packet (IBA 7.8.1 and annex A17.3.4).
 *
 * <p>It is the CRC-32 of Ethernet over eight bytes of ones (for the local route header that RoCE has not), the IP, UDP
 * and transport headers, payload and padding, with all fields that routers change taken as ones: IPv4 type of service,
 * time to live and checksum; IPv6 traffic class, flow label and hop limit; the UDP checksum; byte 4 of the BTH. It is
 * stored little-endian.
 *
 * <p>An instance belongs to one owner at a time (it keeps a {@link CRC32} and the last flow's header register) and
 * allocates nothing after construction. The frame is given twice: as a segment, and as a {@link ByteBuffer} view of the
 * same bytes at the same offsets, whose position and limit are changed freely. Lengths must have been checked before:
 * {@code icrcOffset} is where the CRC is, directly behind payload and padding.
 *
 * <p>Linux computes another CRC for a FLUSH request: its table has no payload offset for that opcode, so the 32 header
 * bytes are covered a second time, unmasked, as if they were payload. {@link #verify} takes both forms and tells which
 * one came; {@link #generateLinuxFlush} makes the one that Linux accepts.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_icrc.c
 */
public final class Icrc {
    /** Bytes of the CRC. */
    public static final int SIZE = 4;

    /** What {@link #verify} found. */
    public enum Verdict {
        /** The CRC in the frame is not that of its bytes. */
        WRONG,
        /** As the specification says. */
        RIGHT,
        /** A FLUSH request as Linux makes it. */
        LINUX_FLUSH
    }

    private static final ValueLayout.OfInt LE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long RESV8A_ONES = 0xffL << 8 * Bth.RESV8A;
    /** Runs up to this many bytes are cheaper without {@link CRC32}. */
    private static final int SHORT_RUN = 64;
    private static final int VERSION_6 = 6;

    private final CRC32 crc = new CRC32();
    private final byte[] start = new byte[SIZE];
    private final MemorySegment startWord = MemorySegment.ofArray(start);
    private final IcrcFlow sent = new IcrcFlow();
    private final IcrcFlow received = new IcrcFlow();
    private int rewoundBytes = -1;
    private int rewindFactor;

    /** Creates an instance for one owner. */
    public Icrc() {
    }

    /** Computes the CRC of the frame and stores it at {@code icrcOffset}. */
    public void generate(MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        frame.set(LE32, icrcOffset, compute(sent, frame, view, ipOffset, icrcOffset));
    }

    /** As {@link #generate}, for a FLUSH request in the form of Linux. */
    public void generateLinuxFlush(MemorySegment frame, int ipOffset, int icrcOffset) {
        frame.set(LE32, icrcOffset, computeLinuxFlush(frame, ipOffset, icrcOffset));
    }

    /** The CRC that belongs at {@code icrcOffset}; as a number, to be stored little-endian. */
    public int compute(MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        return compute(sent, frame, view, ipOffset, icrcOffset);
    }

    /** Whether the frame carries the right CRC, in either form. */
    public boolean check(MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        return verify(frame, view, ipOffset, icrcOffset) != Verdict.WRONG;
    }

    /** Compares the CRC in the frame with that of its bytes. */
    public Verdict verify(MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        int found = frame.get(LE32, icrcOffset);
        if (found == compute(received, frame, view, ipOffset, icrcOffset)) {
            return Verdict.RIGHT;
        }
        boolean flush = Bth.opcode(frame, bthOffset(frame, ipOffset)) == RoceOpcode.RC_FLUSH;
        return flush && found == computeLinuxFlush(frame, ipOffset, icrcOffset) ? Verdict.LINUX_FLUSH : Verdict.WRONG;
    }

    /**
     * Finds the IPv4 identification that a frame was sent with, when the IP header here is a reconstruction: a UDP
     * socket shows no identification, and the ICRC covers it.
     *
     * <p>A CRC is linear: the difference between the CRC found and the one computed, taken back over all bytes behind
     * the identification, is the difference of the identifications in its low half and zero in its high half. What is
     * not zero there is damage; so 16 of the 32 bits still check the frame.
     *
     * @param frame an IPv4 frame without options, with any identification
     * @return the identification that makes the ICRC right, 0 to 65535; -1 when none does
     */
    public int recoverIpv4Id(MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        int found = frame.get(LE32, icrcOffset);
        int bth = bthOffset(frame, ipOffset);
        int covered = icrcOffset - ipOffset - Ipv4Header.ID;
        int difference = idDifference(found ^ compute(received, frame, view, ipOffset, icrcOffset), covered);
        if (difference < 0 && Bth.opcode(frame, bth) == RoceOpcode.RC_FLUSH) {
            difference = idDifference(found ^ computeLinuxFlush(frame, ipOffset, icrcOffset),
                    covered + icrcOffset - bth);
        }
        return difference < 0 ? -1 : Ipv4Header.id(frame, ipOffset) ^ difference;
    }

    private int idDifference(int syndrome, int covered) {
        if (covered != rewoundBytes) {
            rewoundBytes = covered;
            rewindFactor = Crc32Tables.rewind(covered);
        }
        int start = Crc32Tables.multiply(syndrome, rewindFactor);
        return start >>> 16 == 0 ? Short.toUnsignedInt(Short.reverseBytes((short) start)) : -1;
    }

    /** The CRC found in a frame, as a number. */
    public static int stored(MemorySegment frame, int icrcOffset) {
        return frame.get(LE32, icrcOffset);
    }

    /** Where the BTH starts, by the IP header. */
    public static int bthOffset(MemorySegment frame, int ipOffset) {
        int first = Be.u8(frame, ipOffset);
        int ipBytes = first >> 4 == VERSION_6 ? Ipv6Header.SIZE : (first & 0xf) << 2;
        return ipOffset + ipBytes + UdpHeader.SIZE;
    }

    private int compute(IcrcFlow flow, MemorySegment frame, ByteBuffer view, int ipOffset, int icrcOffset) {
        int bth = bthOffset(frame, ipOffset);
        int register = flow.register(frame, ipOffset);
        int from = bth + Bth.SIZE;
        if (icrcOffset - bth >= 2 * Long.BYTES) {
            from = bth + 2 * Long.BYTES;
            register = Crc32Tables.update128(register, frame.get(LE64, bth) | RESV8A_ONES,
                    frame.get(LE64, bth + Long.BYTES));
        } else {
            register = bth(register, frame, bth);
        }
        return icrcOffset - from <= SHORT_RUN
                ? ~shortRun(register, frame, from, icrcOffset) : longRun(register, view, from, icrcOffset);
    }

    private int longRun(int register, ByteBuffer view, int from, int to) {
        startWord.set(LE32, 0, Crc32Tables.wordFor(register));
        crc.reset();
        crc.update(start, 0, SIZE);
        crc.update(view.limit(to).position(from));
        return (int) crc.getValue();
    }

    /** The twelve bytes of the BTH, byte 4 as ones. */
    private static int bth(int register, MemorySegment frame, long bth) {
        int first8 = Crc32Tables.update64(register, frame.get(LE64, bth) | RESV8A_ONES);
        return Crc32Tables.update32(first8, frame.get(LE32, bth + Bth.APSN));
    }

    private static int shortRun(int register, MemorySegment frame, long from, long to) {
        long at = from;
        int r = register;
        for (; at + 16 <= to; at += 16) {
            r = Crc32Tables.update128(r, frame.get(LE64, at), frame.get(LE64, at + 8));
        }
        if (at + 8 <= to) {
            r = Crc32Tables.update64(r, frame.get(LE64, at));
            at += 8;
        }
        if (at + 4 <= to) {
            r = Crc32Tables.update32(r, frame.get(LE32, at));
            at += 4;
        }
        for (; at < to; at++) {
            r = Crc32Tables.update8(r, Be.u8(frame, at));
        }
        return r;
    }

    /** Headers with the mask, then everything from the BTH on once more without it. */
    private int computeLinuxFlush(MemorySegment frame, int ipOffset, int icrcOffset) {
        int bth = bthOffset(frame, ipOffset);
        int register = bth(received.register(frame, ipOffset), frame, bth);
        int headers = RoceOpcode.headerLength(RoceOpcode.RC_FLUSH);
        register = shortRun(register, frame, bth + Bth.SIZE, bth + headers);
        return ~shortRun(register, frame, bth, icrcOffset);
    }
}
