package org.softroce.perftest.internal;

import org.softroce.verbs.IbvGid;

/**
 * Address of one queue pair and its memory, as it is told over TCP and printed.
 *
 * @mirrors perftest/src/perftest_communication.h#KEY_PRINT_FMT_GID
 */
record Dest(int lid, int outReads, int qpn, int psn, int rkey, long vaddr, IbvGid gid) {

    /** Bytes of the message, NUL included. */
    static final int MESSAGE_BYTES = 108;
    private static final int FIELDS = 23;

    String toWire() {
        StringBuilder text = new StringBuilder(MESSAGE_BYTES);
        text.append(String.format("%04x:%04x:%06x:%06x:%08x:%016x:", lid, outReads, qpn, psn, rkey, vaddr));
        for (byte b : gid.toBytes()) {
            text.append(String.format("%02x:", b));
        }
        return text.append("00000000:").toString();
    }

    /** {@code null} if the text is none of ours. */
    static Dest ofWire(String text) {
        String[] parts = text.split(":");
        if (parts.length < FIELDS) {
            return null;
        }
        try {
            byte[] gid = new byte[16];
            for (int i = 0; i < 16; i++) {
                gid[i] = (byte) Integer.parseInt(parts[6 + i], 16);
            }
            return new Dest(Integer.parseInt(parts[0], 16), Integer.parseInt(parts[1], 16),
                    Integer.parseInt(parts[2], 16), Integer.parseInt(parts[3], 16),
                    Integer.parseUnsignedInt(parts[4], 16), Long.parseUnsignedLong(parts[5], 16), IbvGid.ofBytes(gid));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** @mirrors perftest/src/perftest_communication.c#ctx_print_pingpong_data */
    String lines(String side) {
        StringBuilder text = new StringBuilder(" ").append(side).append(" address: LID ").append(Words.hex(lid, 4))
                .append(" QPN ").append(Words.hex(qpn, 6)).append(" PSN ").append(Words.hex(psn, 6))
                .append(" RKey ").append(Words.hex(Integer.toUnsignedLong(rkey), 8))
                .append(" VAddr ").append(Words.hex(vaddr, 16)).append("\n GID");
        for (byte b : gid.toBytes()) {
            text.append(text.charAt(text.length() - 1) == 'D' ? ": " : ":").append(String.format("%02d", b & 255));
        }
        return text.append('\n').toString();
    }
}
