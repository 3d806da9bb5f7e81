package org.softroce.dist.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The framework's storage: a folder of this process alone, below the temporary one, gone when the process ends.
 *
 * <p>The jars themselves stay where they are, so there is little in it; any number of machines can run at a time, and
 * none inherits from another which bundles were started.
 */
final class BundleCache implements AutoCloseable {
    private final Path folder;

    private BundleCache(Path folder) {
        this.folder = folder;
        // a process that a signal ends takes its folder along too
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    static BundleCache create() throws IOException {
        return new BundleCache(Files.createTempDirectory("softroce-"));
    }

    Path folder() {
        return folder;
    }

    @Override
    public synchronized void close() {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
