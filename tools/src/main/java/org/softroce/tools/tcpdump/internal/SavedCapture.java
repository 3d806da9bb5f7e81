package org.softroce.tools.tcpdump.internal;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.softroce.roce.pcap.CaptureInterface;
import org.softroce.roce.pcap.CapturedFrame;
import org.softroce.roce.pcap.PcapReader;

/** A capture file of the host, or standard input. */
final class SavedCapture implements AutoCloseable {
    private static final String STANDARD_INPUT = "-";

    private final PcapReader reader;
    private final CapturedFrame first;
    private boolean started;

    private SavedCapture(PcapReader reader) throws IOException {
        this.reader = reader;
        this.first = reader.next();
    }

    static SavedCapture open(String name, InputStream in) throws ToolException {
        try {
            InputStream stream = name.equals(STANDARD_INPUT) ? in : Files.newInputStream(Path.of(name));
            SavedCapture saved = new SavedCapture(new PcapReader(new BufferedInputStream(stream)));
            int linkType = saved.link().linkType();
            if (linkType != CaptureInterface.LINK_ETHERNET) {
                throw new ToolException("packet printing is not supported for link type " + linkType + ": use -w",
                        "only Ethernet, link type " + CaptureInterface.LINK_ETHERNET + ", is known here");
            }
            return saved;
        } catch (NoSuchFileException e) {
            throw new ToolException(name + ": No such file or directory", null);
        } catch (EOFException e) {
            throw new ToolException("truncated dump file", e.getMessage());
        } catch (IOException e) {
            throw new ToolException("unknown file format", e.getMessage());
        }
    }

    private CaptureInterface link() {
        return reader.interfaces().isEmpty() ? CaptureInterface.ethernet("") : reader.interfaces().getFirst();
    }

    String banner(String name) {
        int snapLength = link().snapLength();
        return "reading from file " + name + ", link-type EN10MB (Ethernet), snapshot length "
                + (snapLength == 0 ? Options.MAX_SNAP_LENGTH : snapLength) + "\n";
    }

    /** The next frame; {@code null} at the end. */
    Capture next() throws ToolException {
        CapturedFrame frame = first;
        if (started) {
            try {
                frame = reader.next();
            } catch (IOException e) {
                throw new ToolException("pcap_loop: truncated dump file", e.getMessage());
            }
        }
        started = true;
        return frame == null ? null : new Capture(reader.interfaces().get(frame.interfaceIndex()).name(), false,
                frame.timeNs(), frame.originalLength(), frame.data());
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
