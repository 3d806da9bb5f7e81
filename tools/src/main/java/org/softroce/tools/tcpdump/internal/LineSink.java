package org.softroce.tools.tcpdump.internal;

import java.io.PrintStream;
import java.time.ZoneId;
import java.util.Arrays;
import org.softroce.roce.FrameText;

/** Prints a line a frame. */
final class LineSink implements FrameSink {
    private final PrintStream out;
    private final FrameText text;
    private final TimeText time;
    private final int snapLength;
    private final boolean severalDevices;

    LineSink(PrintStream out, Options options, boolean severalDevices, ZoneId zone) {
        this.out = out;
        this.text = new FrameText(options.linkLevel(), options.verbosity() > 0);
        this.time = new TimeText(options.timeFormat(), zone);
        this.snapLength = options.snapLength();
        this.severalDevices = severalDevices;
    }

    @Override
    public void accept(Capture frame) {
        byte[] data = frame.data();
        byte[] shown = data.length > snapLength ? Arrays.copyOf(data, snapLength) : data;
        String from = severalDevices
                ? String.format("%-5s %-3s ", frame.device(), frame.outgoing() ? "Out" : "In") : "";
        out.print(time.text(frame.timeNs()) + from + text.line(shown, frame.originalLength()) + "\n");
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void interrupted() {
        out.print("\n");
    }

    /** The stream is not ours. */
    @Override
    public void close() {
        out.flush();
    }
}
