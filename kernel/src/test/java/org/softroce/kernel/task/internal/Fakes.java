package org.softroce.kernel.task.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;

/** A machine of fakes. */
final class Fakes {

    /** Nothing asks it for anything. */
    static final NetNamespace NAMESPACE = (NetNamespace) Proxy.newProxyInstance(Fakes.class.getClassLoader(),
            new Class<?>[] {NetNamespace.class}, (_, method, _) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    private Fakes() {
    }

    /** A file that can be fed bytes to read and counts what happens to it. */
    static final class Pipe extends OpenFile {
        final AtomicInteger releases = new AtomicInteger();
        final WaitQueue waitQueue = new WaitQueue();
        final Queue<Byte> bytes = new ArrayDeque<>();
        int writes;
        MemorySegment memory;

        synchronized void feed(int value) {
            bytes.add((byte) value);
            waitQueue.wake();
        }

        @Override
        public synchronized int read(Task caller, MemorySegment buffer) {
            if (bytes.isEmpty()) {
                throw new ErrnoException(Errno.EAGAIN, "nothing there");
            }
            buffer.set(ValueLayout.JAVA_BYTE, 0, bytes.remove());
            return 1;
        }

        @Override
        public int write(Task caller, MemorySegment data) {
            writes++;
            return (int) data.byteSize();
        }

        @Override
        public MemorySegment mmap(Task caller, long length, long offset) {
            memory = Arena.ofAuto().allocate(length);
            return memory;
        }

        @Override
        public synchronized int poll() {
            return bytes.isEmpty() ? 0 : Poll.POLLIN;
        }

        @Override
        public WaitQueue waitQueue() {
            return waitQueue;
        }

        @Override
        public void release() {
            releases.incrementAndGet();
        }
    }

    /** A device node that opens one of these files. */
    record Device(String path, int minor, int mode, Supplier<OpenFile> file) implements CharDevice {
        @Override
        public int major() {
            return 231;
        }

        @Override
        public OpenFile open(Task caller, int flags) {
            return file.get();
        }
    }

    /** Runs it on a thread of its own. */
    static <T> CompletableFuture<T> async(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(work.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Returns once a thread sleeps in the queue. */
    static void awaitWaiter(WaitQueue queue) throws Exception {
        CompletableFuture<Void> probe = CompletableFuture.runAsync(() -> {
            while (!hasWaiter(queue)) {
                Thread.onSpinWait();
            }
        });
        probe.get(10, TimeUnit.SECONDS);
    }

    private static boolean hasWaiter(WaitQueue queue) {
        try {
            Field field = WaitQueue.class.getDeclaredField("waiters");
            field.setAccessible(true);
            return !((List<?>) field.get(queue)).isEmpty();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
