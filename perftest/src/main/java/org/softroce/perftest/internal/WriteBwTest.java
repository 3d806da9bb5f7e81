package org.softroce.perftest.internal;

import java.io.PrintStream;
import org.softroce.kernel.libc.Stream;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Task;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvGidEntry;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvPortAttr;

/**
 * One run of one side, step by step as the real main function.
 *
 * @mirrors perftest/src/write_bw.c#main
 */
final class WriteBwTest {

    private static final int VERSION_BYTES = 16;

    private final Task task;
    private final PrintStream out;
    private final PrintStream err;
    private final Parameters p;
    private final IbvContext context;

    WriteBwTest(Invocation invocation, Parameters p, IbvContext context) {
        this.task = invocation.task();
        this.out = invocation.out();
        this.err = invocation.err();
        this.p = p;
        this.context = context;
    }

    void run() throws TestFailure {
        IbvPortAttr port = Resources.step(err, " Error when trying to query port\n"
                + " Couldn't get context for the device", () -> context.queryPort(p.ibPort));
        if (p.full() && !p.isClient()) {
            out.print("\n************************************\n* Waiting for client to connect... *\n"
                    + "************************************\n");
            out.flush();
        }
        try (Communication comm = Communication.establish(task, p, err)) {
            settle(comm, port);
            try (Resources resources = Resources.create(p, context, err)) {
                test(comm, resources, port);
            }
        }
    }

    /** Versions, sizes of page and cache line, MTU: the smaller, respectively larger one counts for both. */
    private void settle(Communication comm, IbvPortAttr port) throws TestFailure {
        p.remoteVersion = Stream.text(comm.exchange(Stream.ascii(Parameters.VERSION, VERSION_BYTES)));
        p.cycleBuffer = Math.max(p.cycleBuffer, comm.exchangeInt(p.cycleBuffer));
        p.cacheLine = Math.max(p.cacheLine, comm.exchangeInt(p.cacheLine));
        IbvMtu mine = mtu(port);
        String theirs = Stream.text(comm.exchange(Stream.ascii(Integer.toString(mine.value()), 2)));
        int remote = theirs.matches("[1-5]") ? Integer.parseInt(theirs) : mine.value();
        p.currMtu = IbvMtu.of(Math.min(mine.value(), remote));
    }

    /** @mirrors perftest/src/perftest_resources.c#set_mtu */
    private IbvMtu mtu(IbvPortAttr port) {
        IbvMtu active = port.activeMtu();
        if (p.mtu == 0) {
            return active;
        }
        for (IbvMtu mtu : IbvMtu.values()) {
            if (p.mtu == 128 << mtu.value()) {
                if (mtu.value() <= active.value()) {
                    return mtu;
                }
                out.print("Requested mtu is higher than active mtu \nChanging to active mtu - " + active.value() + "\n");
                return active;
            }
        }
        err.print(" Invalid MTU - " + p.mtu + " \n Please choose mtu from {256,512,1024,2048,4096}\n"
                + " Will run with the port active mtu - " + active.value() + "\n");
        return active;
    }

    /**
     * The GID to use: as given, else the first that is IPv4 (IPv6 and not link-local with {@code --ipv6}).
     *
     * @mirrors perftest/src/perftest_communication.c#get_best_gid_index
     */
    private IbvGid gid() throws TestFailure {
        if (!p.gidGiven) {
            IbvGidEntry best = null;
            for (IbvGidEntry entry : Resources.step(err, "Failed to query gid table", context::queryGidTable)) {
                if (entry.portNum() == p.ibPort && (best == null || rank(entry) > rank(best))) {
                    best = entry;
                }
            }
            p.gidIndex = best == null ? 0 : best.gidIndex();
        }
        return Resources.step(err, " Unable to set up socket connection",
                () -> context.queryGid(p.ibPort, p.gidIndex));
    }

    private int rank(IbvGidEntry entry) {
        boolean four = entry.gid().address().isIpv4();
        return (four != p.ipv6 ? 2 : 0) + (entry.gid().address().isLinkLocal() ? 0 : 1);
    }

    private void test(Communication comm, Resources resources, IbvPortAttr port) throws TestFailure {
        Dest[] mine = resources.dests(gid(), port.lid());
        if (p.full()) {
            out.print(TestInfo.text(p, "RDMA_Write ", context.device().name()));
            out.flush();
        }
        Dest[] remote = handShakes(comm, mine, false);
        checkGids(mine[0], remote[0]);
        resources.connect(mine, remote);
        for (Dest dest : mine) {
            print(dest.lines("local"));
        }
        handShakes(comm, mine, true);
        comm.handShake(mine[0]);
        print(TestInfo.resultHeading(p));
        out.flush();
        if (!p.isClient() && !p.duplex) {
            comm.handShake(mine[0]);
            out.print(comm.exchange(new Report(0, 0, 0, 0, 0)).line(p));
        } else {
            measure(comm, resources, mine, remote);
        }
        comm.handShake(mine[0]);
        print(Parameters.RESULT_LINE);
    }

    private void print(String text) {
        if (p.full()) {
            out.print(text);
        }
    }

    private Dest[] handShakes(Communication comm, Dest[] mine, boolean print) throws TestFailure {
        Dest[] remote = new Dest[mine.length];
        for (int i = 0; i < mine.length; i++) {
            remote[i] = comm.handShake(mine[i]);
            if (print) {
                print(remote[i].lines("remote"));
            }
        }
        return remote;
    }

    /** @mirrors perftest/src/perftest_communication.c#ctx_check_gid_compatibility */
    private void checkGids(Dest mine, Dest remote) throws TestFailure {
        if (mine.gid().address().isIpv4() != remote.gid().address().isIpv4()) {
            err.print("\n Found Incompatibility issue with GID types.\n"
                    + " Please Try to use a different IP version.\n\n");
            err.print("  local GID " + mine.gid() + ", remote GID " + remote.gid()
                    + "; give both sides a -x of the same IP version\n");
            throw new TestFailure();
        }
    }

    private void measure(Communication comm, Resources resources, Dest[] mine, Dest[] remote) throws TestFailure {
        BandwidthLoop loop = new BandwidthLoop(p, resources, remote, err);
        Report last = null;
        int[] sizes = p.all ? java.util.stream.IntStream.rangeClosed(1, 23).map(i -> 1 << i).toArray()
                : new int[] {p.size};
        for (int size : sizes) {
            p.size = size;
            if (p.duplex) {
                comm.handShake(mine[0]);
            }
            last = loop.run();
            if (p.duplex) {
                comm.handShake(mine[0]);
                out.print(last.plus(comm.exchange(last)).line(p));
            } else {
                out.print(last.line(p));
            }
            out.flush();
        }
        if (!p.duplex) {
            comm.handShake(mine[0]);
            try {
                comm.exchange(last);
            } catch (TestFailure e) {
                print(Parameters.RESULT_LINE);
                throw e;
            }
        }
    }
}
