package org.softroce.tools.bench.internal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.libc.GetOpt;
import org.softroce.kernel.libc.Strto;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Programs;
import org.softroce.verbs.VerbsLibrary;

/**
 * {@code bench [NAME...] [--rounds N] [--json FILE]}: speed of this build on this machine.
 *
 * <p>Rounds of all measures are interleaved, so that a busy neighbour spoils all alike; ratios are taken within one
 * round. One line a measure: name, median, unit, then minimum and maximum.
 */
@Component(property = Program.NAME + "=bench")
public final class Bench implements Program {

    private static final List<GetOpt.Long> LONG = List.of(new GetOpt.Long("rounds", true, 'r'),
            new GetOpt.Long("json", true, 'j'), new GetOpt.Long("help", false, 'h'));
    private static final Map<String, Function<BenchMachine, Measure>> MEASURES = new LinkedHashMap<>();

    static {
        MEASURES.put("write_64k_mtu4096_vs_memcpy", machine -> new WriteVersusCopy(machine, 4096));
        MEASURES.put("write_64k_mtu1024_vs_memcpy", machine -> new WriteVersusCopy(machine, 1024));
        MEASURES.put("write_2b_rate", WriteRate::new);
        MEASURES.put("write_2b_post_to_completion", PostToCompletion::new);
        MEASURES.put("write_2b_half_rtt", HalfRoundTrip::new);
        MEASURES.put("alloc_per_message", AllocPerMessage::new);
    }

    /** The figures of the write stop rising after 2 to 3 s, when the last of its methods is compiled for good. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final VerbsLibrary library;
    private final Programs programs;

    @Activate
    public Bench(@Reference VerbsLibrary library, @Reference Programs programs) {
        this.library = library;
        this.programs = programs;
    }

    @Override
    public int run(Invocation invocation) throws Exception {
        int rounds = 9;
        String json = null;
        GetOpt options = new GetOpt(invocation.name(), invocation.args(), "r:j:h", LONG, invocation.err());
        for (int option = options.next(); option != GetOpt.END; option = options.next()) {
            switch (option) {
                case 'r' -> rounds = Strto.integer(options.argument());
                case 'j' -> json = options.argument();
                case 'h' -> {
                    usage(invocation.out());
                    return 0;
                }
                default -> {
                    usage(invocation.err());
                    return 2;
                }
            }
        }
        List<String> names = options.operands().isEmpty() ? List.copyOf(MEASURES.keySet()) : options.operands();
        for (String name : names) {
            if (!MEASURES.containsKey(name)) {
                invocation.err().print("bench: no measure \"" + name + "\"\n");
                usage(invocation.err());
                return 2;
            }
        }
        if (rounds < 1 || rounds > 1000) {
            invocation.err().print("bench: --rounds " + rounds + " is none of 1..1000\n");
            return 2;
        }
        List<Result> results = measure(invocation, names, rounds);
        results.forEach(result -> invocation.out().print(result.line() + "\n"));
        if (json != null) {
            Result.writeJson(json, results);
        }
        return 0;
    }

    private static void usage(PrintStream to) {
        to.print("usage: bench [NAME...] [--rounds N] [--json FILE]\n  names: " + String.join(", ", MEASURES.keySet())
                + "\n");
    }

    private List<Result> measure(Invocation invocation, List<String> names, int rounds) throws Exception {
        try (BenchMachine machine = new BenchMachine(library, programs, invocation)) {
            List<Result> results = new ArrayList<>();
            List<Measure> measures = new ArrayList<>();
            try {
                for (String name : names) {
                    Measure measure = MEASURES.get(name).apply(machine);
                    measures.add(measure);
                    results.add(new Result(name, measure.unit(), rounds));
                    warmUp(invocation, measure);
                }
                for (int round = 0; round < rounds; round++) {
                    for (int i = 0; i < measures.size(); i++) {
                        invocation.task().checkExiting();
                        results.get(i).add(measures.get(i).round());
                    }
                }
            } finally {
                for (Measure measure : measures) {
                    measure.close();
                }
            }
            return results;
        }
    }

    private static void warmUp(Invocation invocation, Measure measure) throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) {
            invocation.task().checkExiting();
            measure.round();
        }
    }
}
