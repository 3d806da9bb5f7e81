package org.softroce.rxe.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbEvent;
import org.softroce.ib.IbQp;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.SkBuff;
import org.softroce.rxe.internal.qp.QpOps;
import org.softroce.rxe.internal.qp.RxeQp;
import org.softroce.rxe.internal.stat.DropReason;
import org.softroce.uapi.rdma.IbEventType;

/**
 * Who works for a queue pair: one thread at a time.
 *
 * <p>A thread that has something for the queue pair becomes its owner if there is none. Otherwise it leaves the frame
 * in the inbox, marks the queue pair ARMED and goes; the owner looks again before it lets go. There is no lock to wait
 * for.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_task.c
 */
public final class QpTask implements QpOps {
    private static final Logger LOG = LoggerFactory.getLogger(QpTask.class);

    /** Nobody works for it. */
    private static final int START = 0;
    /** Somebody does. */
    private static final int BUSY = 1;
    /** Somebody does and has to look once more. */
    private static final int ARMED = 2;
    /** Destroyed. */
    private static final int DEAD = 3;

    private static final int INBOX = 512;
    /** Packets are delivered two at a time: still in the cache, half the bookkeeping. */
    private static final int DELIVERY_MASK = 1;
    /** Work that goes on and on looks at the clock after so many packets. */
    private static final int CLOCK_MASK = 63;
    private static final int ROUNDS_MASK = 7;
    private static final long LOOK_AGAIN_NS = 50_000;
    private static final VarHandle STATE;
    private static final VarHandle SCHEDULED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(QpTask.class, "state", int.class);
            SCHEDULED = lookup.findVarHandle(QpTask.class, "scheduled", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RxeEngine engine;
    private final IbQp handle;
    private final MpscAtomicArrayQueue<SkBuff> inbox = new MpscAtomicArrayQueue<>(INBOX);
    private final RxeQp qp;
    private volatile NetDevice out;
    private volatile int state;
    private volatile int scheduled;
    private volatile long deadline = RxeQp.NEVER;
    private volatile boolean doomed;
    /** Which thread works for it; each thread may only ask whether it is itself. */
    private TaskContext owner;
    // of the owner: its time, and whether that was read from the clock in this piece of work
    private long now;
    private boolean timed;
    // frames left by the owner's own thread while it is deeper in its stack
    private SkBuff[] near;
    private int nearHead;
    private int nearCount;

    /**
     * @param handle what events name
     * @param qp makes the state machine over this as its way out
     */
    public QpTask(RxeEngine engine, IbQp handle, java.util.function.Function<QpOps, RxeQp> qp) {
        this.engine = engine;
        this.handle = handle;
        this.qp = qp.apply(this);
    }

    /** The state machine; only its getters for any thread may be used from outside. */
    public RxeQp qp() {
        return qp;
    }

    /** What events and lists name. */
    public IbQp handle() {
        return handle;
    }

    /** Where frames go out. */
    public void setDevice(NetDevice device) {
        this.out = device;
    }

    /** When the queue pair wants to be woken. */
    long deadline() {
        return deadline;
    }

    @Override
    public SkBuff alloc() {
        return SkBuff.alloc();
    }

    @Override
    public boolean xmit(SkBuff skb) {
        NetDevice device = out;
        if (device == null) {
            skb.free();
            return false;
        }
        return device.xmit(skb);
    }

    @Override
    public void dropped(DropReason reason) {
        engine.countDrop(reason);
    }

    @Override
    public void movedToError() {
        LOG.info("QP {}: moved to error; peer {} QP {}, last acknowledged PSN {}", handle.qpNum(),
                qp.wire() == null ? "-" : qp.wire().destination(), qp.destQpn(), qp.lastAckedPsn());
    }

    @Override
    public void event(IbEventType type) {
        if (handle.eventHandler() != null) {
            handle.eventHandler().event(new IbEvent(handle.device(), type, handle, 0));
        }
    }

    /** Becomes the owner, or makes the owner look again. */
    boolean arm() {
        while (true) {
            int s = state;
            if (s == START) {
                if (STATE.compareAndSet(this, START, BUSY)) {
                    return true;
                }
            } else if (s != BUSY || STATE.compareAndSet(this, BUSY, ARMED)) {
                return false;
            }
        }
    }

    /** Lets go; false if something came meanwhile: then the caller still is the owner. */
    private boolean letGo() {
        if (doomed) {
            bury();
            return true;
        }
        if (STATE.compareAndSet(this, BUSY, START)) {
            return true;
        }
        state = BUSY;
        return false;
    }

    /** Marks it as waiting for the worker; false if it is. */
    boolean schedule() {
        return scheduled == 0 && SCHEDULED.compareAndSet(this, 0, 1);
    }

    void unschedule() {
        scheduled = 0;
    }

    /** User space may have posted something: works for it in this thread, up to a bound. */
    public void doorbell() {
        if (arm()) {
            engine.run(this);
        }
    }

    /** A parsed packet; taken over. */
    public void receive(SkBuff skb) {
        TaskContext context = engine.context();
        if (owner == context) {
            leaveForOwnThread(skb);
        } else if (state == START && STATE.compareAndSet(this, START, BUSY)) {
            engine.turn(context, this, skb);
        } else if (!inbox.offer(skb)) {
            engine.countDrop(DropReason.INBOX_FULL);
            skb.free();
        } else if (arm()) {
            engine.turn(context, this, null);
        } else if (state == DEAD) {
            emptyInbox();
        }
    }

    /** The owner is this very thread, further up its stack: it looks here next, so nothing has to be armed. */
    private void leaveForOwnThread(SkBuff skb) {
        if (nearCount == INBOX) {
            engine.countDrop(DropReason.INBOX_FULL);
            skb.free();
            return;
        }
        if (near == null) {
            near = new SkBuff[INBOX];
        }
        near[nearHead + nearCount & INBOX - 1] = skb;
        nearCount++;
    }

    /**
     * Works until there is nothing to do or the budget of sent packets is used up, and lets go.
     *
     * @return true if there is more to do
     */
    boolean work(TaskContext context, SkBuff first, int budget) {
        owner = context;
        try {
            return workOn(context, first, budget);
        } catch (RuntimeException | Error e) {
            return fail(e);
        }
    }

    private boolean workOn(TaskContext context, SkBuff first, int budget) {
        RxeQp machine = qp;
        timed = machine.nextDeadline() != RxeQp.NEVER;
        now = timed ? System.nanoTime() : context.now;
        int left = budget;
        int rounds = 0;
        if (first != null) {
            drain();
            machine.onPacket(first, now);
        }
        while (true) {
            drain();
            if (timed && machine.nextDeadline() <= now) {
                machine.onTimeout(now);
            }
            left = transmit(context, machine, left);
            machine.onDoorbell(now);
            if (!timed || (++rounds & ROUNDS_MASK) == 0) {
                readClock(context, machine);
            }
            publishDeadline();
            owner = null;
            if (left == 0) {
                if (!letGo()) {
                    state = START;
                }
                return true;
            }
            if (letGo()) {
                return false;
            }
            owner = context;
        }
    }

    /**
     * The clock is read only if a deadline is pending, or was set meanwhile: then it is moved from the old time of the
     * context, which it was computed with, to the real one.
     */
    private void readClock(TaskContext context, RxeQp machine) {
        if (machine.nextDeadline() == RxeQp.NEVER) {
            return;
        }
        long real = System.nanoTime();
        if (!timed) {
            machine.shiftDeadlines(real - now);
            timed = true;
        }
        context.now = real;
        now = real;
    }

    /** Sends, lets what was sent arrive, takes what comes back; the budget that is left. */
    private int transmit(TaskContext context, RxeQp machine, int budget) {
        int left = budget;
        while (true) {
            boolean sent = left > 0 && machine.pollTransmit(now);
            if (sent && (--left & DELIVERY_MASK) != 0) {
                continue;
            }
            context.softnet.process();
            boolean received = drain();
            if (!sent && !received) {
                return left;
            }
            if ((left & CLOCK_MASK) == 0) {
                readClock(context, machine);
            }
        }
    }

    private void publishDeadline() {
        long next = qp.nextDeadline();
        if (next != deadline) {
            deadline = next;
            if (next != RxeQp.NEVER) {
                engine.wakeAt(next);
            }
        }
    }

    private boolean drain() {
        boolean any = false;
        while (nearCount > 0) {
            SkBuff skb = near[nearHead];
            near[nearHead] = null;
            nearHead = nearHead + 1 & INBOX - 1;
            nearCount--;
            qp.onPacket(skb, now);
            any = true;
        }
        SkBuff skb = inbox.relaxedPoll();
        while (skb != null) {
            qp.onPacket(skb, now);
            any = true;
            skb = inbox.relaxedPoll();
        }
        return any;
    }

    /** An exception that nobody expected costs this queue pair, and no other. */
    private boolean fail(Throwable e) {
        qp.counters().incException();
        LOG.error("QP {}: unexpected failure; the queue pair moves to error", handle.qpNum(), e);
        try {
            qp.error();
        } catch (RuntimeException again) {
            LOG.error("QP {}: could not flush", handle.qpNum(), again);
        }
        deadline = RxeQp.NEVER;
        owner = null;
        if (!letGo()) {
            state = START;
        }
        return false;
    }

    /**
     * Runs a control operation as owner, then whatever came of it. Waits for the present owner.
     *
     * @return false if the queue pair could not be had in time or is destroyed
     */
    public boolean control(Runnable operation, long timeout, TimeUnit unit) {
        if (!acquire(timeout, unit)) {
            return false;
        }
        try {
            operation.run();
        } finally {
            engine.run(this);
        }
        return true;
    }

    private boolean acquire(long timeout, TimeUnit unit) {
        long end = System.nanoTime() + unit.toNanos(timeout);
        while (!STATE.compareAndSet(this, START, BUSY)) {
            if (state == DEAD || System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        return true;
    }

    /**
     * Ends it: nobody works for it any more when this returns true. Otherwise its owner, stuck somewhere, will do the
     * rest when it comes back.
     */
    public boolean destroy(long timeout, TimeUnit unit) {
        if (acquire(timeout, unit)) {
            bury();
            return true;
        }
        doomed = true;
        return state == DEAD;
    }

    private void bury() {
        qp.release();
        while (nearCount > 0) {
            near[nearHead].free();
            nearHead = nearHead + 1 & INBOX - 1;
            nearCount--;
        }
        deadline = RxeQp.NEVER;
        state = DEAD;
        emptyInbox();
    }

    /** Of a dead queue pair: several threads may race here, each frame is found once. */
    private void emptyInbox() {
        synchronized (inbox) {
            SkBuff skb = inbox.poll();
            while (skb != null) {
                skb.free();
                skb = inbox.poll();
            }
        }
    }
}
