package org.softroce.rxe.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.Softnet;
import org.softroce.rxe.internal.qp.RxeQp;
import org.softroce.rxe.internal.stat.DropReason;

/**
 * Runs queue pairs: in the thread that posts or receives as far as it can be, the rest in one worker, which also looks
 * after the deadlines. While nothing happens the worker sleeps.
 *
 * <p>Deadlines are read, not reported: a queue pair wakes the worker only if its deadline lies before the time the
 * worker is going to look anyway. So traffic costs one wake-up per timeout, not one per message.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_task.c#rxe_sched_task
 */
public final class RxeEngine {
    private static final Logger LOG = LoggerFactory.getLogger(RxeEngine.class);

    /** Packets that a doorbell sends before the worker takes over. */
    private static final int DOORBELL_BUDGET = 1024;
    /** Packets that a receiving queue pair sends before others have their turn. */
    private static final int TURN_BUDGET = 32;
    /** Turns of other queue pairs in one doorbell. */
    private static final int TURNS = 1024;
    private static final int READY_CHUNK = 1024;
    private static final long AFTER_OVERDUE_NS = 1_000_000;
    private static final long JOIN_MS = 3_000;
    private static final VarHandle WAKE_AT;

    static {
        try {
            WAKE_AT = MethodHandles.lookup().findVarHandle(RxeEngine.class, "wakeAt", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ThreadLocal<TaskContext> contexts;
    private final Set<QpTask> tasks = ConcurrentHashMap.newKeySet();
    private final MpscUnboundedAtomicArrayQueue<QpTask> ready = new MpscUnboundedAtomicArrayQueue<>(READY_CHUNK);
    private final LongAdder[] drops = new LongAdder[DropReason.COUNT];
    private final Thread worker;
    private volatile long wakeAt = RxeQp.NEVER;
    private volatile boolean stopping;

    public RxeEngine(Net net) {
        this.contexts = ThreadLocal.withInitial(() -> new TaskContext(net.softnet()));
        for (int i = 0; i < drops.length; i++) {
            drops[i] = new LongAdder();
        }
        this.worker = Thread.ofPlatform().daemon().name("rxe-worker").unstarted(this::workerLoop);
    }

    public void start() {
        worker.start();
    }

    /** Bounded; no queue pair may be left. */
    public void stop() {
        stopping = true;
        LockSupport.unpark(worker);
        try {
            worker.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void add(QpTask task) {
        tasks.add(task);
    }

    public void remove(QpTask task) {
        tasks.remove(task);
    }

    /** All that live. */
    public Iterable<QpTask> tasks() {
        return tasks;
    }

    public void countDrop(DropReason reason) {
        drops[reason.ordinal()].increment();
    }

    /** Packets dropped for this reason by all devices of the driver. */
    public long drops(DropReason reason) {
        return drops[reason.ordinal()].sum();
    }

    /** Works for a queue pair that the calling thread owns. */
    void run(QpTask task) {
        TaskContext context = contexts.get();
        Softnet softnet = context.softnet;
        if (context.running || softnet.isProcessing()) {
            turn(context, task, null);
            return;
        }
        context.running = true;
        try {
            softnet.process();
            if (task.work(context, null, DOORBELL_BUDGET)) {
                handOver(task);
            }
            softnet.process();
            if (!context.pending.isEmpty()) {
                runPending(context);
            }
        } finally {
            context.running = false;
        }
    }

    /** What the calling thread keeps. */
    TaskContext context() {
        return contexts.get();
    }

    /** Likewise, as one of many: from inside {@link Softnet#process()}, or below another queue pair. */
    void turn(TaskContext context, QpTask task, SkBuff skb) {
        if (task.work(context, skb, TURN_BUDGET)) {
            if (context.running) {
                context.pending.add(task);
            } else {
                handOver(task);
            }
        }
    }

    private void runPending(TaskContext context) {
        int turns = TURNS;
        QpTask task = context.pending.poll();
        while (task != null) {
            if (turns-- <= 0) {
                handOver(task);
            } else if (task.arm()) {
                if (task.work(context, null, TURN_BUDGET)) {
                    context.pending.add(task);
                }
                context.softnet.process();
            }
            task = context.pending.poll();
        }
    }

    private void handOver(QpTask task) {
        if (task.schedule()) {
            ready.offer(task);
            LockSupport.unpark(worker);
        }
    }

    /** A queue pair wants to be looked at then. */
    void wakeAt(long deadline) {
        long at = wakeAt;
        while (deadline < at) {
            if (WAKE_AT.compareAndSet(this, at, deadline)) {
                LockSupport.unpark(worker);
                return;
            }
            at = wakeAt;
        }
    }

    private void workerLoop() {
        while (!stopping) {
            try {
                workOnce();
            } catch (RuntimeException | Error e) {
                LOG.error("rxe-worker: a piece of work failed; the others go on", e);
            }
        }
    }

    private void workOnce() {
        QpTask task = ready.poll();
        if (task != null) {
            task.unschedule();
            runIfFree(task);
        }
        long now = System.nanoTime();
        if (wakeAt <= now) {
            lookAtDeadlines(now);
        } else if (task == null) {
            sleep(now);
        }
    }

    private void sleep(long now) {
        long at = wakeAt;
        if (at == RxeQp.NEVER) {
            LockSupport.park(this);
        } else if (at > now) {
            LockSupport.parkNanos(this, at - now);
        }
    }

    private void lookAtDeadlines(long now) {
        wakeAt = RxeQp.NEVER;
        long next = RxeQp.NEVER;
        for (QpTask task : tasks) {
            long deadline = task.deadline();
            if (deadline <= now) {
                runIfFree(task);
                deadline = task.deadline();
                deadline = deadline <= now ? now + AFTER_OVERDUE_NS : deadline;
            }
            next = Math.min(next, deadline);
        }
        if (next != RxeQp.NEVER) {
            wakeAt(next);
        }
    }

    private void runIfFree(QpTask task) {
        if (task.arm()) {
            run(task);
        }
    }
}
