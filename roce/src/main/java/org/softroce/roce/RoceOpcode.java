package org.softroce.roce;

import static org.softroce.roce.RoceHeader.AETH;
import static org.softroce.roce.RoceHeader.ATMACK;
import static org.softroce.roce.RoceHeader.ATMETH;
import static org.softroce.roce.RoceHeader.DETH;
import static org.softroce.roce.RoceHeader.FETH;
import static org.softroce.roce.RoceHeader.IETH;
import static org.softroce.roce.RoceHeader.IMMDT;
import static org.softroce.roce.RoceHeader.RETH;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What each BTH opcode means: which headers follow, how long they are, what part of what operation it is.
 *
 * <p>The table is written once, as data, and unfolded into flat arrays that are indexed by the opcode byte. All
 * look-ups take 0 to 255 and allocate nothing; an opcode that RoCE does not know has mask 0 and length 0.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_opcode.c#rxe_opcode
 */
public final class RoceOpcode {
    /** Service bits of the opcode byte: reliable connection. */
    public static final int RC = 0x00;
    /** Service bits: unreliable connection. */
    public static final int UC = 0x20;
    /** Service bits: unreliable datagram. */
    public static final int UD = 0x60;
    /** The service bits of the opcode byte. */
    public static final int SERVICE_MASK = 0xe0;
    /** No opcode: what a queue pair's "previous opcode" is before its first packet ({@code OPCODE_NONE}). */
    public static final int NONE = -1;

    public static final int RC_SEND_FIRST = 0x00;
    public static final int RC_SEND_MIDDLE = 0x01;
    public static final int RC_SEND_LAST = 0x02;
    public static final int RC_SEND_LAST_WITH_IMMEDIATE = 0x03;
    public static final int RC_SEND_ONLY = 0x04;
    public static final int RC_SEND_ONLY_WITH_IMMEDIATE = 0x05;
    public static final int RC_RDMA_WRITE_FIRST = 0x06;
    public static final int RC_RDMA_WRITE_MIDDLE = 0x07;
    public static final int RC_RDMA_WRITE_LAST = 0x08;
    public static final int RC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 0x09;
    public static final int RC_RDMA_WRITE_ONLY = 0x0a;
    public static final int RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 0x0b;
    public static final int RC_RDMA_READ_REQUEST = 0x0c;
    public static final int RC_RDMA_READ_RESPONSE_FIRST = 0x0d;
    public static final int RC_RDMA_READ_RESPONSE_MIDDLE = 0x0e;
    public static final int RC_RDMA_READ_RESPONSE_LAST = 0x0f;
    public static final int RC_RDMA_READ_RESPONSE_ONLY = 0x10;
    public static final int RC_ACKNOWLEDGE = 0x11;
    public static final int RC_ATOMIC_ACKNOWLEDGE = 0x12;
    public static final int RC_COMPARE_SWAP = 0x13;
    public static final int RC_FETCH_ADD = 0x14;
    public static final int RC_SEND_LAST_WITH_INVALIDATE = 0x16;
    public static final int RC_SEND_ONLY_WITH_INVALIDATE = 0x17;
    public static final int RC_FLUSH = 0x1c;
    public static final int RC_ATOMIC_WRITE = 0x1d;
    public static final int UC_SEND_FIRST = 0x20;
    public static final int UC_SEND_MIDDLE = 0x21;
    public static final int UC_SEND_LAST = 0x22;
    public static final int UC_SEND_LAST_WITH_IMMEDIATE = 0x23;
    public static final int UC_SEND_ONLY = 0x24;
    public static final int UC_SEND_ONLY_WITH_IMMEDIATE = 0x25;
    public static final int UC_RDMA_WRITE_FIRST = 0x26;
    public static final int UC_RDMA_WRITE_MIDDLE = 0x27;
    public static final int UC_RDMA_WRITE_LAST = 0x28;
    public static final int UC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 0x29;
    public static final int UC_RDMA_WRITE_ONLY = 0x2a;
    public static final int UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 0x2b;
    public static final int UD_SEND_ONLY = 0x64;
    public static final int UD_SEND_ONLY_WITH_IMMEDIATE = 0x65;

    /** A RETH follows. */
    public static final int RETH_MASK = RETH.mask();
    /** An AETH follows. */
    public static final int AETH_MASK = AETH.mask();
    /** An AtomicETH follows. */
    public static final int ATMETH_MASK = ATMETH.mask();
    /** An AtomicAckETH follows. */
    public static final int ATMACK_MASK = ATMACK.mask();
    /** An IETH follows. */
    public static final int IETH_MASK = IETH.mask();
    /** A DETH follows. */
    public static final int DETH_MASK = DETH.mask();
    /** Immediate data follows. */
    public static final int IMMDT_MASK = IMMDT.mask();
    /** A FETH follows. */
    public static final int FETH_MASK = FETH.mask();
    /** May carry payload. */
    public static final int PAYLOAD_MASK = 1 << 12;
    /** A request: for the responder. */
    public static final int REQ_MASK = 1 << 13;
    /** A response: for the completer. */
    public static final int ACK_MASK = 1 << 14;
    /** Part of a send. */
    public static final int SEND_MASK = 1 << 15;
    /** Part of an RDMA write. */
    public static final int WRITE_MASK = 1 << 16;
    /** An RDMA read request. */
    public static final int READ_MASK = 1 << 17;
    /** Compare-and-swap or fetch-and-add. */
    public static final int ATOMIC_MASK = 1 << 18;
    /** A flush. */
    public static final int FLUSH_MASK = 1 << 19;
    /** Takes a receive work request from the queue. */
    public static final int RWR_MASK = 1 << 20;
    /** Makes a completion at the receiver. */
    public static final int COMP_MASK = 1 << 21;
    /** First or only packet of a message. */
    public static final int START_MASK = 1 << 22;
    /** Neither first nor last packet of a message. */
    public static final int MIDDLE_MASK = 1 << 23;
    /** Last or only packet of a message. */
    public static final int END_MASK = 1 << 24;
    /** An atomic write. */
    public static final int ATOMIC_WRITE_MASK = 1 << 25;
    /** First and last at once. */
    public static final int ONLY_MASK = START_MASK | END_MASK;
    /** Answered with data: read or atomic. */
    public static final int READ_OR_ATOMIC_MASK = READ_MASK | ATOMIC_MASK;
    /** Carries data towards the responder. */
    public static final int WRITE_OR_SEND_MASK = WRITE_MASK | SEND_MASK;
    /** Names remote memory by a RETH and moves data. */
    public static final int READ_OR_WRITE_MASK = READ_MASK | WRITE_MASK;

    private static final int OPCODES = 256;
    private static final int HEADERS = RoceHeader.values().length;
    private static final int[] MASK = new int[OPCODES];
    private static final byte[] LENGTH = new byte[OPCODES];
    private static final byte[] OFFSET = new byte[OPCODES * HEADERS];
    private static final String[] NAME = new String[OPCODES];
    private static final List<List<RoceHeader>> ORDER = new ArrayList<>(Collections.nCopies(OPCODES, List.of()));

    static {
        final int send = PAYLOAD_MASK | REQ_MASK | SEND_MASK;
        final int write = PAYLOAD_MASK | REQ_MASK | WRITE_MASK;
        final int done = COMP_MASK | END_MASK;
        connected(RC, "RC_", send, write);
        connected(UC, "UC_", send, write);
        row(RC_RDMA_READ_REQUEST, "RC_RDMA_READ_REQUEST", REQ_MASK | READ_MASK | ONLY_MASK, RETH);
        row(RC_RDMA_READ_RESPONSE_FIRST, "RC_RDMA_READ_RESPONSE_FIRST", PAYLOAD_MASK | ACK_MASK | START_MASK, AETH);
        row(RC_RDMA_READ_RESPONSE_MIDDLE, "RC_RDMA_READ_RESPONSE_MIDDLE", PAYLOAD_MASK | ACK_MASK | MIDDLE_MASK);
        row(RC_RDMA_READ_RESPONSE_LAST, "RC_RDMA_READ_RESPONSE_LAST", PAYLOAD_MASK | ACK_MASK | END_MASK, AETH);
        row(RC_RDMA_READ_RESPONSE_ONLY, "RC_RDMA_READ_RESPONSE_ONLY", PAYLOAD_MASK | ACK_MASK | ONLY_MASK, AETH);
        row(RC_ACKNOWLEDGE, "RC_ACKNOWLEDGE", ACK_MASK | ONLY_MASK, AETH);
        row(RC_ATOMIC_ACKNOWLEDGE, "RC_ATOMIC_ACKNOWLEDGE", ACK_MASK | ONLY_MASK, AETH, ATMACK);
        row(RC_COMPARE_SWAP, "RC_COMPARE_SWAP", REQ_MASK | ATOMIC_MASK | ONLY_MASK, ATMETH);
        row(RC_FETCH_ADD, "RC_FETCH_ADD", REQ_MASK | ATOMIC_MASK | ONLY_MASK, ATMETH);
        row(RC_SEND_LAST_WITH_INVALIDATE, "RC_SEND_LAST_WITH_INVALIDATE", send | done, IETH);
        row(RC_SEND_ONLY_WITH_INVALIDATE, "RC_SEND_ONLY_WITH_INVALIDATE", send | done | RWR_MASK | START_MASK, IETH);
        row(RC_FLUSH, "RC_FLUSH", REQ_MASK | FLUSH_MASK | ONLY_MASK, FETH, RETH);
        row(RC_ATOMIC_WRITE, "RC_ATOMIC_WRITE", PAYLOAD_MASK | REQ_MASK | ATOMIC_WRITE_MASK | ONLY_MASK, RETH);
        row(UD_SEND_ONLY, "UD_SEND_ONLY", send | done | RWR_MASK | START_MASK, DETH);
        row(UD_SEND_ONLY_WITH_IMMEDIATE, "UD_SEND_ONLY_WITH_IMMEDIATE", send | done | RWR_MASK | START_MASK,
                DETH, IMMDT);
    }

    private RoceOpcode() {
    }

    /** The rows that RC and UC have in common: sends and writes, whose low five bits are the same. */
    private static void connected(int service, String prefix, int send, int write) {
        final int done = COMP_MASK | END_MASK;
        row(service | RC_SEND_FIRST, prefix + "SEND_FIRST", send | RWR_MASK | START_MASK);
        row(service | RC_SEND_MIDDLE, prefix + "SEND_MIDDLE", send | MIDDLE_MASK);
        row(service | RC_SEND_LAST, prefix + "SEND_LAST", send | done);
        row(service | RC_SEND_LAST_WITH_IMMEDIATE, prefix + "SEND_LAST_WITH_IMMEDIATE", send | done, IMMDT);
        row(service | RC_SEND_ONLY, prefix + "SEND_ONLY", send | done | RWR_MASK | START_MASK);
        row(service | RC_SEND_ONLY_WITH_IMMEDIATE, prefix + "SEND_ONLY_WITH_IMMEDIATE",
                send | done | RWR_MASK | START_MASK, IMMDT);
        row(service | RC_RDMA_WRITE_FIRST, prefix + "RDMA_WRITE_FIRST", write | START_MASK, RETH);
        row(service | RC_RDMA_WRITE_MIDDLE, prefix + "RDMA_WRITE_MIDDLE", write | MIDDLE_MASK);
        row(service | RC_RDMA_WRITE_LAST, prefix + "RDMA_WRITE_LAST", write | END_MASK);
        row(service | RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, prefix + "RDMA_WRITE_LAST_WITH_IMMEDIATE",
                write | done | RWR_MASK, IMMDT);
        row(service | RC_RDMA_WRITE_ONLY, prefix + "RDMA_WRITE_ONLY", write | ONLY_MASK, RETH);
        row(service | RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, prefix + "RDMA_WRITE_ONLY_WITH_IMMEDIATE",
                write | done | RWR_MASK | START_MASK, RETH, IMMDT);
    }

    private static void row(int opcode, String name, int mask, RoceHeader... headers) {
        int at = Bth.SIZE;
        int all = mask | RoceHeader.BTH.mask();
        for (RoceHeader header : headers) {
            OFFSET[opcode * HEADERS + header.ordinal()] = (byte) at;
            at += header.bytes();
            all |= header.mask();
        }
        NAME[opcode] = name;
        ORDER.set(opcode, List.of(headers));
        MASK[opcode] = all;
        LENGTH[opcode] = (byte) at;
    }

    /** All {@code *_MASK} bits of an opcode; 0 when it is unknown. */
    public static int mask(int opcode) {
        return MASK[opcode];
    }

    /** Whether RoCE knows this opcode. */
    public static boolean known(int opcode) {
        return MASK[opcode] != 0;
    }

    /** Bytes from the BTH to the payload; 0 when the opcode is unknown. */
    public static int headerLength(int opcode) {
        return LENGTH[opcode];
    }

    /** Offset of a header from the BTH; 0 when the opcode has no such header (and for the BTH itself). */
    public static int offset(int opcode, RoceHeader header) {
        return OFFSET[opcode * HEADERS + header.ordinal()];
    }

    /** Offset of the RETH from the BTH: 12, or 16 behind a FETH. */
    public static int rethOffset(int opcode) {
        return OFFSET[opcode * HEADERS + 1];
    }

    /** Offset of the immediate data from the BTH. */
    public static int immDtOffset(int opcode) {
        return OFFSET[opcode * HEADERS + 7];
    }

    /**
     * Offset, from the BTH, of what the ICRC of Linux takes for the payload. Its table gives a flush no payload
     * offset, so that is 0; see {@link Icrc}.
     */
    public static int linuxPayloadOffset(int opcode) {
        return opcode == RC_FLUSH ? 0 : LENGTH[opcode];
    }

    /** The headers between BTH and payload, in their order; for tools and tests. */
    public static List<RoceHeader> headers(int opcode) {
        return ORDER.get(opcode);
    }

    /** Name such as {@code RC_SEND_ONLY}; for an unknown opcode {@code 0x} and two digits. */
    public static String name(int opcode) {
        String name = NAME[opcode];
        return name != null ? name : String.format("0x%02x", opcode);
    }
}
