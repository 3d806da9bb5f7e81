package org.softroce.libibverbs.examples.internal;

import java.util.List;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.libc.Strto;
import org.softroce.kernel.task.Invocation;
import org.softroce.verbs.IbvMtu;

/** Options of {@code ibv_rc_pingpong}, with its defaults. */
final class PingpongOptions {

    private static final String USAGE = """
            Usage:
              %1$s            start a server and wait for connection
              %1$s <host>     connect to server at <host>

            Options:
              -p, --port=<port>      listen on/connect to port <port> (default 18515)
              -d, --ib-dev=<dev>     use IB device <dev> (default first device found)
              -i, --ib-port=<port>   use port <port> of IB device (default 1)
              -s, --size=<size>      size of message to exchange (default 4096)
              -m, --mtu=<size>       path MTU (default 1024)
              -r, --rx-depth=<dep>   number of receives to post at a time (default 500)
              -n, --iters=<iters>    number of exchanges (default 1000)
              -l, --sl=<sl>          service level value
              -e, --events           sleep on CQ events (default poll)
              -g, --gid-idx=<gid index> local port gid index
              -o, --odp\t\t    use on demand paging
              -O, --iodp\t\t    use implicit on demand paging
              -P, --prefetch\t    prefetch an ODP MR
              -t, --ts\t            get CQE with timestamp
              -c, --chk\t            validate received buffer
              -j, --dm\t            use device memory
              -N, --new_send            use new post send WR API
            """;
    private static final List<GetOpt.Long> LONG = List.of(new GetOpt.Long("port", true, 'p'),
            new GetOpt.Long("ib-dev", true, 'd'), new GetOpt.Long("ib-port", true, 'i'),
            new GetOpt.Long("size", true, 's'), new GetOpt.Long("mtu", true, 'm'),
            new GetOpt.Long("rx-depth", true, 'r'), new GetOpt.Long("iters", true, 'n'),
            new GetOpt.Long("sl", true, 'l'), new GetOpt.Long("events", false, 'e'),
            new GetOpt.Long("gid-idx", true, 'g'), new GetOpt.Long("odp", false, 'o'),
            new GetOpt.Long("iodp", false, 'O'), new GetOpt.Long("prefetch", false, 'P'),
            new GetOpt.Long("ts", false, 't'), new GetOpt.Long("chk", false, 'c'), new GetOpt.Long("dm", false, 'j'),
            new GetOpt.Long("new_send", false, 'N'));

    int port = 18515;
    String device;
    int ibPort = 1;
    int size = 4096;
    IbvMtu mtu = IbvMtu.MTU_1024;
    int rxDepth = 500;
    int iters = 1000;
    int sl;
    boolean events;
    int gidIndex = -1;
    boolean odp;
    boolean implicitOdp;
    boolean prefetch;
    boolean timestamps;
    boolean validate;
    boolean deviceMemory;
    boolean newSend;
    String server;

    private PingpongOptions() { }

    /** The options, or {@code null} after usage or a complaint was printed (exit code 1). */
    static PingpongOptions parse(Invocation invocation) {
        PingpongOptions result = new PingpongOptions();
        GetOpt getopt = new GetOpt(invocation.name(), invocation.args(), "p:d:i:s:m:r:n:l:eg:oOPtcjN", LONG,
                invocation.err());
        boolean good = true;
        for (int option = getopt.next(); good && option != GetOpt.END; option = getopt.next()) {
            good = result.take(option, getopt.argument());
        }
        if (!good || getopt.operands().size() > 1) {
            invocation.out().print(USAGE.formatted(invocation.name()));
            return null;
        }
        result.server = getopt.operands().isEmpty() ? null : getopt.operands().get(0);
        return result.check(invocation) ? result : null;
    }

    private boolean take(int option, String argument) {
        switch (option) {
            case 'p' -> port = Strto.integer(argument);
            case 'd' -> device = argument;
            case 'i' -> ibPort = Strto.integer(argument);
            case 's' -> size = Strto.integer(argument);
            case 'm' -> mtu = Words.mtu(Strto.number(argument));
            case 'r' -> rxDepth = Strto.integer(argument);
            case 'n' -> iters = Strto.integer(argument);
            case 'l' -> sl = Strto.integer(argument);
            case 'g' -> gidIndex = Strto.integer(argument);
            case 'e' -> events = true;
            case 'o' -> odp = true;
            case 'O' -> {
                odp = true;
                implicitOdp = true;
            }
            case 'P' -> prefetch = true;
            case 't' -> timestamps = true;
            case 'c' -> validate = true;
            case 'j' -> deviceMemory = true;
            case 'N' -> newSend = true;
            default -> {
                return false;
            }
        }
        return mtu != null && port >= 0 && port <= 65535 && ibPort >= 1;
    }

    private boolean check(Invocation invocation) {
        if (odp && deviceMemory) {
            invocation.err().print("DM memory region can't be on demand\n");
            return false;
        }
        if (!odp && prefetch) {
            invocation.err().print("prefetch is valid only with on-demand memory region\n");
            return false;
        }
        if (timestamps) {
            events = true;
        }
        if (size < 0 || iters < 0 || rxDepth < 1) {
            invocation.err().print("size " + size + ", iters " + iters + ", rx-depth " + rxDepth
                    + ": must lie in 0..2147483647, rx-depth from 1\n");
            return false;
        }
        return true;
    }
}
