package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.softroce.itest.support.RcEnd;
import org.softroce.itest.support.RdmaTestSupport;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvAsyncEvent;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvEventType;
import org.softroce.verbs.IbvQp;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.IbvWrOpcode;
import org.softroce.verbs.Verbs;

/** The device goes away under two busy queue pairs: bounded, told to everybody, and undone by adding it again. */
public class DisassociateIT extends RdmaTestSupport {
    private static final int BYTES = 4096;
    private static final int FLUSHED = 5;
    private static final int BUSY = 1000;
    /** The promise is one second; a machine with other work to do may take longer. */
    private static final long LIMIT_MS = 5_000;

    private final List<RcEnd> ends = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();
    private IbvContext near;
    private IbvContext far;

    /** What stops the device. */
    private interface Removal {
        void run() throws Exception;
    }

    /** Writes as fast as it can until it is told otherwise; how it was told. */
    private static final class Writer implements Callable<String> {
        private final RcEnd end;
        private final RcEnd peer;
        private final AtomicLong done = new AtomicLong();
        private final FutureTask<String> task = new FutureTask<>(this);

        Writer(RcEnd end, RcEnd peer) {
            this.end = end;
            this.peer = peer;
            Thread.ofPlatform().daemon().start(task);
        }

        @Override
        public String call() {
            try {
                while (true) {
                    end.qp.postSend(end.request(IbvWrOpcode.RDMA_WRITE, BYTES, peer));
                    int status = end.completion();
                    if (status != 0) {
                        return "status " + status;
                    }
                    done.incrementAndGet();
                }
            } catch (ErrnoException e) {
                return e.errno().name();
            }
        }
    }

    @Before
    public void twoBusyQueuePairs() throws Exception {
        addCable();
        addDevices();
        openAndWrite();
    }

    private void openAndWrite() throws Exception {
        Verbs verbs = service(Verbs.class);
        near = verbs.device("rxe0").open();
        far = verbs.device("rxe1").open();
        for (int i = 0; i < 2; i++) {
            RcEnd end = new RcEnd(near, BYTES);
            RcEnd peer = new RcEnd(far, BYTES);
            RcEnd.connect(end, peer);
            ends.add(end);
            ends.add(peer);
            writers.add(new Writer(end, peer));
        }
        for (Writer writer : writers) {
            await("a busy queue pair", () -> writer.done.get() > BUSY || writer.task.isDone());
            assertThat(writer.task.isDone()).isFalse();
        }
    }

    @After
    public void cleanUp() throws Exception {
        closeAll();
        removeAll();
    }

    /** Closing what died succeeds: nothing is there any more that could be in use. */
    private void closeAll() {
        ends.forEach(RcEnd::close);
        ends.clear();
        writers.clear();
        near.close();
        far.close();
    }

    @Test
    public void theDriverStops() throws Exception {
        removeUnderLoad("stop of the driver", () -> stopBundle("rxe-driver"));
        assertThat(succeed("rdma", "link", "show").out()).isEmpty();
        closeAll();
        startBundle("rxe-driver");
        addDevices();
        openAndWrite();
        removeUnderLoad("second stop of the driver", () -> stopBundle("rxe-driver"));
    }

    @Test
    public void theLinkIsDeleted() throws Exception {
        removeUnderLoad("rdma link delete", () -> script("rdma link delete rxe0"));
        assertThat(succeed("rdma", "link", "show").out()).startsWith("link rxe1/1 ").hasLineCount(1);
        assertThat(far.queryPort(1).gidTblLen()).isEqualTo(1024);
        script("rdma link add rxe0 type rxe netdev cable0");
        assertThat(succeed("rdma", "link", "show").out()).hasLineCount(2);
    }

    @Test
    public void theNetDeviceIsDeleted() throws Exception {
        removeUnderLoad("ip link delete", () -> script("ip link delete cable0"));
        awaitNoLink();
    }

    private void removeUnderLoad(String what, Removal removal) throws Exception {
        IbvContext context = near;
        CompletableFuture<IbvEventType> fatal = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> readEvents(context, fatal));
        long start = System.nanoTime();
        removal.run();
        long ms = (System.nanoTime() - start) / 1_000_000;
        System.out.println(what + " under two busy queue pairs took " + ms + " ms");
        assertThat(ms).as(what).isLessThan(LIMIT_MS);
        assertThat(get(fatal)).isEqualTo(IbvEventType.DEVICE_FATAL);
        for (Writer writer : writers) {
            assertThat(get(writer.task)).isIn("status " + FLUSHED, "EIO");
        }
        everyLaterCallFails();
    }

    private static void readEvents(IbvContext context, CompletableFuture<IbvEventType> fatal) {
        try {
            while (!fatal.isDone()) {
                IbvAsyncEvent event = context.getAsyncEvent();
                context.ackAsyncEvent(event);
                if (event.type() == IbvEventType.DEVICE_FATAL) {
                    fatal.complete(event.type());
                }
            }
        } catch (RuntimeException e) {
            fatal.completeExceptionally(e);
        }
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE_MS, TimeUnit.MILLISECONDS);
    }

    private void everyLaterCallFails() {
        RcEnd end = ends.getFirst();
        IbvQp qp = end.qp;
        eio(() -> qp.postSend(end.request(IbvWrOpcode.RDMA_WRITE, 1, ends.get(1))));
        eio(near::allocPd);
        eio(near::queryDevice);
        eio(() -> near.queryPort(1));
        eio(() -> near.queryGid(1, 0));
        eio(() -> near.createCq(1, null, 0));
        eio(() -> end.cq.requestNotify(false));
        eio(() -> end.pd.regMr(end.buffer, 0));
        eio(() -> {
            var attr = new org.softroce.verbs.IbvQpAttr();
            attr.qpState = IbvQpState.ERR;
            qp.modify(attr, org.softroce.verbs.IbvQpAttrMask.STATE);
        });
    }

    private static void eio(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).as(e.getMessage()).isEqualTo(Errno.EIO));
    }
}
