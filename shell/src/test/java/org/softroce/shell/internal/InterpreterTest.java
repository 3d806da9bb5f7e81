package org.softroce.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class InterpreterTest {
    private final FakeMachine machine = new FakeMachine();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private Interpreter shell;

    @BeforeEach
    void programs() {
        machine.programs.put("say", run -> {
            run.out().println(String.join("|", run.args()));
            return 0;
        });
        machine.programs.put("code", run -> Integer.parseInt(run.args().get(0)));
        machine.programs.put("copy", run -> {
            run.in().transferTo(run.out());
            return 0;
        });
        machine.programs.put("complain", run -> {
            run.err().println("trouble");
            return 3;
        });
        machine.programs.put("block", run -> {
            blocked.countDown();
            return run.task().poll(List.of(), -1);
        });
        machine.programs.put("endless", run -> {
            while (!run.task().isExiting()) {
                run.out().println("y");
            }
            return 128 + Signals.PIPE;
        });
        machine.programs.put("first", run -> {
            for (int c = run.in().read(); c >= 0 && c != '\n'; c = run.in().read()) {
                run.out().write(c);
            }
            run.out().println();
            return 0;
        });
        shell = new Interpreter(machine, machine, (argv, streams) -> argv.get(0).equals("gogo") ? 0 : null, false);
    }

    private int run(String line) {
        return shell.run(line, streams());
    }

    private Streams streams() {
        return new Streams(InputStream.nullInputStream(), new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "say -d rxe0 --report_gbits -s 65536 -F 192.168.1.1  ! -d|rxe0|--report_gbits|-s|65536|-F|192.168.1.1",
        "say ::1 fe80::1%veth0 a=b {x} [y] @z ~/ 100% +1 ! ::1|fe80::1%veth0|a=b|{x}|[y]|@z|~/|100%|+1",
        "say 'a b' \"c 'd'\" e\\ f '' g#h ! a b|c 'd'|e f||g#h",
        "X=5; say $X ${X}Y \"$X z\" '$X' \\$X $ ! 5|5Y|5 z|$X|$X|$",
        "X='a b'; say $X \"$X\" ! a|b|a b",
        "say a # b ; say c ! a",
        "say a;say b&&say c ! a~b~c",
    })
    void argumentsArriveVerbatim(String line, String expected) {
        assertThat(run(line)).isZero();
        assertThat(output()).isEqualTo(expected.strip().replace('~', '\n').replace("\n/", "~/") + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "code 7, 7", "code 7; code 0, 0", "code 7 && code 1, 7", "code 0 && code 4, 4", "code 7 || code 5, 5",
        "code 0 || code 5, 0", "code 1 && code 2 || code 3, 3", "! code 1, 0", "! code 0, 1", "code 3 | code 0, 0",
        "code 0 | code 3, 3", "nothing, 127", "exit_ || code 9, 9", "complain, 3", "code, 1", "gogo, 0",
        "code 5; code $?, 5", "false_ ; code $?, 127",
    })
    void exitCodes(String line, int expected) {
        assertThat(run(line)).isEqualTo(expected);
    }

    @Test
    void anUnknownCommandIsNamed() {
        assertThat(run("ib_write_wb -d x")).isEqualTo(127);
        assertThat(errors()).isEqualTo("softroce: ib_write_wb: command not found\n");
    }

    @Test
    void aProgramAloneGetsItsArgumentsUnread() {
        assertThat(shell.run(List.of("say", "a;b", "$X", "&"), streams())).isZero();
        assertThat(output()).isEqualTo("a;b|$X|&\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "say 'x ! unexpected end of line while looking for matching `''",
        "say \"x ! unexpected end of line while looking for matching `\"'",
        "say ;; say ! syntax error near unexpected token `;'",
        "| say ! syntax error near unexpected token `|'",
        "say && ! syntax error near unexpected token `newline'",
        "say > ! syntax error near unexpected token `newline'",
        "say $(x) ! syntax error near `$(': command substitution is not known here",
    })
    void whatCannotBeReadRunsNothing(String line, String message) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(errors()).isEqualTo("softroce: " + message.strip() + "\n");
        assertThat(machine.spawned).isEmpty();
    }

    @Test
    void pipesCarryOutputAndNotErrors() {
        assertThat(run("say hello | copy | copy")).isZero();
        assertThat(output()).isEqualTo("hello\n");
        run("complain | copy");
        assertThat(errors()).isEqualTo("trouble\n");
        run("complain 2>&1 | copy");
        assertThat(output()).isEqualTo("hello\ntrouble\n");
    }

    @Test
    void aClosedPipeEndsTheWriter() {
        assertThat(run("endless | first")).isZero();
        assertThat(output()).isEqualTo("y\n");
    }

    @Test
    void redirections(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("f");
        assertThat(run("say one > " + file + "; say two >> " + file + "; complain 2>> " + file)).isEqualTo(3);
        assertThat(Files.readString(file)).isEqualTo("one\ntwo\ntrouble\n");
        assertThat(run("copy < " + file)).isZero();
        assertThat(output()).isEqualTo("one\ntwo\ntrouble\n");
        assertThat(run("say x >/dev/null 2>&1")).isZero();
        assertThat(run("copy < " + folder.resolve("none"))).isEqualTo(1);
        assertThat(errors()).endsWith("none: No such file or directory\n");
        assertThat(run("say x > " + folder.resolve("none/f"))).isEqualTo(1);
        assertThat(errors()).endsWith("none/f: No such file or directory\n");
        assertThat(run("say x > " + folder)).isEqualTo(1);
        assertThat(errors()).endsWith(folder + ": Is a directory\n");
        assertThat(output()).isEqualTo("one\ntwo\ntrouble\n");
    }

    @Test
    void backgroundJobsRunBesideAndCanBeAwaitedAndKilled() throws Exception {
        assertThat(run("block & code 4 & wait $!")).isEqualTo(4);
        blocked.await();
        run("jobs");
        assertThat(output()).isEqualTo("[1]+  Running                 block &\n");
        assertThat(run("kill %1; wait %1")).isEqualTo(128 + 15);
        assertThat(run("wait %1")).isEqualTo(127);
        assertThat(errors()).isEqualTo("softroce: wait: %1: no such job\n");
    }

    @Test
    void killByPidAndUnknownPid() {
        assertThat(run("block & kill -9 $!; wait $!")).isEqualTo(128 + 9);
        assertThat(run("kill 4711")).isEqualTo(1);
        assertThat(errors()).isEqualTo("softroce: kill: (4711) - No such process\n");
        assertThat(run("kill -NONE 1")).isEqualTo(1);
    }

    @Test
    void ctrlCEndsTheForegroundAndTheRestOfTheLine() throws Exception {
        Thread user = Thread.ofPlatform().start(() -> {
            try {
                blocked.await();
                shell.signal(Signals.INT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(run("say before; block; say after")).isEqualTo(130);
        user.join();
        assertThat(output()).isEqualTo("before\n");
        assertThat(run("say next")).isZero();
    }

    @Test
    void ctrlCLeavesBackgroundJobsAlone() throws Exception {
        run("block &");
        blocked.await();
        shell.signal(Signals.INT);
        assertThat(shell.jobs().all()).singleElement().satisfies(job -> assertThat(job.status()).isNull());
        shell.jobs().endAll(50);
        assertThat(shell.jobs().all()).singleElement()
                .satisfies(job -> assertThat(job.status()).isEqualTo(128 + Signals.HUP));
    }

    @Test
    void exitLeavesWithItsCode() {
        assertThatThrownBy(() -> run("say a; exit 3; say b")).isInstanceOf(ShellExit.class)
                .satisfies(e -> assertThat(((ShellExit) e).code()).isEqualTo(3));
        assertThat(output()).isEqualTo("a\n");
        assertThat(run("exit 4 | code 0")).isZero();
    }
}
