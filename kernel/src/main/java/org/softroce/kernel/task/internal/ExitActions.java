package org.softroce.kernel.task.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** What a task's libraries want to do at its end, last registered first; an action that comes too late runs at once. */
final class ExitActions {

    private final Deque<Runnable> actions = new ArrayDeque<>();
    private boolean over;

    void add(Runnable action) {
        synchronized (this) {
            if (!over) {
                actions.push(action);
                return;
            }
        }
        action.run();
    }

    /** Hands out every action once. */
    void run(Consumer<Runnable> runner) {
        for (Runnable action = next(); action != null; action = next()) {
            runner.accept(action);
        }
    }

    private synchronized Runnable next() {
        over = actions.isEmpty();
        return actions.poll();
    }
}
