package org.softroce.tools.tcpdump.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.softroce.roce.pcap.CaptureInterface;
import org.softroce.roce.pcap.PcapNgWriter;

/** Writes pcapng; a device is described when its first frame comes. */
final class FileSink implements FrameSink {
    private final PcapNgWriter writer;
    private final int snapLength;
    private final Map<String, Integer> interfaces = new HashMap<>();

    FileSink(OutputStream out, int snapLength) throws IOException {
        this.writer = new PcapNgWriter(out, "softroce tcpdump", List.of());
        this.snapLength = snapLength;
        writer.flush();
    }

    @Override
    public void accept(Capture frame) throws IOException {
        Integer index = interfaces.get(frame.device());
        if (index == null) {
            index = writer.addInterface(
                    new CaptureInterface(frame.device(), CaptureInterface.LINK_ETHERNET, snapLength));
            interfaces.put(frame.device(), index);
        }
        byte[] data = frame.data();
        writer.write(index, frame.timeNs(), MemorySegment.ofArray(data), 0, Math.min(data.length, snapLength),
                frame.originalLength());
    }

    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    @Override
    public void interrupted() { }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
