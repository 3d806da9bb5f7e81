package org.softroce.rxe.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDeviceAttr;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbPortAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.Udata;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.rxe.internal.testing.Endpoint;
import org.softroce.rxe.internal.testing.Machine;
import org.softroce.rxe.internal.testing.TestRegistry.TestDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPhysState;
import org.softroce.uapi.rdma.IbPortState;
import org.softroce.uapi.rdma.IbQpType;

/** Devices come and go with links and net devices, and say what they are in the numbers of Linux. */
final class RxeModuleTest {
    private final Machine machine = new Machine();

    @AfterEach
    void unload() {
        machine.close();
        assertThat(machine.registry.list()).isEmpty();
    }

    @Test
    void aSecondLinkOnANetDeviceIsRefusedAndNamesTheFirst() {
        assertThatThrownBy(() -> machine.module.newlink("rxe9", machine.eth0))
                .isInstanceOfSatisfying(ErrnoException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EEXIST))
                .hasMessageContaining("eth0").hasMessageContaining("rxe0");
        assertThat(machine.registry.list()).hasSize(2);
    }

    @Test
    void aNameThatIsTakenLeavesNothingBehind() {
        NetDevice dummy = machine.net.addDummy(machine.net.initial(), "dummy0", null);
        assertThatThrownBy(() -> machine.module.newlink("rxe0", dummy))
                .isInstanceOfSatisfying(ErrnoException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENFILE));
        machine.module.newlink("rxe2", dummy);
        assertThat(machine.registry.list()).hasSize(3);
    }

    @Test
    void aLinkCanBeAddedAgainAtOnce() {
        for (int i = 0; i < 100; i++) {
            machine.registry.unregister(machine.registry.byName("rxe0"));
            machine.module.newlink("rxe0", machine.eth0);
        }
        assertThat(machine.registry.list()).hasSize(2);
    }

    @Test
    void theNumbersAreThoseOfLinux() {
        IbDeviceAttr a = machine.rxe0.attr();
        assertThat(a.maxQp).isEqualTo(1_048_560);
        assertThat(a.maxMr).isEqualTo(524_287);
        assertThat(a.maxCqe).isEqualTo(32_767);
        assertThat(a.deviceCapFlags).isEqualTo(0x1C001223C76L);
        assertThat(machine.rxe0.nodeGuid()).isEqualTo(machine.eth0.address().toEui64());
        IbPortAttr port = machine.rxe0.queryPort(1);
        assertThat(port.activeMtu()).isEqualTo(IbMtu.MTU_4096);
        assertThat(port.speed()).isEqualTo(8);
        assertThat(port.width()).isEqualTo(1);
        assertThat(List.of(machine.rxe0.ops().hwCounterNames())).hasSize(15).startsWith("sent_pkts", "rcvd_pkts")
                .endsWith("rdma_sends", "rdma_recvs");
        assertThatThrownBy(() -> machine.rxe0.queryPort(2)).hasMessageContaining("port 2");
    }

    @Test
    void devicesWithoutAHardwareAddressDiffer() {
        NetDevice lo = machine.net.initial().deviceByName("lo");
        machine.module.newlink("rxe_lo", lo);
        assertThat(machine.registry.byName("rxe_lo").nodeGuid()).isNotZero()
                .isNotEqualTo(machine.rxe0.nodeGuid());
    }

    @Test
    void thePortFollowsTheNetDevice() {
        TestDevice rxe0 = (TestDevice) machine.rxe0;
        assertThat(rxe0.queryPort(1).state()).isEqualTo(IbPortState.ACTIVE);
        assertThat(rxe0.queryPort(1).physState()).isEqualTo(IbPhysState.LINK_UP);
        machine.net.setUp(machine.eth1, false);
        assertThat(rxe0.queryPort(1).state()).isEqualTo(IbPortState.DOWN);
        assertThat(rxe0.queryPort(1).physState()).isEqualTo(IbPhysState.POLLING);
        assertThat(machine.rxe1.queryPort(1).physState()).isEqualTo(IbPhysState.DISABLED);
        machine.net.setUp(machine.eth1, true);
        assertThat(rxe0.events).extracting(e -> e.type()).containsExactly(IbEventType.PORT_ERR,
                IbEventType.PORT_ACTIVE);
        assertThat(rxe0.ops().hwCounters(1)[12]).as("link_downed").isEqualTo(1);
        machine.net.setMtu(machine.eth0, 1500);
        assertThat(rxe0.queryPort(1).activeMtu()).isEqualTo(IbMtu.MTU_1024);
    }

    @Test
    void aDeletedNetDeviceTakesItsDeviceWithIt() {
        machine.net.delete(machine.eth0);
        assertThat(machine.registry.list()).isEmpty();
    }

    @Test
    void limitsAreToldWithValueAndLimit() {
        IbPd pd = machine.rxe0.ops().allocPd(machine.rxe0, null, Udata.none());
        assertThatThrownBy(() -> machine.rxe0.ops().createCq(machine.rxe0, null,
                new IbCqInitAttr(32_768, 0, 0, null, null), Udata.none())).hasMessageContaining("32768")
                .hasMessageContaining("32767");
        IbQpInitAttr init = new IbQpInitAttr();
        init.type = IbQpType.RC;
        init.sendCq = machine.rxe0.ops().createCq(machine.rxe0, null, new IbCqInitAttr(10, 0, 0, null, null),
                Udata.none());
        init.recvCq = init.sendCq;
        init.maxSendSge = 33;
        assertThatThrownBy(() -> machine.rxe0.ops().createQp(pd, init, Udata.none()))
                .hasMessageContaining("max_send_sge 33").hasMessageContaining("32");
        init.type = IbQpType.UD;
        assertThatThrownBy(() -> machine.rxe0.ops().createQp(pd, init, Udata.none()))
                .isInstanceOfSatisfying(ErrnoException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
    }

    @Test
    void theMadQueuePairHasNumberOneAndAPlaceInThePool() {
        IbPd pd = machine.rxe0.ops().allocPd(machine.rxe0, null, Udata.none());
        IbQpInitAttr init = new IbQpInitAttr();
        init.type = IbQpType.GSI;
        init.sendCq = machine.rxe0.ops().createCq(machine.rxe0, null, new IbCqInitAttr(10, 0, 0, null, null),
                Udata.none());
        init.recvCq = init.sendCq;
        init.port = 1;
        assertThat(machine.rxe0.ops().createQp(pd, init, Udata.none()).qpNum()).isEqualTo(1);
        Endpoint first = new Endpoint(machine.rxe0, machine.eth0, machine.ip0, 4096, 8);
        assertThat(first.qp.qpNum()).isEqualTo(17);
    }

    @Test
    void disassociationFlushesWhatIsPosted() {
        Endpoint a = new Endpoint(machine.rxe0, machine.eth0, machine.ip0, 4096, 8);
        Endpoint b = new Endpoint(machine.rxe1, machine.eth1, machine.ip1, 4096, 8);
        a.connect(b, IbMtu.MTU_1024, 1, 14, 7);
        b.connect(a, IbMtu.MTU_1024, 1, 14, 7);
        a.rq.recv(77, a.memory.address(), 100, a.mr.lkey());
        a.device.ops().disassociate(a.context);
        assertThat(a.cq.poll()).isTrue();
        assertThat(a.cq.wrId).isEqualTo(77);
        assertThat(a.cq.status).isEqualTo(5);
        a.destroy();
        b.destroy();
    }

    @Test
    void twoQueuePairsOfOneDeviceAndOfLoReachEachOther() {
        NetDevice lo = machine.net.initial().deviceByName("lo");
        machine.net.addAddress(lo, new InterfaceAddress(IpAddress.ofIpv4(0x7f000002), 8));
        machine.module.newlink("rxe_lo", lo);
        roundTrip(new Endpoint(machine.rxe0, machine.eth0, machine.ip0, 4096, 8),
                new Endpoint(machine.rxe0, machine.eth0, machine.ip0, 4096, 8));
        IpAddress local = lo.addresses().getFirst().address();
        roundTrip(new Endpoint(machine.registry.byName("rxe_lo"), lo, local, 4096, 8),
                new Endpoint(machine.registry.byName("rxe_lo"), lo, local, 4096, 8));
    }

    private static void roundTrip(Endpoint a, Endpoint b) {
        a.connect(b, IbMtu.MTU_1024, 1, 14, 7);
        b.connect(a, IbMtu.MTU_1024, 1, 14, 7);
        a.memory.segment().setString(0, "from here");
        b.rq.recv(1, b.memory.address() + 64, 100, b.mr.lkey());
        a.sq.send(2, 2, 2, 0, 0, 0, a.memory.address(), 10, a.mr.lkey());
        a.qp.doorbell();
        assertThat(a.cq.poll()).as("completed inside the doorbell").isTrue();
        assertThat(a.cq.status).isZero();
        assertThat(b.cq.poll()).isTrue();
        assertThat(b.memory.segment().getString(64)).isEqualTo("from here");
        a.destroy();
        b.destroy();
    }
}
