package org.softroce.perftest.internal;

import java.io.PrintStream;
import org.softroce.uapi.ErrnoException;

/** What several classes say alike. */
final class Words {

    private Words() { }

    /** Our own line below the real tool's: errno in words and, where the kernel gave one, the reason. */
    static void explain(PrintStream err, ErrnoException e) {
        err.print("  " + e.errno() + " (" + e.errno().text() + ")" + (e.detail() == null ? "" : ": " + e.detail())
                + "\n");
    }

    /** {@code %#0WIDTHx} of C: the prefix counts, and zero has none. */
    static String hex(long value, int width) {
        String digits = Long.toHexString(value);
        return value == 0 ? "0".repeat(width) : "0x" + "0".repeat(Math.max(0, width - 2 - digits.length())) + digits;
    }
}
