package org.softroce.uverbs.internal.core;

import java.lang.foreign.MemorySegment;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbEventHandler;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbUserVerbs;

/**
 * A completion channel (8 bytes an event: user handle of the CQ) or an asynchronous event descriptor (16 bytes: user
 * handle or port, type). One event a read.
 *
 * @mirrors drivers/infiniband/core/uverbs_main.c#ib_uverbs_event_read
 */
public final class EventFile extends OpenFile {
    /** Thrown whenever a reader has to wait, so its stack trace means nothing. */
    private static final ErrnoException NOTHING_YET = new ErrnoException(Errno.EAGAIN, "no event is waiting");

    private final Uobject uobject;
    private final boolean async;
    private final EventQueue queue = new EventQueue();
    private final IbEventHandler deviceEvents;
    private IbDevice device;

    private EventFile(Uobject uobject, boolean async) {
        this.uobject = uobject;
        this.async = async;
        this.deviceEvents = event -> {
            if (event.element() == null) {
                queue.post(event.port(), event.type().value(), null);
            }
        };
    }

    /** A completion channel. */
    public static EventFile completionChannel(Uobject uobject) {
        return new EventFile(uobject, false);
    }

    /** An asynchronous event descriptor, which gets the events of device and ports from now on. */
    public static EventFile asyncEvents(Uobject uobject, IbDevice device) {
        EventFile file = new EventFile(uobject, true);
        file.device = device;
        device.addEventHandler(file.deviceEvents);
        return file;
    }

    public Uobject uobject() {
        return uobject;
    }

    public EventQueue queue() {
        return queue;
    }

    @Override
    public int read(Task caller, MemorySegment buffer) {
        int size = async ? IbUserVerbs.AsyncEventDesc.SIZE : IbUserVerbs.CompEventDesc.SIZE;
        synchronized (queue) {
            if (queue.isEmpty()) {
                throw queue.isClosed() ? gone() : NOTHING_YET;
            }
            if (buffer.byteSize() < size) {
                throw new ErrnoException(Errno.EINVAL, "an event has " + size + " bytes, the buffer "
                    + buffer.byteSize());
            }
            buffer.set(AbiLayout.U64, 0, queue.headElement());
            if (async) {
                buffer.set(AbiLayout.U32, IbUserVerbs.AsyncEventDesc.EVENT_TYPE, queue.headType());
                buffer.set(AbiLayout.U32, IbUserVerbs.AsyncEventDesc.RESERVED, 0);
            }
            queue.consume();
        }
        return size;
    }

    @Override
    public int poll() {
        synchronized (queue) {
            if (!queue.isEmpty()) {
                return Poll.POLLIN | Poll.POLLRDNORM;
            }
            return queue.isClosed() ? Poll.POLLERR : 0;
        }
    }

    @Override
    public WaitQueue waitQueue() {
        return queue.waitQueue();
    }

    @Override
    public void release() {
        uobject.file().eventFileClosed(uobject);
    }

    boolean isShutDown() {
        return queue.isClosed();
    }

    /** No more events come; readers learn that the device is gone once they have read what is there. */
    void shutDown(RemoveReason why) {
        if (device != null) {
            device.removeEventHandler(deviceEvents);
            if (why == RemoveReason.DRIVER_REMOVE) {
                queue.post(0, IbEventType.DEVICE_FATAL.value(), null);
            }
        }
        queue.close();
    }

    private static ErrnoException gone() {
        return new ErrnoException(Errno.EIO, "the device was removed or its file closed; no event will come any more");
    }
}
