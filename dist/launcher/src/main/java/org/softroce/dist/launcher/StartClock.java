package org.softroce.dist.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * How long the process has been there. The start script replaces itself by the JVM ({@code exec}), so its own time
 * is part of it.
 */
final class StartClock {
    /** Linux reports start times in 1/100 s, whatever the kernel's own tick is. */
    private static final int TICK_MS = 10;
    /** {@code starttime} is field 22 of /proc/PID/stat; the fields behind the command name begin with the third. */
    private static final int START_TIME = 22 - 3;

    private StartClock() {
    }

    /** Milliseconds since the process started. */
    static long sinceStartMs() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            String uptime = Files.readString(Path.of("/proc/uptime"));
            long nowMs = Math.round(Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1000);
            return nowMs - Long.parseLong(fields[START_TIME]) * TICK_MS;
        } catch (IOException e) {
            Instant start = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
            return Duration.between(start, Instant.now()).toMillis();
        }
    }
}
