package org.softroce.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.Tasks;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

class WildcardsTest {
    private static final Map<String, List<String>> TREE = Map.of(
            "/", List.of("sys"), "/sys", List.of("uverbs1", "uverbs0", "x"),
            "/sys/uverbs0", List.of("ibdev"), "/sys/uverbs1", List.of("ibdev", "more"), "/sys/x", List.of());

    private final Wildcards wildcards = new Wildcards(new Tasks() {
        @Override
        public Task create(String comm, int uid, NetNamespace netNamespace) {
            return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "readDirectory" -> children((String) arguments[0]);
                        case "stat" -> stat((String) arguments[0]);
                        default -> null;
                    });
        }

        @Override
        public List<Task> list() {
            return List.of();
        }
    });

    private static List<String> children(String path) {
        if (!TREE.containsKey(path)) {
            throw new ErrnoException(Errno.ENOTDIR, path);
        }
        return TREE.get(path);
    }

    private static Object stat(String path) {
        int slash = path.lastIndexOf('/');
        if (!TREE.getOrDefault(path.substring(0, Math.max(slash, 1)), List.of()).contains(path.substring(slash + 1))) {
            throw new ErrnoException(Errno.ENOENT, path);
        }
        return null;
    }

    @Test
    void namesThatExist() {
        assertThat(wildcards.expand("/sys/uverbs*/ibdev")).containsExactly("/sys/uverbs0/ibdev", "/sys/uverbs1/ibdev");
        assertThat(wildcards.expand("/s?s/*1/m*")).containsExactly("/sys/uverbs1/more");
    }

    @Test
    void nothingCalledSoStaysAsWritten() {
        assertThat(wildcards.expand("/sys/mlx*")).containsExactly("/sys/mlx*");
        assertThat(wildcards.expand("a*")).containsExactly("a*");
    }

    @Test
    void bracesNeedNoFile() {
        assertThat(wildcards.expand("gids/{2,3}x")).containsExactly("gids/2x", "gids/3x");
        assertThat(wildcards.expand("{one}")).containsExactly("{one}");
    }
}
