package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMtu;

/** What several of the programs say or read alike. */
final class Words {

    private Words() { }

    /** Our own line below the real tool's: errno in words and, where the kernel gave one, the reason. */
    static void explain(PrintStream err, ErrnoException e) {
        err.print("  " + e.errno() + " (" + e.errno().text() + ")" + (e.detail() == null ? "" : ": " + e.detail()) + "\n");
    }

    /**
     * Path MTU of a size in bytes, or {@code null}.
     *
     * @mirrors libibverbs/examples/pingpong.c#pp_mtu_to_enum
     */
    static IbvMtu mtu(long bytes) {
        for (IbvMtu mtu : IbvMtu.values()) {
            if (bytes == 128L << mtu.value()) {
                return mtu;
            }
        }
        return null;
    }

    /**
     * 32 hex digits.
     *
     * @mirrors libibverbs/examples/pingpong.c#gid_to_wire_gid
     */
    static String wireGid(IbvGid gid) {
        return String.format("%016x%016x", gid.subnetPrefix(), gid.interfaceId());
    }

    /** @mirrors libibverbs/examples/pingpong.c#wire_gid_to_gid */
    static IbvGid gid(String wire) {
        return new IbvGid(Long.parseUnsignedLong(wire, 0, 16, 16), Long.parseUnsignedLong(wire, 16, 32, 16));
    }
}
