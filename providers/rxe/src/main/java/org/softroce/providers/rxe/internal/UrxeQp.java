package org.softroce.providers.rxe.internal;

import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rxe.RdmaUserRxe.CreateQpResp;
import org.softroce.uapi.rxe.RdmaUserRxe.RecvWqe;
import org.softroce.uapi.rxe.RdmaUserRxe.SendWqe;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvRecvWr;
import org.softroce.verbs.IbvSendWr;
import org.softroce.verbs.PostException;
import org.softroce.verbs.driver.VerbsPd;
import org.softroce.verbs.driver.VerbsQp;

/**
 * A queue pair: we produce {@code rxe_send_wqe} and {@code rxe_recv_wqe}, the driver consumes. A send ring needs the
 * doorbell, which runs the transport in this thread and is therefore rung without the ring's lock; a receive ring does
 * not.
 *
 * @mirrors providers/rxe/rxe.h#rxe_qp
 */
final class UrxeQp extends VerbsQp {
    private final Task task;
    private final int cmdFd;
    private final SpinLock sqLock = new SpinLock();
    private final SpinLock rqLock = new SpinLock();
    private SendWqeWriter sendWqes;
    private RecvWqeWriter recvWqes;
    private Doorbell doorbell;

    private UrxeQp(UrxeContext context, VerbsPd pd, IbvQpInitAttr attr) {
        super(pd, attr);
        this.task = context.task();
        this.cmdFd = context.cmdFd();
    }

    /** @mirrors providers/rxe/rxe.c#rxe_create_qp */
    static UrxeQp create(UrxeContext context, VerbsPd pd, IbvQpInitAttr attr) {
        if (!(attr.sendCq instanceof UrxeCq sendCq) || !(attr.recvCq instanceof UrxeCq recvCq)) {
            throw new ErrnoException(Errno.EINVAL, "a QP needs a send CQ and a receive CQ of this device");
        }
        UrxeQp qp = new UrxeQp(context, pd, attr);
        byte[] answer = new byte[CreateQpResp.SIZE];
        try {
            qp.created(context.cmd().createQp(pd.handle(), sendCq.handle(), recvCq.handle(), qp.userHandle(),
                    context.asyncFd(), attr, answer));
        } catch (RuntimeException e) {
            qp.abandon();
            throw e;
        }
        try {
            qp.map(attr, answer);
        } catch (RuntimeException e) {
            qp.abandon();
            qp.unmap();
            context.cmd().destroyQp(qp.handle());
            throw e;
        }
        return qp;
    }

    /** @mirrors providers/rxe/rxe.c#map_queue_pair */
    private void map(IbvQpInitAttr attr, byte[] answer) {
        if (UrxeQueue.isThere(answer, CreateQpResp.RQ_MI)) {
            recvWqes = new RecvWqeWriter(this, new UrxeQueue(task, cmdFd, answer, CreateQpResp.RQ_MI, RecvWqe.SIZE),
                    attr.cap.maxRecvSge);
        }
        sendWqes = new SendWqeWriter(this, new UrxeQueue(task, cmdFd, answer, CreateQpResp.SQ_MI, SendWqe.SIZE),
                attr.cap, task.memory());
        doorbell = new Doorbell(task, cmdFd, handle());
    }

    /** @mirrors providers/rxe/rxe.c#rxe_post_send */
    @Override
    public void postSend(IbvSendWr wr) {
        task.checkExiting();
        SendWqeWriter ring = sendWqes;
        if (wr == null || ring == null) {
            throw new PostException(Errno.EINVAL, wr == null ? "no work request" : "QP was destroyed", wr);
        }
        PostException refused = null;
        sqLock.lock();
        try {
            for (IbvSendWr next = wr; next != null && refused == null; next = next.next) {
                refused = ring.post(next);
            }
        } finally {
            sqLock.unlock();
        }
        ring(refused);
    }

    /** Rings for what was posted, then tells what was not. An error of the doorbell counts more, as in the real one. */
    private void ring(PostException refused) {
        if (refused == null) {
            doorbell.ring();
            return;
        }
        try {
            doorbell.ring();
        } catch (ErrnoException e) {
            throw new PostException(e.errno(), e.detail(), refused.badWr());
        }
        throw refused;
    }

    /** @mirrors providers/rxe/rxe.c#rxe_post_recv */
    @Override
    public void postRecv(IbvRecvWr wr) {
        task.checkExiting();
        RecvWqeWriter ring = recvWqes;
        if (wr == null || ring == null) {
            throw new PostException(Errno.EINVAL, wr == null ? "no work request" : "QP has no receive queue", wr);
        }
        if (state() == IbvQpState.RESET) {
            throw new PostException(Errno.EINVAL,
                    "QP " + qpNum() + " is in RESET; receives can be posted from INIT on", wr);
        }
        PostException refused = null;
        rqLock.lock();
        try {
            for (IbvRecvWr next = wr; next != null && refused == null; next = next.next) {
                refused = ring.post(next);
            }
        } finally {
            rqLock.unlock();
        }
        if (refused != null) {
            throw refused;
        }
    }

    @Override
    protected void unmap() {
        if (recvWqes != null) {
            recvWqes.unmap();
            recvWqes = null;
        }
        if (sendWqes != null) {
            sendWqes.unmap();
            sendWqes = null;
        }
        if (doorbell != null) {
            doorbell.free();
            doorbell = null;
        }
    }
}
