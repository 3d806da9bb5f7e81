package org.softroce.kmod.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;

final class KmodTest {

    private final FakeModules modules = new FakeModules();
    private ByteArrayOutputStream out;
    private ByteArrayOutputStream err;

    @BeforeEach
    void install() {
        modules.install("ib_core", 516_096, List.of(), List.of());
        modules.install("udp_tunnel", 28_672, List.of(), List.of());
        modules.install("ip6_udp_tunnel", 16_384, List.of(), List.of());
        modules.install("ib_uverbs", 200_704, List.of("ib_core"), List.of());
        modules.install("rdma_rxe", 184_320, List.of("ib_core", "ib_uverbs", "udp_tunnel", "ip6_udp_tunnel"),
                List.of("rdma-link-rxe"));
        modules.install("lonely", 1, List.of("absent"), List.of());
    }

    private int run(String... command) throws Exception {
        out = new ByteArrayOutputStream();
        err = new ByteArrayOutputStream();
        Program program = switch (command[0]) {
            case "modprobe" -> new Modprobe(modules);
            case "insmod" -> new Insmod(modules);
            case "rmmod" -> new Rmmod(modules);
            case "lsmod" -> new Lsmod(modules);
            case "modinfo" -> new Modinfo(modules);
            default -> throw new IllegalArgumentException(command[0]);
        };
        return program.run(new Invocation(null, command[0], List.of(command).subList(1, command.length),
                InputStream.nullInputStream(), new PrintStream(out), new PrintStream(err)));
    }

    private void silent() {
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void modprobeLoadsNeedsAndLsmodShowsThemAsTheRealOneDoes() throws Exception {
        assertThat(run("modprobe", "udp_tunnel")).isZero();
        assertThat(run("modprobe", "rdma-rxe")).isZero();
        silent();
        assertThat(run("lsmod")).isZero();
        assertThat(out).hasToString("""
                Module                  Size  Used by
                rdma_rxe              184320  0
                ip6_udp_tunnel         16384  1 rdma_rxe
                ib_uverbs             200704  1 rdma_rxe
                ib_core               516096  2 rdma_rxe,ib_uverbs
                udp_tunnel             28672  1 rdma_rxe
                """);
        assertThat(run("modprobe", "rdma_rxe")).isZero();
        silent();
        assertThat(run("modprobe", "--first-time", "rdma_rxe")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: ERROR: could not insert 'rdma_rxe': Module already in kernel\n");
    }

    @Test
    void modprobeTellsWhatItDoes() throws Exception {
        run("modprobe", "ib_core");
        assertThat(run("modprobe", "-n", "-v", "ib_uverbs")).isZero();
        assertThat(out).hasToString("insmod " + Kmod.DIRECTORY + "/ib_uverbs.ko \n");
        assertThat(run("modprobe", "-v", "ib_uverbs")).isZero();
        assertThat(run("modprobe", "-D", "ib_uverbs")).isZero();
        assertThat(out.toString().lines()).containsExactly("insmod " + Kmod.DIRECTORY + "/ib_core.ko ",
                "insmod " + Kmod.DIRECTORY + "/ib_uverbs.ko ");
        assertThat(run("modprobe", "-R", "rdma-link-rxe")).isZero();
        assertThat(out).hasToString("rdma_rxe\n");
        assertThat(run("modprobe", "-r", "-v", "ib_uverbs")).isZero();
        assertThat(out).hasToString("rmmod ib_uverbs\nrmmod ib_core\n");
    }

    @Test
    void modprobeSaysWhyNot() throws Exception {
        assertThat(run("modprobe", "nosuch")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: FATAL: Module nosuch not found in directory " + Kmod.DIRECTORY + "\n");
        assertThat(run("modprobe", "-a", "nosuch", "ib_core")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: WARNING: Module nosuch not found in directory " + Kmod.DIRECTORY
                + "\n");
        assertThat(modules.find("ib_core").loaded()).isTrue();
        assertThat(run("modprobe", "lonely")).isEqualTo(1);
        assertThat(err.toString().lines()).startsWith("modprobe: ERROR: could not insert 'lonely':"
                + " Unknown symbol in module, or unknown parameter (see dmesg)").hasSize(2);
        assertThat(run("modprobe", "-q", "nosuch")).isEqualTo(1);
        silent();
        assertThat(run("modprobe")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: ERROR: missing parameters. See -h.\n");
        assertThat(run("modprobe", "-Z")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: invalid option -- 'Z'\n");
    }

    @Test
    void modprobeRemovesWhatNobodyNeeds() throws Exception {
        run("modprobe", "rdma_rxe");
        assertThat(run("modprobe", "-r", "ib_uverbs")).isEqualTo(1);
        assertThat(err.toString().lines().findFirst()).contains("modprobe: FATAL: Module ib_uverbs is in use.");
        assertThat(run("modprobe", "-r", "rdma_rxe")).isZero();
        silent();
        assertThat(modules.list()).noneMatch(module -> module.loaded());
        assertThat(run("modprobe", "-r", "rdma_rxe")).isZero();
        silent();
        assertThat(run("modprobe", "-r", "nosuch")).isEqualTo(1);
        assertThat(err).hasToString("modprobe: FATAL: Module nosuch not found.\n");
        run("modprobe", "rdma_rxe");
        assertThat(run("modprobe", "-r", "--remove-holders", "ib_core")).isZero();
        assertThat(modules.list()).noneMatch(module -> module.loaded());
    }

    @Test
    void insmodLoadsOnlyItself() throws Exception {
        assertThat(run("insmod", "rdma_rxe")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly(
                "insmod: ERROR: could not insert module rdma_rxe: Unknown symbol in module",
                "needs ib_core, ib_uverbs, udp_tunnel, ip6_udp_tunnel");
        assertThat(run("insmod", "/lib/modules/x/ib_core.ko.xz")).isZero();
        silent();
        assertThat(run("insmod", "ib_core")).isEqualTo(1);
        assertThat(err.toString().lines().findFirst())
                .contains("insmod: ERROR: could not insert module ib_core: File exists");
        assertThat(run("insmod", "nosuch")).isEqualTo(1);
        assertThat(err.toString().lines().findFirst())
                .contains("insmod: ERROR: could not load module nosuch: No such file or directory");
        assertThat(run("insmod")).isEqualTo(1);
        assertThat(err).hasToString("insmod: ERROR: missing filename.\n");
    }

    @Test
    void rmmodNamesTheUsers() throws Exception {
        run("modprobe", "rdma_rxe");
        assertThat(run("rmmod", "ib_core")).isEqualTo(1);
        assertThat(err).hasToString("rmmod: ERROR: Module ib_core is in use by: rdma_rxe ib_uverbs\n");
        assertThat(run("rmmod", "rdma_rxe", "ib_uverbs")).isZero();
        silent();
        assertThat(modules.find("ib_core").loaded()).isTrue();
        assertThat(run("rmmod", "rdma-rxe")).isEqualTo(1);
        assertThat(err).hasToString("rmmod: ERROR: Module rdma_rxe is not currently loaded\n");
        assertThat(run("rmmod")).isEqualTo(1);
        assertThat(err).hasToString("rmmod: ERROR: missing module name.\n");
    }

    @Test
    void modinfoShowsWhatAModuleSays() throws Exception {
        assertThat(run("modinfo", "rdma_rxe")).isZero();
        assertThat(out.toString().lines()).startsWith("filename:       " + Kmod.DIRECTORY + "/rdma_rxe.ko",
                "alias:          rdma-link-rxe", "depends:        ib_core,ib_uverbs,udp_tunnel,ip6_udp_tunnel")
                .contains("name:           rdma_rxe");
        assertThat(run("modinfo", "-F", "depends", "ib_uverbs")).isZero();
        assertThat(out).hasToString("ib_core\n");
        assertThat(run("modinfo", "--field=name", "ib_uverbs")).isZero();
        assertThat(run("modinfo", "nosuch")).isEqualTo(1);
        assertThat(err).hasToString("modinfo: ERROR: Module nosuch not found.\n");
    }

    @Test
    void helpAndVersionAreNoErrors() throws Exception {
        for (String program : List.of("modprobe", "insmod", "rmmod", "lsmod", "modinfo")) {
            assertThat(run(program, "--help")).isZero();
            assertThat(out.toString()).startsWith("Usage:\n\t" + program + " [options]");
            assertThat(run(program, "-V")).isZero();
            assertThat(out).hasToString("kmod version 34\n");
        }
        assertThat(run("lsmod", "more")).isEqualTo(1);
        assertThat(err).hasToString("lsmod: ERROR: too many arguments provided.\n");
    }
}
