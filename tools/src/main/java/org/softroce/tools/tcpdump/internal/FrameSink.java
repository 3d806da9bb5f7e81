package org.softroce.tools.tcpdump.internal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;

/** Where frames go. */
interface FrameSink extends AutoCloseable {

    void accept(Capture frame) throws IOException;

    /** Makes what came so far visible. */
    void flush() throws IOException;

    /** The user stopped it in the middle of a line, perhaps. */
    void interrupted();

    @Override
    void close() throws IOException;

    /** A file, the screen, or both. */
    static FrameSink of(PrintStream out, Options options, boolean severalDevices) throws ToolException {
        boolean toFile = options.writeFile().isPresent();
        FrameSink screen = !toFile || options.print()
                ? new LineSink(out, options, severalDevices, ZoneId.systemDefault()) : null;
        if (!toFile) {
            return screen;
        }
        String name = options.writeFile().get();
        boolean standardOutput = name.equals("-");
        try {
            OutputStream stream = standardOutput ? out : Files.newOutputStream(Path.of(name));
            FrameSink file = new FileSink(new BufferedOutputStream(stream), options.snapLength());
            return screen == null || standardOutput ? file : new Both(file, screen);
        } catch (NoSuchFileException e) {
            throw new ToolException(name + ": No such file or directory", null);
        } catch (FileSystemException e) {
            throw new ToolException(name + ": " + (e.getReason() == null ? "Permission denied" : e.getReason()), null);
        } catch (IOException e) {
            throw new ToolException(name + ": " + e.getMessage(), null);
        }
    }

    /** Two sinks, in this order. */
    record Both(FrameSink one, FrameSink two) implements FrameSink {
        @Override
        public void accept(Capture frame) throws IOException {
            one.accept(frame);
            two.accept(frame);
        }

        @Override
        public void flush() throws IOException {
            one.flush();
            two.flush();
        }

        @Override
        public void interrupted() {
            one.interrupted();
            two.interrupted();
        }

        @Override
        public void close() throws IOException {
            one.close();
            two.close();
        }
    }
}
