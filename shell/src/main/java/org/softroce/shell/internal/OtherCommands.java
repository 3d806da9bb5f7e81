package org.softroce.shell.internal;

import java.util.List;

/** Commands that are no programs of this machine: those of Gogo. */
@FunctionalInterface
interface OtherCommands {
    /** Runs the command; null if there is none of this name. */
    Integer run(List<String> argv, Streams streams);
}
