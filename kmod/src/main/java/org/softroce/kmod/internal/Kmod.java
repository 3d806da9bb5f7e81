package org.softroce.kmod.internal;

import java.io.PrintStream;
import org.softroce.kernel.task.Invocation;
import org.softroce.uapi.ErrnoException;

/**
 * What the programs of kmod share.
 *
 * @mirrors tools/kmod.c
 */
final class Kmod {

    static final String VERSION = "kmod version 34";
    /** Where a Linux of our release would have its modules. */
    static final String RELEASE = "6.12.0-softroce";
    static final String DIRECTORY = "/lib/modules/" + RELEASE;

    private Kmod() {
    }

    static String path(String module) {
        return DIRECTORY + "/" + module + ".ko";
    }

    /** The module that a path such as {@code /lib/modules/x/rdma_rxe.ko.xz} names. */
    static String moduleOf(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        int suffix = file.indexOf(".ko");
        return suffix < 0 ? file : file.substring(0, suffix);
    }

    static void error(Invocation invocation, String message) {
        invocation.err().println(invocation.name() + ": ERROR: " + message);
    }

    /** Our own words, on a line after the real program's. */
    static void explain(PrintStream err, ErrnoException e) {
        if (e.detail() != null) {
            err.println(e.detail());
        }
    }
}
