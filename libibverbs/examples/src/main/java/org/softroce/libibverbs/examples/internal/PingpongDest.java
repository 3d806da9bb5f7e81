package org.softroce.libibverbs.examples.internal;

import org.softroce.verbs.IbvGid;

/**
 * What one side tells the other: 51 characters and a NUL over TCP.
 *
 * @mirrors libibverbs/examples/rc_pingpong.c#pingpong_dest
 */
record PingpongDest(int lid, int qpn, int psn, IbvGid gid) {

    /** Bytes of the message, NUL included. */
    static final int MESSAGE_BYTES = 52;

    String toWire() {
        return String.format("%04x:%06x:%06x:%s", lid, qpn, psn, Words.wireGid(gid));
    }

    static PingpongDest ofWire(String wire) throws Failure {
        String[] parts = wire.split(":");
        try {
            return new PingpongDest(Integer.parseInt(parts[0], 16), Integer.parseInt(parts[1], 16),
                    Integer.parseInt(parts[2], 16), Words.gid(parts[3]));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new Failure();
        }
    }

    String line(String side) {
        return String.format("  %s address:%s LID 0x%04x, QPN 0x%06x, PSN 0x%06x, GID %s\n", side,
                side.equals("local") ? " " : "", lid, qpn, psn, gid);
    }
}
