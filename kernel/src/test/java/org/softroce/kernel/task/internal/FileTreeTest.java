package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;

final class FileTreeTest {

    private record Mount(String path, SysfsNode.Directory directory) implements SysfsMount { }

    private final TaskTable table = new TaskTable();
    private final Task task = table.create("test", 0, Fakes.NAMESPACE);
    private final StringBuilder stored = new StringBuilder("rxe\n");
    private int shown;

    private static void fails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @BeforeEach
    void mount() {
        SysfsNode.Fixed device = new SysfsNode.Fixed()
                .put("node_type", SysfsNode.Attribute.readOnly(() -> "1: CA\n"))
                .put("count", SysfsNode.Attribute.readOnly(() -> ++shown + "\n"))
                .put("node_desc", new SysfsNode.Attribute(0644, stored::toString, text -> {
                    stored.setLength(0);
                    stored.append(text);
                }))
                .put("bad", SysfsNode.Attribute.readOnly(() -> {
                    throw new ErrnoException(Errno.EINVAL, "no such gid");
                }))
                .put("subsystem", new SysfsNode.Link("../../../../class/infiniband"));
        table.bindSysfsMount(new Mount("/sys/devices/virtual/infiniband",
                new SysfsNode.Fixed().put("rdma_rxe0", device)));
        table.bindSysfsMount(new Mount("/sys/class/infiniband", new SysfsNode.Fixed()
                .put("rdma_rxe0", new SysfsNode.Link("../../devices/virtual/infiniband/rdma_rxe0"))
                .put("absolute", new SysfsNode.Link("/sys/devices/virtual/infiniband/rdma_rxe0"))
                .put("loop", new SysfsNode.Link("loop"))));
    }

    @Test
    void attributesAreReadThroughLinks() {
        assertThat(task.readText("/sys/class/infiniband/rdma_rxe0/node_type")).isEqualTo("1: CA\n");
        assertThat(task.readText("/sys/class/infiniband/absolute/node_type")).isEqualTo("1: CA\n");
        assertThat(task.readText("/sys/class//infiniband/./rdma_rxe0/../rdma_rxe0/subsystem/rdma_rxe0/node_type"))
                .isEqualTo("1: CA\n");
        assertThat(task.readLink("/sys/class/infiniband/rdma_rxe0"))
                .isEqualTo("../../devices/virtual/infiniband/rdma_rxe0");
        fails(Errno.ELOOP, () -> task.readText("/sys/class/infiniband/loop"));
        fails(Errno.EINVAL, () -> task.readLink("/sys/class/infiniband"));
        fails(Errno.EINVAL, () -> task.readText("/sys/class/infiniband/rdma_rxe0/bad"));
    }

    @Test
    void everyReadTextProducesAnewAndAnOpenFileOnce() {
        String path = "/sys/class/infiniband/rdma_rxe0/count";
        assertThat(task.readText(path)).isEqualTo("1\n");
        assertThat(task.readText(path)).isEqualTo("2\n");
        int fd = task.open(path, Fcntl.O_RDONLY);
        MemorySegment buffer = MemorySegment.ofArray(new byte[1]);
        assertThat(task.read(fd, buffer)).isEqualTo(1);
        assertThat(buffer.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) '3');
        assertThat(task.read(fd, buffer)).isEqualTo(1);
        assertThat(task.read(fd, buffer)).isZero();
        assertThat(shown).isEqualTo(3);
    }

    @Test
    void whatCanBeStoredIsStored() {
        String path = "/sys/class/infiniband/rdma_rxe0/node_desc";
        task.writeText(path, "mine\n");
        assertThat(task.readText(path)).isEqualTo("mine\n");
        int fd = task.open(path, Fcntl.O_WRONLY);
        assertThat(task.write(fd, MemorySegment.ofArray("two".getBytes(StandardCharsets.UTF_8)))).isEqualTo(3);
        assertThat(task.readText(path)).isEqualTo("two");
        fails(Errno.EACCES, () -> task.writeText("/sys/class/infiniband/rdma_rxe0/node_type", "2"));
        fails(Errno.EACCES, () -> task.open("/sys/class/infiniband/rdma_rxe0/node_type", Fcntl.O_RDWR));
    }

    @Test
    void directoriesListAndStat() {
        assertThat(task.readDirectory("/")).containsExactly("dev", "sys");
        assertThat(task.readDirectory("/sys/class")).containsExactly("infiniband");
        assertThat(task.readDirectory("/sys/class/infiniband")).containsExactly("rdma_rxe0", "absolute", "loop");
        assertThat(task.readDirectory("/sys/class/infiniband/rdma_rxe0")).contains("node_type", "subsystem");
        assertThat(task.stat("/sys/class/infiniband/rdma_rxe0").kind()).isEqualTo(FileStat.Kind.DIRECTORY);
        assertThat(task.stat("/sys/class/infiniband/rdma_rxe0/node_type"))
                .isEqualTo(new FileStat(FileStat.Kind.FILE, 0444, 0, 0));
        fails(Errno.ENOTDIR, () -> task.readDirectory("/sys/class/infiniband/rdma_rxe0/node_type"));
        fails(Errno.ENOTDIR, () -> task.stat("/sys/class/infiniband/rdma_rxe0/node_type/x"));
        fails(Errno.EISDIR, () -> task.readText("/sys/class"));
        fails(Errno.ENOENT, () -> task.stat("/sys/class/net"));
        fails(Errno.ENOENT, () -> task.stat("sys"));
    }

    @Test
    void mountsOfOnePathAreOneDirectory() {
        Mount other = new Mount("/sys/class/infiniband",
                new SysfsNode.Fixed().put("other", SysfsNode.Attribute.readOnly(() -> "x")));
        Mount inner = new Mount("/sys/class/infiniband/below/deep", new SysfsNode.Fixed());
        table.bindSysfsMount(other);
        table.bindSysfsMount(inner);
        assertThat(task.readDirectory("/sys/class/infiniband"))
                .containsExactly("rdma_rxe0", "absolute", "loop", "other", "below");
        assertThat(task.readDirectory("/sys/class/infiniband/below")).containsExactly("deep");
        assertThat(task.readText("/sys/class/infiniband/other")).isEqualTo("x");
        table.unbindSysfsMount(inner);
        table.unbindSysfsMount(other);
        fails(Errno.ENOENT, () -> task.stat("/sys/class/infiniband/below"));
        fails(Errno.ENOENT, () -> task.stat("/sys/class/infiniband/other"));
    }
}
