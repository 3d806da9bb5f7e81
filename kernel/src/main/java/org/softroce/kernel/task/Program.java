package org.softroce.kernel.task;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A command of user space; whiteboard service with property {@value #NAME} (one or more names of the real tool).
 *
 * <p>A fresh call for every run, on a platform thread of the run's own; instances keep no state of a run.
 */
@ConsumerType
public interface Program {
    /** Service property: String or String[] of command names. */
    String NAME = "program.name";

    /**
     * Runs to the end.
     *
     * @return the exit code of the real tool
     * @throws Exception printed as {@code name: message}, exit code 1; {@link TaskExit} gives 128 + signal
     */
    int run(Invocation invocation) throws Exception;
}
