package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.libc.Stream;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.VerbsLibrary;

/**
 * {@code ibv_rc_pingpong}: two sides throw a message to and fro over a reliable connection.
 *
 * @mirrors libibverbs/examples/rc_pingpong.c
 */
@Component(property = Program.NAME + "=ibv_rc_pingpong")
public final class RcPingpong implements Program {

    private static final int PAGE = 4096;

    private final VerbsLibrary library;

    @Activate
    public RcPingpong(@Reference VerbsLibrary library) {
        this.library = library;
    }

    @Override
    public int run(Invocation invocation) {
        PingpongOptions options = PingpongOptions.parse(invocation);
        if (options == null) {
            return 1;
        }
        try {
            IbvDevice device = find(invocation, options.device);
            try (PingpongContext context = PingpongContext.open(device, options, invocation.err())) {
                new Run(invocation, options, context).run();
            }
            return 0;
        } catch (Failure e) {
            if (e.reason() != null) {
                Words.explain(invocation.err(), e.reason());
            }
            return 1;
        }
    }

    private IbvDevice find(Invocation invocation, String name) throws Failure {
        List<IbvDevice> devices;
        try {
            devices = library.forTask(invocation.task()).getDeviceList();
        } catch (ErrnoException e) {
            invocation.err().print("Failed to get IB devices list: " + e.errno().text() + "\n");
            Words.explain(invocation.err(), e);
            throw new Failure();
        }
        for (IbvDevice device : devices) {
            if (name == null || device.name().equals(name)) {
                return device;
            }
        }
        invocation.err().print(name == null ? "No IB devices found\n" : "IB device " + name + " not found\n");
        invocation.err().print(devices.isEmpty()
                ? "  make one with: rdma link add rxe0 type rxe netdev NETDEV\n"
                : "  there are: " + String.join(", ", devices.stream().map(IbvDevice::name).toList()) + "\n");
        throw new Failure();
    }

    /** One run of one side. */
    private static final class Run {
        private final Task task;
        private final PrintStream out;
        private final PrintStream err;
        private final PingpongOptions options;
        private final PingpongContext context;
        private int routs;
        private PingpongLoop loop;

        Run(Invocation invocation, PingpongOptions options, PingpongContext context) {
            this.task = invocation.task();
            this.out = invocation.out();
            this.err = invocation.err();
            this.options = options;
            this.context = context;
        }

        void run() throws Failure {
            routs = context.postRecv(options.rxDepth);
            if (routs < options.rxDepth) {
                err.print("Couldn't post receive (" + routs + ")\n");
                throw new Failure();
            }
            if (options.events) {
                context.requestNotify();
            }
            PingpongDest mine = local();
            out.print(mine.line("local"));
            out.flush();
            PingpongDest remote = options.server != null ? exchangeAsClient(mine) : exchangeAsServer(mine);
            out.print(remote.line("remote"));
            if (options.server != null) {
                context.connect(remote, mine.psn());
            }
            loop = new PingpongLoop(options, context, err, routs);
            bounce();
            report();
            context.cq.ackEvents(loop.events());
            context.destroy();
        }

        private PingpongDest local() throws Failure {
            int lid = context.step("Couldn't get port info", () -> context.context.queryPort(options.ibPort)).lid();
            IbvGid gid = IbvGid.ZERO;
            if (options.gidIndex >= 0) {
                gid = context.step("can't read sgid of index " + options.gidIndex,
                        () -> context.context.queryGid(options.ibPort, options.gidIndex));
            }
            int psn = ThreadLocalRandom.current().nextInt(1 << 24);
            return new PingpongDest(lid, context.qp.qpNum(), psn, gid);
        }

        /** @mirrors libibverbs/examples/rc_pingpong.c#pp_client_exch_dest */
        private PingpongDest exchangeAsClient(PingpongDest mine) throws Failure {
            try (Stream stream = context.step("Couldn't connect to " + options.server + ":" + options.port,
                    () -> Stream.connect(task, options.server, options.port))) {
                context.step("Couldn't send local address", () -> write(stream, mine.toWire(),
                        PingpongDest.MESSAGE_BYTES));
                byte[] message = new byte[PingpongDest.MESSAGE_BYTES];
                if (stream.readOnce(message) != message.length) {
                    // The tool shows the errno that some earlier call left behind; so do we, and add the reason.
                    Errno stale = options.gidIndex >= 0 && mine.gid().isZero() ? Errno.ENODATA : Errno.ENOSPC;
                    err.print("client read/write: " + stale.text() + "\nCouldn't read/write remote address\n");
                    err.print("  the server closed the connection before it sent its address; see its messages\n");
                    throw new Failure();
                }
                context.step("Couldn't read/write remote address", () -> write(stream, "done", 5));
                return PingpongDest.ofWire(Stream.text(message));
            }
        }

        /** @mirrors libibverbs/examples/rc_pingpong.c#pp_server_exch_dest */
        private PingpongDest exchangeAsServer(PingpongDest mine) throws Failure {
            int listening = context.step("Couldn't listen to port " + options.port,
                    () -> Stream.listen(task, options.port));
            try (Stream stream = context.step("accept() failed", () -> Stream.accept(task, listening))) {
                byte[] message = new byte[PingpongDest.MESSAGE_BYTES];
                int count = stream.readOnce(message);
                if (count != message.length) {
                    err.print("server read: " + Errno.ENOSPC.text() + "\n" + count + "/" + message.length
                            + ": Couldn't read remote address\n");
                    err.print("  the client spoke another protocol, or left; is it ibv_rc_pingpong?\n");
                    throw new Failure();
                }
                PingpongDest remote = PingpongDest.ofWire(Stream.text(message));
                try {
                    context.connect(remote, mine.psn());
                } catch (Failure e) {
                    err.print("Couldn't connect to remote QP\n");
                    throw e;
                }
                context.step("Couldn't send/recv local address", () -> write(stream, mine.toWire(),
                        PingpongDest.MESSAGE_BYTES));
                byte[] done = new byte[5];
                if (stream.readOnce(done) != done.length) {
                    err.print("Couldn't send/recv local address\n");
                    throw new Failure();
                }
                return remote;
            }
        }

        private static Object write(Stream stream, String text, int bytes) {
            stream.write(Stream.ascii(text, bytes));
            return null;
        }

        private void bounce() throws Failure {
            boolean first = options.server != null;
            if (first && options.validate) {
                for (long at = 0; at < options.size; at += PAGE) {
                    context.buffer.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
                }
            }
            loop.run(first);
        }

        private void report() {
            double usec = loop.elapsedNs() / 1000.0;
            long bytes = (long) options.size * options.iters * 2;
            out.printf("%d bytes in %.2f seconds = %.2f Mbit/sec\n", bytes, usec / 1e6, bytes * 8.0 / usec);
            out.printf("%d iters in %.2f seconds = %.2f usec/iter\n", options.iters, usec / 1e6,
                    usec / options.iters);
            if (options.server == null && options.validate) {
                for (long at = 0; at < options.size; at += PAGE) {
                    if (context.buffer.get(ValueLayout.JAVA_BYTE, at) != 0) {
                        out.printf("invalid data in page %d\n", at / PAGE);
                    }
                }
            }
        }
    }
}
