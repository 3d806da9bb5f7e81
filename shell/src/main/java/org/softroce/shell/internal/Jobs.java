package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** The background jobs, by number. */
final class Jobs {
    private final List<Job> jobs = new ArrayList<>();
    private Job last;

    /** Starts a job on a thread of its own. */
    Job start(String source, ToIntFunction<ProcessGroup> work) {
        Job job;
        synchronized (this) {
            job = new Job(jobs.isEmpty() ? 1 : jobs.get(jobs.size() - 1).number() + 1, source);
            jobs.add(job);
            last = job;
        }
        Thread thread = new Thread(() -> {
            int status = 1;
            try {
                status = work.applyAsInt(job.group());
            } finally {
                job.finish(status);
            }
        }, "job-" + job.number());
        thread.setDaemon(true);
        thread.start();
        return job;
    }

    synchronized List<Job> all() {
        return List.copyOf(jobs);
    }

    /** {@code %1}, {@code %%}, {@code %+} or a pid; null if there is none. */
    synchronized Job find(String text) {
        if (text.equals("%%") || text.equals("%+") || text.equals("%")) {
            return jobs.contains(last) ? last : jobs.isEmpty() ? null : jobs.get(jobs.size() - 1);
        }
        boolean number = text.startsWith("%");
        String digits = number ? text.substring(1) : text;
        if (!digits.matches("[0-9]{1,9}")) {
            return null;
        }
        int value = Integer.parseInt(digits);
        for (Job job : jobs) {
            if (number ? job.number() == value : job.group().contains(value)) {
                return job;
            }
        }
        return null;
    }

    /** The job {@code jobs} marks with a plus. */
    synchronized boolean isCurrent(Job job) {
        return job == last;
    }

    synchronized void forget(Job job) {
        jobs.remove(job);
        if (job == last) {
            last = jobs.isEmpty() ? null : jobs.get(jobs.size() - 1);
        }
    }

    /** Gives what runs a last moment to end by itself, then ends it. */
    void endAll(long graceMs) {
        long endNs = System.nanoTime() + graceMs * 1_000_000;
        try {
            for (Job job : all()) {
                long leftMs = Math.max(1, (endNs - System.nanoTime()) / 1_000_000);
                if (job.await(leftMs) == null) {
                    job.group().kill(Signals.HUP);
                    job.await(graceMs);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
