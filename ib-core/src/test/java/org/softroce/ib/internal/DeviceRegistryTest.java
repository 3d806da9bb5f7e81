package org.softroce.ib.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbQp;
import org.softroce.ib.Restrack;
import org.softroce.ib.fake.FakeDriver;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.RdmaDriverId;

@Timeout(20)
class DeviceRegistryTest {

    private final Machine machine = new Machine();
    private final DeviceRegistry registry = machine.registry;

    private static void refused(Errno errno, String words, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(ErrnoException.class).hasMessageContaining(words)
                .satisfies(e -> assertThat(((ErrnoException) e).errno()).isEqualTo(errno));
    }

    @Test
    void indicesCountUpAndAreNeverGivenTwice() {
        IbDevice first = machine.register("rxe0");
        IbDevice second = machine.register("rxe1");
        registry.unregister(first);
        registry.unregister(second);
        IbDevice again = machine.register("rxe0");

        assertThat(List.of(first.index(), second.index(), again.index())).containsExactly(0, 1, 2);
        assertThat(registry.byIndex(0)).isNull();
        assertThat(registry.byIndex(2)).isSameAs(again);
        assertThat(registry.byName("rxe0")).isSameAs(again);
    }

    @Test
    void aPatternTakesTheFirstFreeNumber() {
        machine.register("rxe0");
        machine.register("rxe2");
        assertThat(machine.register("rxe%d").name()).isEqualTo("rxe1");
        assertThat(machine.register("rxe%d").name()).isEqualTo("rxe3");
        assertThat(registry.list()).extracting(IbDevice::name).containsExactly("rxe0", "rxe2", "rxe1", "rxe3");
    }

    @Test
    void namesThatCannotBe() {
        machine.register("rxe0");
        refused(Errno.ENFILE, "rxe0", () -> machine.register("rxe0"));
        refused(Errno.EINVAL, "1..63", () -> machine.register(""));
        refused(Errno.EINVAL, "64 characters", () -> machine.register("r".repeat(64)));
        assertThat(machine.register("r".repeat(63)).index()).isEqualTo(1);
    }

    @Test
    void aPortHasTheMadLayersObjects() {
        IbDevice device = machine.register("rxe0");
        Restrack restrack = device.restrack();

        assertThat(restrack.count(Restrack.Type.PD)).isEqualTo(1);
        IbCq cq = (IbCq) restrack.list(Restrack.Type.CQ).getFirst();
        assertThat(cq.cqe()).isEqualTo(1023);
        assertThat(cq.useCount()).isEqualTo(2);
        assertThat(cq.restrackId()).isZero();
        IbQp qp = (IbQp) restrack.list(Restrack.Type.QP).getFirst();
        assertThat(qp.qpNum()).isEqualTo(1);
        assertThat(qp.state()).isEqualTo(IbQpState.RTS);
        assertThat(qp.owner()).isNull();

        registry.unregister(device);
        for (Restrack.Type type : Restrack.Type.values()) {
            assertThat(restrack.count(type)).as(type.label()).isZero();
        }
    }

    @Test
    void clientsLetGoBeforeTheDriverIsAskedTo() {
        FakeDriver driver = new FakeDriver(machine.eth0);
        IbDevice device = registry.register("rxe0", driver);
        machine.publisher.client = () -> driver.log.add("client let go");
        registry.unregister(device);

        assertThat(driver.log).containsExactly("allocPd", "createCq", "createQp", "client let go", "destroyQp",
                "destroyCq", "deallocPd", "deallocDriver");
        assertThat(machine.publisher.events).containsExactly("publish rxe0", "withdraw rxe0");
        assertThat(device.tryGet()).isFalse();
        registry.unregister(device);
        assertThat(driver.log).endsWith("deallocDriver").hasSize(8);
    }

    @Test
    void aRefusedRegistrationLeavesNothing() {
        FakeDriver driver = new FakeDriver(machine.eth0);
        driver.refuseQp = Errno.ENOMEM;
        refused(Errno.ENOMEM, "refuses", () -> registry.register("rxe0", driver));
        assertThat(registry.list()).isEmpty();
        assertThat(machine.publisher.events).isEmpty();
        assertThat(driver.log.stream().filter(call -> call.startsWith("alloc") || call.startsWith("create")).count())
                .isEqualTo(driver.log.stream().filter(call -> call.startsWith("de")).count());
        assertThat(machine.register("rxe0").name()).isEqualTo("rxe0");
    }

    @Test
    void removalWaitsForACallInProgress() throws Exception {
        FakeDriver driver = new FakeDriver(machine.eth0);
        IbDevice device = registry.register("rxe0", driver);
        assertThat(device.tryGet()).isTrue();
        CountDownLatch withdrawing = new CountDownLatch(1);
        machine.publisher.client = withdrawing::countDown;
        CompletableFuture<Void> removal = CompletableFuture.runAsync(() -> registry.unregister(device));
        withdrawing.await();
        assertThat(driver.log).doesNotContain("deallocDriver");
        device.put();
        removal.get(10, TimeUnit.SECONDS);
        assertThat(driver.log).endsWith("deallocDriver");
    }

    @Test
    void twoRemovalsAreOneAndBothReturnWhenItIsDone() throws Exception {
        FakeDriver driver = new FakeDriver(machine.eth0);
        IbDevice device = registry.register("rxe0", driver);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        machine.publisher.client = () -> {
            inside.countDown();
            awaitQuietly(goOn);
        };
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> registry.unregister(device));
        inside.await();
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> {
            registry.unregister(device);
            return driver.log.contains("deallocDriver");
        });
        assertThat(second.isDone()).isFalse();
        goOn.countDown();
        first.get(10, TimeUnit.SECONDS);
        assertThat(second.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(driver.log.stream().filter("deallocDriver"::equals)).hasSize(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void queuedRemovalsReturnAtOnceAndUnregisterDriverWaitsForThem() {
        CountDownLatch goOn = new CountDownLatch(1);
        machine.publisher.client = () -> awaitQuietly(goOn);
        IbDevice device = machine.register("rxe0");
        machine.register("rxe1");
        registry.unregisterQueued(device);
        assertThat(registry.list()).hasSize(2);
        goOn.countDown();
        registry.unregisterDriver(RdmaDriverId.RXE);
        assertThat(registry.list()).isEmpty();
        assertThat(machine.publisher.events).contains("withdraw rxe0", "withdraw rxe1");
    }

    @Test
    void renaming() {
        IbDevice device = machine.register("rxe0");
        machine.register("rxe1");
        registry.rename(device, "my_rxe");
        assertThat(device.name()).isEqualTo("my_rxe");
        assertThat(registry.byName("rxe0")).isNull();
        assertThat(machine.publisher.events).endsWith("update my_rxe");
        refused(Errno.EEXIST, "rxe1", () -> registry.rename(device, "rxe1"));
        refused(Errno.EINVAL, "1..63", () -> registry.rename(device, ""));
        registry.rename(device, "my_rxe");
        assertThat(machine.publisher.events).hasSize(3);
    }

    @Test
    void aDeviceIsFoundOnlyWhenItsObjectsAreThereAndIsNotRemovedBeforeItsClientsKnowIt() throws Exception {
        CountDownLatch publishing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        machine.publisher.newClient = device -> {
            assertThat(device.restrack().count(Restrack.Type.QP)).isEqualTo(1);
            assertThat(registry.byName("rxe0")).isSameAs(device);
            publishing.countDown();
            awaitQuietly(goOn);
        };
        CompletableFuture<IbDevice> registration = CompletableFuture.supplyAsync(() -> machine.register("rxe0"));
        publishing.await();
        CompletableFuture<Void> removal = CompletableFuture.runAsync(() -> registry.unregister(registry.byIndex(0)));
        goOn.countDown();
        registration.get(10, TimeUnit.SECONDS);
        removal.get(10, TimeUnit.SECONDS);
        assertThat(machine.publisher.events).containsExactly("publish rxe0", "withdraw rxe0");
        assertThat(registry.list()).isEmpty();
    }

    @Test
    void portsThatAreNone() {
        IbDevice device = machine.register("rxe0");
        refused(Errno.EINVAL, "1..1", () -> device.queryPort(2));
        refused(Errno.EINVAL, "1..1", () -> device.gidTable(0));
        assertThat(device.queryPkey(1, 0)).isEqualTo(0xffff);
        refused(Errno.EINVAL, "beyond", () -> device.queryPkey(1, 1));
    }
}
