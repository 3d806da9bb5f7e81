package org.softroce.tools.bench.internal;

import java.io.InputStream;
import java.util.List;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.Programs;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.Verbs;
import org.softroce.verbs.VerbsLibrary;

/** What is measured on: a veth pair of MTU 9000 with an rxe device at each end, made here and removed at the end. */
final class BenchMachine implements AutoCloseable {

    private final Programs programs;
    private final Invocation invocation;
    private final IbvContext[] contexts = new IbvContext[2];

    BenchMachine(VerbsLibrary library, Programs programs, Invocation invocation) throws InterruptedException {
        this.programs = programs;
        this.invocation = invocation;
        boolean good = false;
        try {
            command("ip link add bench0 type veth peer name bench1");
            for (int i = 0; i < 2; i++) {
                command("ip link set bench" + i + " mtu 9000");
                command("ip addr add 10.255.255." + (i + 1) + "/24 dev bench" + i);
                command("ip link set bench" + i + " up");
            }
            Verbs verbs = library.forTask(invocation.task());
            for (int i = 0; i < 2; i++) {
                command("rdma link add bench_rxe" + i + " type rxe netdev bench" + i);
                IbvDevice device = verbs.device("bench_rxe" + i);
                if (device == null) {
                    throw new IllegalStateException("bench_rxe" + i + " was added but is not listed");
                }
                contexts[i] = device.open();
            }
            good = true;
        } finally {
            if (!good) {
                close();
            }
        }
    }

    private void command(String command) throws InterruptedException {
        int exit = run(command);
        if (exit != 0) {
            throw new IllegalStateException(command + " ended with exit code " + exit);
        }
    }

    private int run(String command) throws InterruptedException {
        ProgramProcess process = programs.spawn(List.of(command.split(" ")), invocation.task().netNamespace(),
                InputStream.nullInputStream(), invocation.out(), invocation.err());
        return process.waitFor();
    }

    IbvContext context(int side) {
        return contexts[side];
    }

    /** True when the bench was interrupted. */
    void checkExiting() {
        invocation.task().checkExiting();
    }

    /** Removing the cable removes the devices on it. */
    @Override
    public void close() {
        for (IbvContext context : contexts) {
            if (context != null) {
                context.close();
            }
        }
        try {
            run("ip link delete bench0");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
