package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ProviderType;

/** A started program. */
@ProviderType
public interface ProgramProcess {
    Task task();

    String commandLine();

    boolean isAlive();

    /** Waits for the end; the exit code. */
    int waitFor() throws InterruptedException;

    /** Waits at most this long; {@code null} if it still runs. */
    Integer waitFor(long timeoutNs) throws InterruptedException;

    /** {@link Task#kill}: 2 = Ctrl-C, 15 = kill, 9. Returns at once. */
    void kill(int signal);
}
