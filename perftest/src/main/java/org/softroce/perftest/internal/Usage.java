package org.softroce.perftest.internal;

/**
 * The help text: the options that work here.
 *
 * @mirrors perftest/src/perftest_parameters.c#usage
 */
final class Usage {

    private static final String TEXT = """
            Usage:
              %1$s            start a server and wait for connection
              %1$s <host>     connect to server at <host>

            Options:
              -a, --all  Run sizes from 2 till 2^23
              -b, --bidirectional  Measure bidirectional bandwidth (default unidirectional)
              -c, --connection=<RC>  Connection type RC (default RC)
              -d, --ib-dev=<dev>  Use IB device <dev> (default first device found)
              -D, --duration  Run test for a customized period of seconds.
              -f, --margin  measure results within margins. (default=2sec)
              -F, --CPU-freq  Do not show a warning even if cpufreq_ondemand module is loaded, and cpu-freq is not on max.
              -h, --help  Show this help screen.
              -i, --ib-port=<port>  Use port <port> of IB device (default 1)
              -I, --inline_size=<size>  Max size of message to be sent in inline
              -l, --post_list=<list size>
             Post list of send WQEs of <list size> size (instead of single post)
              -L, --hop_limit=<hop_limit>  Set hop limit value (ttl for IPv4 RawEth QP). Values 0-255 (default 64)
              -m, --mtu=<mtu>  MTU size : 256 - 4096 (default port mtu)
              -n, --iters=<iters>  Number of exchanges (at least 5, default 5000)
              -N, --noPeak Cancel peak-bw calculation (default with peak up to iters=20000)
              -p, --port=<port>  Listen on/connect to port <port> (default 18515)
              -q, --qp=<num of qp's>  Num of qp's(default 1)
              -Q, --cq-mod  Generate Cqe only after <--cq-mod> completion
              -s, --size=<size>  Size of message to exchange (default 65536)
              -S, --sl=<sl>  SL (default 0)
              -t, --tx-depth=<dep>  Size of tx queue (default 128)
              -u, --qp-timeout=<timeout>  QP timeout, timeout value is 4 usec * 2 ^(timeout), default 14
              -V, --version  Display version number
              -x, --gid-index=<index>  Test uses GID with GID index

                  --ipv6  Use IPv6 GID. Default is IPv4
                  --no_lock  No lock in IO, including post send, post recv, post srq recv and poll cq\s
                  --output=<units> Set verbosity output level: bandwidth , message_rate, latency\s
                  --report_gbits  Report Max/Average BW of test in Gbit/sec (instead of MiB/sec)
                    Note: MiB=2^20 byte, while Gb=10^9 bits. Use these formulas for conversion:
                    Factor=10^9/(2^20*8)=119.2; MiB=Gb_result * factor; Gb=MiB_result / factor
                  --tclass=<value>  Set the Traffic Class in GRH (if GRH is in use)

            """;

    private Usage() { }

    static String text(String program) {
        return TEXT.formatted(program);
    }
}
