package org.softroce.kernel.module.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.module.Modules.ModuleInfo;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

final class ModuleTableTest {

    private final List<String> log = new ArrayList<>();
    private final List<ModuleUnit> units = new ArrayList<>();
    private final ModuleTable table = new ModuleTable(() -> units);
    private int clock;

    private final class Unit implements ModuleUnit {
        private final ModuleHeader header;
        private int loadedAt;

        Unit(ModuleHeader header) {
            this.header = header;
        }

        @Override
        public ModuleHeader header() {
            return header;
        }

        @Override
        public boolean isLoaded() {
            return loadedAt != 0;
        }

        @Override
        public long loadedAt() {
            return loadedAt;
        }

        @Override
        public long sizeBytes() {
            return 4096;
        }

        @Override
        public void start() {
            if (header.name().equals("broken")) {
                throw new ErrnoException(Errno.EIO, "does not start");
            }
            loadedAt = ++clock;
            log.add("+" + header.name());
        }

        @Override
        public void stop() {
            loadedAt = 0;
            log.add("-" + header.name());
        }
    }

    ModuleTableTest() {
        install("udp_tunnel; builtin=true, ip6_udp_tunnel; builtin=true");
        install("rdma_rxe; depends=\"ib_core,ib_uverbs, udp_tunnel,ip6_udp_tunnel\"; alias=\"rdma-link-rxe\"");
        install("ib_core");
        install("ib_uverbs;depends=ib_core");
        install("broken");
        install("lonely; depends=absent");
        install("a; depends=b");
        install("b; depends=a");
    }

    private void install(String header) {
        ModuleHeader.parse(header).forEach(module -> units.add(new Unit(module)));
    }

    private static void fails(Errno errno, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.detail()).contains(text);
        });
    }

    @Test
    void theHeaderIsReadWithQuotesAndLists() {
        assertThat(units.get(2).header()).isEqualTo(new ModuleHeader("rdma_rxe",
                List.of("ib_core", "ib_uverbs", "udp_tunnel", "ip6_udp_tunnel"), List.of("rdma-link-rxe"), false));
        assertThat(units.get(1).header()).isEqualTo(new ModuleHeader("ip6_udp_tunnel", List.of(), List.of(), true));
    }

    @Test
    void needsAreLoadedFirstAndOnce() {
        table.load("rdma-rxe");
        table.load("rdma_rxe");
        assertThat(log).containsExactly("+ib_core", "+ib_uverbs", "+udp_tunnel", "+ip6_udp_tunnel", "+rdma_rxe");
        List<ModuleInfo> loaded = table.list().stream().filter(ModuleInfo::loaded).toList();
        assertThat(loaded).extracting(ModuleInfo::name)
                .containsExactly("rdma_rxe", "ip6_udp_tunnel", "udp_tunnel", "ib_uverbs", "ib_core");
        assertThat(table.find("ib_core").usedBy()).containsExactly("rdma_rxe", "ib_uverbs");
    }

    @Test
    void aliasesAreRequested() {
        assertThat(table.request("rdma-link-rxe")).isTrue();
        assertThat(table.find("rdma_rxe").loaded()).isTrue();
        assertThat(table.request("rdma-link-siw")).isFalse();
        assertThat(table.request("broken")).isFalse();
    }

    @Test
    void insertLoadsNothingElse() {
        fails(Errno.ENOENT, "needs ib_core, ib_uverbs, udp_tunnel, ip6_udp_tunnel", () -> table.insert("rdma_rxe"));
        assertThat(log).isEmpty();
        table.insert("ib_core");
        fails(Errno.EEXIST, "ib_core", () -> table.insert("ib_core"));
        fails(Errno.ENOENT, "'nosuch'", () -> table.insert("nosuch"));
        fails(Errno.EIO, "does not start", () -> table.insert("broken"));
    }

    @Test
    void whatIsUsedStays() {
        table.load("rdma_rxe");
        fails(Errno.EBUSY, "rdma_rxe, ib_uverbs", () -> table.remove("ib_core"));
        table.remove("rdma_rxe");
        table.remove("ib_uverbs");
        table.remove("ib_core");
        fails(Errno.ENOENT, "not loaded", () -> table.remove("ib_core"));
        fails(Errno.ENOENT, "'nosuch'", () -> table.remove("nosuch"));
        assertThat(table.find("ib_core").loaded()).isFalse();
    }

    @Test
    void absentNeedsAndCirclesAreNamed() {
        fails(Errno.ENOENT, "absent", () -> table.load("lonely"));
        fails(Errno.ELOOP, "[a, b] -> a", () -> table.load("a"));
        fails(Errno.ENOENT, "'nosuch'", () -> table.load("nosuch"));
        assertThat(table.find("nosuch")).isNull();
    }
}
