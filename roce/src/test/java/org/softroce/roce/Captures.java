package org.softroce.roce;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.softroce.roce.pcap.CapturedFrame;
import org.softroce.roce.pcap.PcapReader;

/** The captures of real Linux 6.12 rxe among the test resources. */
final class Captures {
    private Captures() {
    }

    static List<Path> files() {
        try (Stream<Path> files = Files.list(Path.of(Captures.class.getResource("/pcap").toURI()))) {
            return files.filter(file -> file.toString().endsWith(".pcap")).sorted().toList();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<CapturedFrame> frames(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                PcapReader reader = new PcapReader(in)) {
            return reader.all();
        }
    }

    static List<CapturedFrame> frames(String name) throws IOException {
        return frames(files().stream().filter(f -> f.getFileName().toString().equals(name)).findFirst().orElseThrow());
    }
}
