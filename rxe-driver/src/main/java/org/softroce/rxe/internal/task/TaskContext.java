package org.softroce.rxe.internal.task;

import java.util.ArrayDeque;
import org.softroce.kernel.net.Softnet;

/** What one thread keeps while it works for queue pairs. */
final class TaskContext {
    final Softnet softnet;
    /** Queue pairs with work left that this thread comes back to, without nesting. */
    final ArrayDeque<QpTask> pending = new ArrayDeque<>(64);
    /** True while an outer call of this thread goes through {@link #pending}. */
    boolean running;
    /** The time when the clock was last read. */
    long now;

    TaskContext(Softnet softnet) {
        this.softnet = softnet;
        this.now = System.nanoTime();
    }
}
