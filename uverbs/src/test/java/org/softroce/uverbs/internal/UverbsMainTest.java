package org.softroce.uverbs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.softroce.ib.IbChardev;
import org.softroce.ib.IbDevice;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.OpenFile;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uverbs.internal.fake.FakeDevice;
import org.softroce.uverbs.internal.fake.FakeProcess;

/** Devices come and go; nodes and sysfs follow. */
class UverbsMainTest {
    private record Service(Object object, Dictionary<String, ?> properties) { }

    private final List<Service> services = new ArrayList<>();
    private final UverbsMain module = new UverbsMain(registry());

    @Test
    void sysfsIsThatOfLinux() {
        SysfsNode.Directory classDir = directory("/sys/class/infiniband_verbs");
        assertThat(classDir.list()).containsExactly("abi_version");
        assertThat(text(classDir, "abi_version")).isEqualTo("6\n");
        module.addOne(new FakeDevice());
        assertThat(classDir.list()).containsExactly("abi_version", "uverbs0");
        assertThat(classDir.child("uverbs0"))
            .isEqualTo(new SysfsNode.Link("../../devices/virtual/infiniband_verbs/uverbs0"));

        SysfsNode.Directory node =
            (SysfsNode.Directory) directory("/sys/devices/virtual/infiniband_verbs").child("uverbs0");
        assertThat(node.list()).containsExactly("abi_version", "dev", "ibdev", "power", "subsystem", "uevent");
        assertThat(text(node, "abi_version")).isEqualTo("2\n");
        assertThat(text(node, "dev")).isEqualTo("231:192\n");
        assertThat(text(node, "ibdev")).isEqualTo("rxe0\n");
        assertThat(text(node, "uevent"))
            .isEqualTo("MAJOR=231\nMINOR=192\nDEVNAME=infiniband/uverbs0\nDEVMODE=0666\n");
        assertThat(node.child("subsystem")).isEqualTo(new SysfsNode.Link("../../../../class/infiniband_verbs"));
        assertThat(classDir.child("uverbs1")).isNull();
    }

    @Test
    void nodesAreNumberedAndNumbersComeBack() {
        FakeDevice first = new FakeDevice();
        FakeDevice second = new FakeDevice();
        module.addOne(first);
        module.addOne(second);
        assertThat(paths()).containsExactly("/dev/infiniband/uverbs0", "/dev/infiniband/uverbs1");
        module.removeOne(first);
        assertThat(paths()).containsExactly("/dev/infiniband/uverbs1");
        module.addOne(new FakeDevice());
        assertThat(paths()).containsExactly("/dev/infiniband/uverbs1", "/dev/infiniband/uverbs0");
        module.removeOne(first);
        module.removeOne(second);
        module.deactivate();
        assertThat(paths()).containsExactly("/dev/infiniband/uverbs0");
        assertThat(services).hasSize(1);
    }

    @Test
    void nodesTellWhatTheyAre() {
        module.addOne(new FakeDevice());
        Service service = services.getLast();
        CharDevice node = (CharDevice) service.object();
        assertThat(node.major()).isEqualTo(231);
        assertThat(node.minor()).isEqualTo(192);
        assertThat(node.mode()).isEqualTo(0666);
        assertThat(service.properties().get(IbDevice.INDEX)).isEqualTo(5);
        assertThat(service.properties().get(IbChardev.TYPE)).isEqualTo("uverbs");
        assertThat(service.properties().get(IbChardev.NAME)).isEqualTo("uverbs0");
        assertThat(service.properties().get(IbChardev.ABI)).isEqualTo(2L);
        assertThat(node.open(new FakeProcess().task, 2).stat())
            .isEqualTo(new FileStat(FileStat.Kind.CHAR_DEVICE, 0666, 231, 192));
    }

    @Test
    void filesArePartedFromADeviceThatGoes() {
        FakeDevice device = new FakeDevice();
        module.addOne(device);
        CharDevice node = (CharDevice) services.getLast().object();
        FakeProcess process = new FakeProcess();
        OpenFile file = node.open(process.task, 2);
        module.removeOne(device);
        assertThatThrownBy(() -> file.mmap(process.task, 4096, 4096)).isInstanceOfSatisfying(ErrnoException.class,
            thrown -> assertThat(thrown.errno()).isSameAs(Errno.EIO));
        assertThatThrownBy(() -> node.open(process.task, 2)).isInstanceOfSatisfying(ErrnoException.class,
            thrown -> assertThat(thrown.errno()).isSameAs(Errno.ENXIO));
        file.release();
    }

    private List<String> paths() {
        return services.stream().filter(service -> service.object() instanceof CharDevice)
            .map(service -> ((CharDevice) service.object()).path()).toList();
    }

    private SysfsNode.Directory directory(String path) {
        return services.stream().filter(service -> service.object() instanceof SysfsMount)
            .map(service -> (SysfsMount) service.object()).filter(mount -> mount.path().equals(path))
            .findFirst().orElseThrow().directory();
    }

    private static String text(SysfsNode.Directory directory, String name) {
        return ((SysfsNode.Attribute) directory.child(name)).show().get();
    }

    @SuppressWarnings("unchecked")
    private BundleContext registry() {
        ClassLoader loader = getClass().getClassLoader();
        return (BundleContext) Proxy.newProxyInstance(loader, new Class<?>[] {BundleContext.class},
            (proxy, method, args) -> {
                assertThat(method.getName()).isEqualTo("registerService");
                Service service = new Service(args[1], (Dictionary<String, ?>) args[2]);
                services.add(service);
                return Proxy.newProxyInstance(loader, new Class<?>[] {ServiceRegistration.class},
                    (registration, call, none) -> {
                        assertThat(call.getName()).isEqualTo("unregister");
                        return services.remove(service) ? null : fail();
                    });
            });
    }

    private static Object fail() {
        throw new IllegalStateException("unregistered twice");
    }
}
