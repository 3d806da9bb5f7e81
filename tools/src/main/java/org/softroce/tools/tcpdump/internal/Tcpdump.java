package org.softroce.tools.tcpdump.internal;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * {@code tcpdump}: shows or saves the frames of the machine's net devices, RoCE decoded to the last header.
 *
 * <p>Options, words and exit codes are those of tcpdump 4.99; the lines about RoCE are ours, since it prints only
 * "UDP". Files are written as pcapng with nanoseconds, so that {@code any} keeps the device of each frame.
 */
@Component(property = Program.NAME + "=tcpdump")
public final class Tcpdump implements Program {
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;
    private static final int SIGNAL_BASE = 128;
    private static final String WORDS = "tcpdump: ";

    @Activate
    public Tcpdump() { }

    @Override
    public int run(Invocation invocation) throws IOException {
        Options options = Options.parse(invocation.args(), invocation.out(), invocation.err());
        if (options == null) {
            return invocation.args().contains("-h") || invocation.args().contains("--help") ? 0 : 1;
        }
        if (options.listDevices()) {
            invocation.out().print(DeviceList.of(invocation.task().netNamespace()).text());
            return 0;
        }
        try {
            FrameFilter filter = FrameFilter.parse(options.expression());
            return options.readFile().isPresent() ? fromFile(invocation, options, filter)
                    : live(invocation, options, filter);
        } catch (FrameFilter.SyntaxException e) {
            return fail(invocation, "can't parse filter expression: syntax error", e.getMessage());
        }
    }

    private static int fromFile(Invocation invocation, Options options, FrameFilter filter) throws IOException {
        String name = options.readFile().orElseThrow();
        try (SavedCapture saved = SavedCapture.open(name, invocation.in())) {
            invocation.err().print(saved.banner(name));
            try (FrameSink sink = FrameSink.of(invocation.out(), options, false)) {
                long printed = 0;
                for (Capture frame = saved.next(); frame != null && printed < options.count(); frame = saved.next()) {
                    if (filter.matches(frame)) {
                        sink.accept(frame);
                        printed++;
                    }
                }
            }
            return 0;
        } catch (ToolException e) {
            return fail(invocation, e.getMessage(), e.remedy());
        }
    }

    private static int live(Invocation invocation, Options options, FrameFilter filter) throws IOException {
        Task task = invocation.task();
        DeviceList devices = DeviceList.of(task.netNamespace());
        String name = options.device().orElseGet(devices::first);
        try (LiveCapture capture = LiveCapture.open(task, devices, name);
                FrameSink sink = FrameSink.of(invocation.out(), options, capture.device().isEmpty())) {
            invocation.err().print(banner(capture.device(), options));
            invocation.err().flush();
            return follow(invocation, options, filter, capture, sink);
        } catch (ToolException e) {
            return fail(invocation, e.getMessage(), e.remedy());
        }
    }

    private static int follow(Invocation invocation, Options options, FrameFilter filter, LiveCapture capture,
            FrameSink sink) throws IOException {
        int code = 0;
        long captured = 0;
        try {
            while (captured < options.count()) {
                Capture frame = capture.poll();
                if (frame == null) {
                    sink.flush();
                    capture.await();
                } else if (filter.matches(frame)) {
                    sink.accept(frame);
                    captured++;
                }
            }
        } catch (TaskExit exit) {
            code = exit.signal() == SIGINT || exit.signal() == SIGTERM ? 0 : SIGNAL_BASE + exit.signal();
            sink.interrupted();
        } catch (ErrnoException e) {
            if (e.errno() != Errno.ENETDOWN) {
                throw e;
            }
            code = fail(invocation, "pcap_loop: The interface disappeared", e.detail());
        }
        sink.flush();
        invocation.out().flush();
        invocation.err().print(counted(captured, "captured") + counted(capture.received(), "received by filter")
                + counted(capture.dropped(), "dropped by kernel"));
        return code;
    }

    private static String banner(Optional<NetDevice> device, Options options) {
        String listening = "listening on " + device.map(NetDevice::name).orElse(DeviceList.ANY)
                + ", link-type EN10MB (Ethernet), snapshot length " + options.snapLength() + " bytes\n";
        boolean quiet = options.writeFile().isEmpty() && options.verbosity() == 0;
        return WORDS + (quiet ? "verbose output suppressed, use -v[v]... for full protocol decode\n" : "") + listening;
    }

    private static String counted(long packets, String what) {
        return packets + " packet" + (packets == 1 ? " " : "s ") + what + "\n";
    }

    private static int fail(Invocation invocation, String words, String remedy) {
        invocation.out().flush();
        invocation.err().print(WORDS + words + "\n" + (remedy == null ? "" : remedy + "\n"));
        return 1;
    }
}
