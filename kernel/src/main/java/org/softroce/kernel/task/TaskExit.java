package org.softroce.kernel.task;

/**
 * Unwinds the threads of a task that was killed; nobody but the task's runner catches it for good.
 *
 * @mirrors kernel/signal.c#get_signal
 */
public final class TaskExit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int signal;

    /** @param signal the signal that ended the task, 0 for a plain exit */
    public TaskExit(int signal) {
        super("task exits" + (signal == 0 ? "" : " by signal " + signal), null, false, false);
        this.signal = signal;
    }

    public int signal() {
        return signal;
    }
}
