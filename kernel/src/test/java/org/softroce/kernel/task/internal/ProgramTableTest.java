package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

@Timeout(30)
final class ProgramTableTest {

    private final TaskTable tasks = new TaskTable();
    private final ProgramTable programs = new ProgramTable(tasks, null);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A registered program. */
    private static final class Registered implements ComponentServiceObjects<Program> {
        private final Program program;
        private final ServiceReference<Program> reference;
        private final AtomicInteger uses = new AtomicInteger();

        @SuppressWarnings("unchecked")
        Registered(Program program) {
            this.program = program;
            this.reference = (ServiceReference<Program>) Proxy.newProxyInstance(getClass().getClassLoader(),
                    new Class<?>[] {ServiceReference.class}, (self, method, args) -> switch (method.getName()) {
                        case "equals" -> self == args[0];
                        case "hashCode" -> System.identityHashCode(self);
                        case "toString" -> "a program";
                        default -> throw new UnsupportedOperationException(method.getName());
                    });
        }

        @Override
        public Program getService() {
            uses.incrementAndGet();
            return program;
        }

        @Override
        public void ungetService(Program service) {
            uses.decrementAndGet();
        }

        @Override
        public ServiceReference<Program> getServiceReference() {
            return reference;
        }
    }

    private ProgramProcess start(Program program, String... argv) {
        return start(new Registered(program), argv);
    }

    private ProgramProcess start(Registered program, String... argv) {
        programs.bindProgram(program, Map.of(Program.NAME, argv[0]));
        return programs.spawn(List.of(argv), Fakes.NAMESPACE, InputStream.nullInputStream(), new PrintStream(out),
                new PrintStream(err));
    }

    @Test
    void aProgramRunsWithItsArgumentsAndItsExitCode() throws Exception {
        ProgramProcess process = start(run -> {
            run.out().println(run.name() + run.args() + run.task().comm() + run.task().uid());
            return 42;
        }, "tool", "a", "b c");
        assertThat(process.waitFor()).isEqualTo(42);
        assertThat(process.isAlive()).isFalse();
        assertThat(process.commandLine()).isEqualTo("tool a b c");
        assertThat(out).hasToString("tool[a, b c]tool0" + System.lineSeparator());
        assertThat(tasks.list()).isEmpty();
    }

    @Test
    void failuresArePrintedAsPerrorDoes() throws Exception {
        assertThat(start(_ -> {
            throw new ErrnoException(Errno.ENODEV, "no rxe9; there is rxe0");
        }, "one").waitFor()).isEqualTo(1);
        assertThat(start(_ -> {
            throw new IllegalStateException("broken");
        }, "two").waitFor()).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("one: No such device", "no rxe9; there is rxe0",
                "two: broken");
    }

    @Test
    void aPlainTaskExitIsNoError() throws Exception {
        assertThat(start(_ -> {
            throw new TaskExit(0);
        }, "exit").waitFor()).isZero();
    }

    @Test
    void whatAProgramLeftOpenIsReleasedBeforeItEnds() throws Exception {
        Fakes.Pipe pipe = new Fakes.Pipe();
        assertThat(start(run -> run.task().files().install(pipe, 0), "leaky").waitFor()).isEqualTo(3);
        assertThat(pipe.releases).hasValue(1);
    }

    @Test
    void aKilledProgramEndsWith128AndTheSignal() throws Exception {
        Fakes.Pipe pipe = new Fakes.Pipe();
        ProgramProcess process = start(run -> {
            int fd = run.task().files().install(pipe, 0);
            return run.task().read(fd, run.task().memory().allocate(8, 8));
        }, "reader");
        Fakes.awaitWaiter(pipe.waitQueue);
        assertThat(process.waitFor(1_000_000L)).isNull();
        process.kill(2);
        assertThat(process.waitFor()).isEqualTo(130);
        assertThat(pipe.releases).hasValue(1);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aKilledProgramThatDoesNotListenIsEndedWithoutItsThread() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Fakes.Pipe pipe = new Fakes.Pipe();
        ProgramProcess process = start(run -> {
            run.task().files().install(pipe, 0);
            started.countDown();
            never.await();
            return 0;
        }, "deaf");
        started.await();
        process.kill(9);
        assertThat(process.waitFor()).isEqualTo(137);
        assertThat(pipe.releases).hasValue(1);
        never.countDown();
    }

    @Test
    void aProgramThatGoesAwayTakesItsRunsAlong() throws Exception {
        Fakes.Pipe pipe = new Fakes.Pipe();
        Registered reader = new Registered(run -> run.task().read(run.task().files().install(pipe, 0),
                run.task().memory().allocate(8, 8)));
        ProgramProcess process = start(reader, "reader");
        Fakes.awaitWaiter(pipe.waitQueue);
        programs.unbindProgram(reader);
        assertThat(process.isAlive()).isFalse();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(reader.uses).hasValue(0);
        assertThat(programs.names()).isEmpty();
    }

    @Test
    void namesAreSortedAndUnknownOnesRefused() {
        programs.bindProgram(new Registered(_ -> 0), Map.of(Program.NAME, new String[] {"rdma", "ip"}));
        programs.bindProgram(new Registered(_ -> 0), Map.of());
        assertThat(programs.names()).containsExactly("ip", "rdma");
        assertThatThrownBy(() -> programs.spawn(List.of("nosuch"), Fakes.NAMESPACE, null, null, null))
                .isInstanceOfSatisfying(ErrnoException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
    }
}
