package org.softroce.iproute2.ip.internal;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.net.internal.NetStack;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** A machine with one program, {@code ip}. */
final class IpRuns implements Programs {

    /** What one run left behind. */
    record Result(int exit, String out, String err) { }

    final NetStack net = new NetStack();
    private final IpProgram program = new IpProgram(net, this);

    /** Words are separated by blanks. */
    Result run(String commandLine) {
        List<String> words = List.of(commandLine.split(" "));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = program.run(new Invocation(task(net.initial()), "ip", words.subList(1, words.size()),
                InputStream.nullInputStream(), new PrintStream(out), new PrintStream(err)));
        return new Result(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Task task(NetNamespace namespace) {
        return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "netNamespace" -> namespace;
                    case "atExit" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public List<String> names() {
        return List.of("ip");
    }

    @Override
    public ProgramProcess spawn(List<String> argv, NetNamespace netNamespace, InputStream in, PrintStream out,
            PrintStream err) {
        if (!argv.getFirst().equals("ip")) {
            throw new ErrnoException(Errno.ENOENT, "programs: ip");
        }
        int exit = program.run(new Invocation(task(netNamespace), "ip", argv.subList(1, argv.size()), in, out, err));
        return (ProgramProcess) Proxy.newProxyInstance(ProgramProcess.class.getClassLoader(),
                new Class<?>[] {ProgramProcess.class}, (proxy, method, args) -> exit);
    }
}
