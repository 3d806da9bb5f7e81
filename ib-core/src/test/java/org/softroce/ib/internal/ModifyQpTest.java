package org.softroce.ib.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbQpAttrMask.*;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbVerbs;
import org.softroce.ib.Udata;
import org.softroce.kernel.net.IpAddress;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/** A queue pair on its way to RTS, and every stone in it. */
class ModifyQpTest {

    private static final int INIT_MASK = STATE | PKEY_INDEX | PORT | ACCESS_FLAGS;
    private static final int RTR_MASK = STATE | AV | PATH_MTU | DEST_QPN | RQ_PSN | MAX_DEST_RD_ATOMIC | MIN_RNR_TIMER;
    private static final int RTS_MASK = STATE | TIMEOUT | RETRY_CNT | RNR_RETRY | SQ_PSN | MAX_QP_RD_ATOMIC;

    private final Machine machine = new Machine();
    private final IbQpAttr attr = new IbQpAttr();
    private IbQp qp;

    @BeforeEach
    void create() {
        machine.up();
        IbDevice device = machine.register("rxe0");
        IbPd pd = IbVerbs.allocPd(device, null, Udata.none());
        IbCq cq = IbVerbs.createCq(device, null, new IbCqInitAttr(8, 0, 0, null, null), Udata.none());
        IbQpInitAttr init = new IbQpInitAttr();
        init.type = IbQpType.RC;
        init.sendCq = cq;
        init.recvCq = cq;
        qp = IbVerbs.createQp(pd, init, Udata.none());
        attr.portNum = 1;
        attr.ahAttr = new IbQpAttr.AhAttr();
        attr.ahAttr.portNum = 1;
        attr.ahAttr.isGlobal = true;
        attr.ahAttr.sgidIndex = 1;
        attr.ahAttr.dgid = IpAddress.parse("192.168.100.11").orElseThrow();
        attr.pathMtu = IbMtu.MTU_1024;
        attr.destQpNum = 17;
    }

    private void modify(IbQpState state, int mask) {
        attr.qpState = state;
        IbVerbs.modifyQp(qp, attr, mask, Udata.none());
    }

    private void refused(Errno errno, IbQpState state, int mask, String... words) {
        IbQpState before = qp.state();
        assertThatThrownBy(() -> modify(state, mask)).isInstanceOf(ErrnoException.class).message().contains(words);
        assertThatThrownBy(() -> modify(state, mask))
                .satisfies(e -> assertThat(((ErrnoException) e).errno()).isEqualTo(errno));
        assertThat(qp.state()).isEqualTo(before);
    }

    @Test
    void toReadyToSend() {
        modify(IbQpState.INIT, INIT_MASK);
        modify(IbQpState.RTR, RTR_MASK);
        assertThat(attr.ahAttr.sgid.index()).isEqualTo(1);
        assertThat(attr.ahAttr.sgid.netdev()).isSameAs(machine.eth0);
        assertThat(attr.ahAttr.dmac).isEqualTo(machine.eth1.address().value());
        modify(IbQpState.RTS, RTS_MASK);
        assertThat(qp.state()).isEqualTo(IbQpState.RTS);
        modify(IbQpState.ERR, STATE);
        modify(IbQpState.RESET, STATE);
    }

    @Test
    void transitionsAndMasks() {
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "from RESET to RTR", "no legal transition");
        refused(Errno.EINVAL, IbQpState.INIT, STATE | PORT, "IB_QP_PKEY_INDEX", "IB_QP_ACCESS_FLAGS");
        refused(Errno.EINVAL, IbQpState.INIT, INIT_MASK | TIMEOUT, "does not take", "IB_QP_TIMEOUT");
        modify(IbQpState.INIT, INIT_MASK);
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK & ~RQ_PSN, "IB_QP_RQ_PSN");
        attr.curQpState = IbQpState.RESET;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK | CUR_STATE, "cur_qp_state");
    }

    @Test
    void numbersOutOfTables() {
        attr.portNum = 2;
        refused(Errno.EINVAL, IbQpState.INIT, INIT_MASK, "port_num 2", "1..1");
        attr.portNum = 1;
        attr.pkeyIndex = 1;
        refused(Errno.EINVAL, IbQpState.INIT, INIT_MASK, "pkey_index 1");
    }

    @Test
    void addresses() {
        modify(IbQpState.INIT, INIT_MASK);
        attr.ahAttr.isGlobal = false;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "GRH required on RoCE", "sgid_index");
        attr.ahAttr.isGlobal = true;
        attr.ahAttr.sgidIndex = 7;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "sgid_index 7 is empty", "1 (::ffff:192.168.100.10)");
        attr.ahAttr.sgidIndex = 1024;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "1024");
        attr.ahAttr.sgidIndex = -1;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "valid indices");
        attr.ahAttr.sgidIndex = 1;
        attr.ahAttr.dgid = IpAddress.ANY;
        refused(Errno.EINVAL, IbQpState.RTR, RTR_MASK, "dgid");
        attr.ahAttr.dgid = IpAddress.parse("192.168.100.99").orElseThrow();
        refused(Errno.EHOSTUNREACH, IbQpState.RTR, RTR_MASK, "192.168.100.99");
    }

    @Test
    void ownAddressesLeadBackToTheDevice() {
        modify(IbQpState.INIT, INIT_MASK);
        attr.ahAttr.dgid = IpAddress.parse("192.168.100.10").orElseThrow();
        modify(IbQpState.RTR, RTR_MASK);
        assertThat(attr.ahAttr.dmac).isEqualTo(machine.eth0.address().value());
    }
}
