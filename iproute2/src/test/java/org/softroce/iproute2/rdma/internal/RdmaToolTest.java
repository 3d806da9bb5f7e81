package org.softroce.iproute2.rdma.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbCq;
import org.softroce.ib.IbCqInitAttr;
import org.softroce.ib.IbDevice;
import org.softroce.ib.IbPd;
import org.softroce.ib.IbQp;
import org.softroce.ib.IbQpAttr;
import org.softroce.ib.IbQpInitAttr;
import org.softroce.ib.IbUcontext;
import org.softroce.ib.IbVerbs;
import org.softroce.ib.Udata;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/** Objects of a process, filters, and what is said besides the words of the real tool. */
class RdmaToolTest {

    private final RdmaMachine machine = new RdmaMachine();
    private Task owner;

    @BeforeEach
    void device() {
        machine.addVethPair();
        machine.rdma("link add rxe0 type rxe netdev my_vir_eth0");
        IbDevice device = machine.registry.byName("rxe0");
        owner = machine.boot.create("ib_write_bw", 0, machine.net.initial());
        IbUcontext context = IbVerbs.allocUcontext(device, owner, null, Udata.none());
        IbPd pd = IbVerbs.allocPd(device, context, Udata.none());
        IbCq cq = IbVerbs.createCq(device, context, new IbCqInitAttr(256, 0, 0, null, null), Udata.none());
        IbVerbs.registerUserMr(pd, 0x1000, 131072, 0x1000, 7, Udata.none());
        for (int i = 0; i < 3; i++) {
            IbQpInitAttr init = new IbQpInitAttr();
            init.type = IbQpType.RC;
            init.sendCq = cq;
            init.recvCq = cq;
            IbQp qp = IbVerbs.createQp(pd, init, Udata.none());
            if (i > 0) {
                IbQpAttr attr = new IbQpAttr();
                attr.qpState = IbQpState.INIT;
                attr.portNum = 1;
                IbVerbs.modifyQp(qp, attr, IbQpAttrMask.STATE | IbQpAttrMask.PKEY_INDEX | IbQpAttrMask.PORT
                        | IbQpAttrMask.ACCESS_FLAGS, Udata.none());
            }
        }
    }

    private String out(String arguments) {
        RdmaMachine.Result result = machine.rdma(arguments);
        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isZero();
        return result.out().replace(" pid " + owner.pid() + " ", " pid PID ");
    }

    @Test
    void objectsOfAProcess() {
        assertThat(out("res show")).isEqualTo("0: rxe0: pd 2 cq 2 qp 4 cm_id 0 mr 1 ctx 1 srq 0 \n");
        assertThat(out("res show qp")).isEqualTo("""
                link rxe0/- lqpn 17 rqpn 0 type RC state RESET rq-psn 0 sq-psn 0 path-mig-state MIGRATED pdn 1 \
                pid PID comm ib_write_bw\s
                link rxe0/1 lqpn 1 type GSI state RTS sq-psn 0 comm [ib_core]\s
                link rxe0/1 lqpn 18 rqpn 0 type RC state INIT rq-psn 0 sq-psn 0 path-mig-state MIGRATED pdn 1 \
                pid PID comm ib_write_bw\s
                link rxe0/1 lqpn 19 rqpn 0 type RC state INIT rq-psn 0 sq-psn 0 path-mig-state MIGRATED pdn 1 \
                pid PID comm ib_write_bw\s
                """);
        assertThat(out("res show mr")).isEqualTo(
                "dev rxe0 mrn 0 rkey 0x218 lkey 0x218 mrlen 131072 pdn 1 pid PID comm ib_write_bw \n");
        assertThat(out("res show ctx")).isEqualTo("dev rxe0 ctxn 0 pid PID comm ib_write_bw \n");
        assertThat(out("res show cq dev rxe0 cqn 1")).isEqualTo("dev rxe0 cqn 1 cqe 256 users 6"
                + " adaptive-moderation off ctxn 0 pid PID comm ib_write_bw \n");
        assertThat(out("res show pd pid " + owner.pid())).isEqualTo("dev rxe0 pdn 1 local_dma_lkey 0x0 users 4"
                + " ctxn 0 pid PID comm ib_write_bw \n");
    }

    @Test
    void keysAreForAdministrators() {
        RdmaMachine.Result result = machine.rdma(machine.net.initial(), 1000, "res show mr");
        assertThat(result.out()).startsWith("dev rxe0 mrn 0 mrlen 131072 pdn 1 ");
    }

    @Test
    void filters() {
        assertThat(out("res show qp link rxe0/1 lqpn 18-30,99").lines()).hasSize(2);
        assertThat(out("res show qp lqpn 17,19").lines()).hasSize(2);
        assertThat(out("res show qp state rts,reset").lines()).hasSize(2);
        assertThat(out("res show qp type gsi link rxe0").lines()).hasSize(1);
        assertThat(out("res show qp rqpn 5")).isEmpty();
        assertThat(out("-j res show qp lqpn 5")).isEqualTo("[]\n");
    }

    private void complains(String arguments, int exit, String err) {
        RdmaMachine.Result result = machine.rdma(arguments);
        assertThat(result.err()).isEqualTo(err);
        assertThat(result.exit()).isEqualTo(exit);
    }

    @Test
    void filtersThatAreNone() {
        complains("res show qp colour red", 1, "Unsupported filter option: colour\n");
        complains("res show qp lqpn many", 1, "lqpn filter accepts \"1234567890,-\" characters only\n");
        complains("res show qp lqpn", 1, "No filter data was supplied to filter option lqpn\n");
        complains("res show qp lqpn 1 state", 1, "There is filter option without data\n");
    }

    @Test
    void explanationsFollowTheRealToolsLine() {
        complains("link add rxe1 type rxe netdev nosuch", 1, "error: No such device\n"
                + "  no netdev 'nosuch'; have: lo, my_vir_eth1, my_vir_eth0\n");
        complains("link show nosuch/1", 1, "Wrong device name\n  have: rxe0\n");
        complains("dev show nosuch", 1, "Wrong device name - nosuch\n  have: rxe0\n");
        complains("-j dev show nosuch", 1, "Wrong device name - nosuch\n  have: rxe0\n");
        assertThat(machine.rdma("-j dev show nosuch").out()).isEqualTo("[]\n");
        complains("system set netns exclusive", 1, "error: Operation not supported\n  RDMA devices are shared by all"
                + " net namespaces here; exclusive mode is not supported\n");
        complains("stat set link rxe0/1 optional-counters x", 1, "error: Operation not supported\n  rxe0 has no"
                + " optional counters and none for single queue pairs; its port counters always run\n");
    }

    @Test
    void withoutPrivilege() {
        RdmaMachine.Result result = machine.rdma(machine.net.initial(), 1000, "link del rxe0");
        assertThat(result.err()).startsWith("error: Operation not permitted\n  uid 1000");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(machine.registry.byName("rxe0")).isNotNull();
    }

    @Test
    void nobodyServesTheFamily() {
        machine.boot.remove(machine.nldev);
        RdmaMachine.Result result = machine.rdma("link");
        assertThat(result.err()).startsWith("Failed to open NETLINK_RDMA socket\n");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void optionsMayBeLongAndStandAnywhere() {
        String json = out("-j link");
        assertThat(out("link --json show")).isEqualTo(json);
        assertThat(json).startsWith("[{\"ifindex\":0,\"ifname\":\"rxe0\",\"port\":1,\"state\":\"ACTIVE\"");
        RdmaMachine.Result result = machine.rdma("-x link");
        assertThat(result.err()).isEqualTo("Unknown option.\n");
        assertThat(result.out()).startsWith("Usage: rdma [ OPTIONS ]");
        assertThat(result.exit()).isEqualTo(1);
    }
}
