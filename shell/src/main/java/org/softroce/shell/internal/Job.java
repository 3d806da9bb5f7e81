package org.softroce.shell.internal;

/** A command list that was started with {@code &}. */
final class Job {
    private final int number;
    private final String source;
    private final ProcessGroup group = new ProcessGroup();
    private Integer status;

    Job(int number, String source) {
        this.number = number;
        this.source = source;
    }

    int number() {
        return number;
    }

    String source() {
        return source;
    }

    ProcessGroup group() {
        return group;
    }

    synchronized void finish(int exitCode) {
        status = exitCode;
        group.end();
        notifyAll();
    }

    /** The exit code, or null while it runs. */
    synchronized Integer status() {
        return status;
    }

    /** Waits for the end; null if it did not come in time. A time of 0 means for ever. */
    synchronized Integer await(long timeoutMs) throws InterruptedException {
        long endNs = System.nanoTime() + timeoutMs * 1_000_000;
        while (status == null) {
            long leftMs = timeoutMs == 0 ? 0 : (endNs - System.nanoTime()) / 1_000_000;
            if (timeoutMs != 0 && leftMs <= 0) {
                return null;
            }
            wait(leftMs);
        }
        return status;
    }

    /** The state as {@code jobs} shows it. */
    String state() {
        Integer code = status();
        if (code == null) {
            return "Running";
        }
        return switch (code) {
            case 0 -> "Done";
            case 128 + 2 -> "Interrupt";
            case 128 + 9 -> "Killed";
            case 128 + 15 -> "Terminated";
            default -> "Exit " + code;
        };
    }
}
