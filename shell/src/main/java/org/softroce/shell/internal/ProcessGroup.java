package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.ProgramProcess;

/**
 * The processes of one job, or of what runs in the foreground; signals go to all of them, those that are only about
 * to start included. A member of a pipe has a group below that of its job: a broken pipe ends it and no other.
 *
 * @mirrors kernel/signal.c#kill_pgrp
 */
final class ProcessGroup {
    private final ProcessGroup parent;
    private final List<ProcessGroup> children = new ArrayList<>();
    private final List<ProgramProcess> processes = new ArrayList<>();
    private int signal;
    private int pid;
    private boolean over;

    ProcessGroup() {
        this(null);
    }

    private ProcessGroup(ProcessGroup parent) {
        this.parent = parent;
    }

    /** A group that gets this one's signals too. */
    ProcessGroup member() {
        ProcessGroup child = new ProcessGroup(this);
        int pending;
        synchronized (this) {
            children.add(child);
            pending = signal;
        }
        if (pending != 0) {
            child.kill(pending);
        }
        return child;
    }

    void add(ProgramProcess process) {
        int pending;
        synchronized (this) {
            processes.add(process);
            pending = signal;
        }
        started(process.task().pid());
        if (pending != 0) {
            process.kill(pending);
        }
    }

    private void started(int newPid) {
        synchronized (this) {
            pid = pid == 0 ? newPid : pid;
            notifyAll();
        }
        if (parent != null) {
            parent.started(newPid);
        }
    }

    synchronized void remove(ProgramProcess process) {
        processes.remove(process);
    }

    /** Sends a signal; the first one also ends the command list the processes belong to. */
    void kill(int number) {
        List<ProgramProcess> targets;
        List<ProcessGroup> below;
        synchronized (this) {
            signal = signal == 0 ? number : signal;
            targets = List.copyOf(processes);
            below = List.copyOf(children);
        }
        targets.forEach(process -> process.kill(number));
        below.forEach(group -> group.kill(number));
    }

    /** The signal that was sent first, 0 if none. */
    synchronized int signal() {
        return signal;
    }

    synchronized boolean contains(int wanted) {
        return pid == wanted || processes.stream().anyMatch(process -> process.task().pid() == wanted)
                || children.stream().anyMatch(group -> group.contains(wanted));
    }

    /** Nothing more will be added. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** True until {@link #end()}. */
    synchronized boolean isBusy() {
        return !over;
    }

    /** Waits until a process is there or there will be none; the pid of the first, 0 if there is none. */
    synchronized int awaitFirstPid() throws InterruptedException {
        while (pid == 0 && !over) {
            wait();
        }
        return pid;
    }
}
