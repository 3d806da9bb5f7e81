package org.softroce.shell.internal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard input, output and error of a command. */
record Streams(InputStream in, PrintStream out, PrintStream err) {

    /** Those of the process. */
    static Streams ofProcess() {
        return new Streams(new FileInputStream(FileDescriptor.in), print(FileDescriptor.out),
                print(FileDescriptor.err));
    }

    private static PrintStream print(FileDescriptor descriptor) {
        // PrintStream buffers characters itself and flushes at the end of each print
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    Streams withIn(InputStream newIn) {
        return new Streams(newIn, out, err);
    }

    Streams withOut(PrintStream newOut) {
        return new Streams(in, newOut, err);
    }

    Streams withErr(PrintStream newErr) {
        return new Streams(in, out, newErr);
    }

    void flush() {
        out.flush();
        err.flush();
    }
}
