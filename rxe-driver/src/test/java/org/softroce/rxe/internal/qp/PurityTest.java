package org.softroce.rxe.internal.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The state machines know no sockets, threads, clocks and no OSGi: what they do depends on what goes in. */
final class PurityTest {
    private static final List<String> PURE = List.of("qp", "queue", "mem", "stat");
    private static final List<String> FORBIDDEN = List.of("java.net", "java.util.concurrent", "org.osgi", "java.time",
            "java.io", "java.nio.channels", "org.slf4j", "org.jctools", "org.softroce.kernel.net.Net;",
            "org.softroce.rxe.internal.task", "System.nanoTime", "System.currentTimeMillis", "Thread.sleep",
            "new Thread", "synchronized (qp", "LockSupport");

    @Test
    void thePurePackagesNameNothingFromOutside() throws IOException {
        Path sources = Path.of("src/main/java/org/softroce/rxe/internal");
        if (!Files.isDirectory(sources)) {
            sources = Path.of("rxe-driver").resolve(sources);
        }
        int files = 0;
        for (String name : PURE) {
            try (Stream<Path> all = Files.list(sources.resolve(name))) {
                for (Path file : all.toList()) {
                    String text = Files.readString(file);
                    files++;
                    for (String word : FORBIDDEN) {
                        assertThat(text).as(file.toString()).doesNotContain(word);
                    }
                }
            }
        }
        assertThat(files).isGreaterThan(15);
    }
}
