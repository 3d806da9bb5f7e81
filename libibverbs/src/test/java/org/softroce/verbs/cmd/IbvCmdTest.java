package org.softroce.verbs.cmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDeviceResp;
import org.softroce.verbs.IbvAccess;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvGidEntry;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvPortState;
import org.softroce.verbs.IbvQpAttr;
import org.softroce.verbs.IbvQpAttrMask;
import org.softroce.verbs.IbvQpInitAttr;
import org.softroce.verbs.IbvQpState;
import org.softroce.verbs.fake.Command;
import org.softroce.verbs.fake.FakeKernel;

/**
 * The bytes of each command. Lines of the expected text are the header (length, object, method, number of attributes,
 * driver 14 = 0x0e) and one line an attribute (id, length, flags, data); addresses are distances from the header.
 */
class IbvCmdTest {
    private static final int RXE = 14;
    private static final String PAYLOAD = "9801000000000000";

    private final FakeKernel kernel = new FakeKernel();
    private final IbvCmd cmd = new IbvCmd(kernel.task, 7, RXE);

    @AfterEach
    void bufferIsGivenBack() {
        cmd.close();
        assertThat(kernel.memory.count()).isZero();
        assertThatThrownBy(cmd::allocPd).isInstanceOfSatisfying(ErrnoException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EBADF));
    }

    @Test
    void probe() {
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.ENOSPC, null);
        };
        assertThat(cmd.hasIoctlWrite()).isTrue();
        sent("2800 0000 0000 0100 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 0100000000000000");
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.EPROTONOSUPPORT, null);
        };
        assertThat(cmd.hasIoctlWrite()).isFalse();
    }

    @Test
    void getContext() {
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, 2);
        assertThat(cmd.getContext()).isEqualTo(2);
        sent("3800 0000 0300 0200 0000000000000000 0e000000 00000000",
                "0000 0400 0100 0000" + PAYLOAD,
                "0100 0800 0100 0000 a001000000000000");
    }

    @Test
    void allocAsyncFd() {
        kernel.ioctl = command -> command.result(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, 4);
        assertThat(cmd.allocAsyncFd()).isEqualTo(4);
        assertThat(kernel.calls).containsExactly("ioctl 7 16/0");
        kernel.ioctl = command -> sent("2800 1000 0000 0100 0000000000000000 0e000000 00000000",
                "0000 0000 0100 0000 0000000000000000");
        cmd.allocAsyncFd();
    }

    @Test
    void queryDevice() {
        kernel.ioctl = command -> {
            command.answerBytes(UVERBS_ATTR_CORE_OUT, QueryDeviceResp.FW_VER, new byte[] {0, 0, 0, 0, 0, 0, 1, 0});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, QueryDeviceResp.NODE_GUID,
                    new byte[] {2, 0, 0, -1, -2, 0, 0, 16});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, QueryDeviceResp.MAX_QP, new byte[] {1, 2, 3, 0});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, ExQueryDeviceResp.RESPONSE_LENGTH, new byte[] {48, 1, 0, 0});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, ExQueryDeviceResp.DEVICE_CAP_FLAGS_EX,
                    new byte[] {5, 0, 0, 0, 9});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, ExQueryDeviceResp.MAX_DM_SIZE, new byte[] {7});
        };
        IbvDeviceAttr attr = new IbvDeviceAttr();
        assertThat(cmd.queryDevice(attr)).isEqualTo(0x0001_0000_0000_0000L);
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 0100008000000000",
                "0000 0800 0100 0000 0000000000000000",
                "0100 3001 0100 0000" + PAYLOAD);
        assertThat(attr.nodeGuid).isEqualTo(0x020000fffe000010L);
        assertThat(attr.maxQp).isEqualTo(0x030201);
        assertThat(attr.deviceCapFlagsEx).isEqualTo(0x9_0000_0005L);
        assertThat(attr.maxDmSize).isEqualTo(7);
    }

    @Test
    void queryDeviceOfAKernelWithoutTheExtendedCommand() {
        kernel.ioctl = command -> {
            if (command.data(UVERBS_ATTR_WRITE_CMD) == 0x80000001L) {
                throw new ErrnoException(Errno.EOPNOTSUPP, null);
            }
            command.answerBytes(UVERBS_ATTR_CORE_OUT, QueryDeviceResp.DEVICE_CAP_FLAGS, new byte[] {3, 0, 0, -128});
        };
        IbvDeviceAttr attr = new IbvDeviceAttr();
        cmd.queryDevice(attr);
        assertThat(attr.deviceCapFlagsEx).isEqualTo(0x80000003L);
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 0100000000000000",
                "0000 0800 0100 0000" + PAYLOAD,
                "0100 b000 0100 0000" + PAYLOAD);
    }

    @Test
    void queryPort() {
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_QUERY_PORT_RESP, 0x10000, 0x800000, 0, 0, 1024, 1,
                0x05040000, 0x00010003, 0x04020000, 0x00010205, 0x00000011, 0);
        IbvPortAttr port = cmd.queryPort(1);
        sent("3800 0000 0200 0200 0000000000000000 0e000000 00000000",
                "0000 0800 0100 0000 0100000000000000",
                "0100 3000 0100 0000" + PAYLOAD);
        assertThat(port.state()).isEqualTo(IbvPortState.ACTIVE);
        assertThat(port.maxMtu()).isEqualTo(IbvMtu.MTU_4096);
        assertThat(port.activeMtu()).isEqualTo(IbvMtu.MTU_1024);
        assertThat(port.gidTblLen()).isEqualTo(1024);
        assertThat(port.pkeyTblLen()).isEqualTo(1);
        assertThat(port.maxMsgSz()).isEqualTo(0x800000);
        assertThat(port.maxVlNum()).isEqualTo(1);
        assertThat(port.activeWidth()).isEqualTo(2);
        assertThat(port.activeSpeed()).isEqualTo(4);
        assertThat(port.physState()).isEqualTo(5);
        assertThat(port.linkLayer()).isEqualTo(2);
        assertThat(port.flags()).isEqualTo(1);
        assertThat(port.portCapFlags2()).isEqualTo(0x11);
    }

    @Test
    void gids() {
        IbvGidEntry expected = new IbvGidEntry(new IbvGid(0, 0xffffc0a8640aL), 1, 1, 2, 9);
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, 0, 0, 0xffff0000, 0x0a64a8c0,
                1, 1, 2, 9);
        assertThat(cmd.queryGidEntry(1, 1)).isEqualTo(expected);
        sent("5800 0000 0600 0400 0000000000000000 0e000000 00000000",
                "0000 0800 0100 0000 0100000000000000",
                "0100 0800 0100 0000 0100000000000000",
                "0200 0400 0100 0000 0000000000000000",
                "0300 2000 0100 0000" + PAYLOAD);
        kernel.ioctl = command -> {
            assertThat(command.length(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES)).isEqualTo(1024 * 32);
            assertThat(command.data(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE)).isEqualTo(32);
            command.answer(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, 0, 0, 0xffff0000, 0x0a64a8c0, 1, 1, 2, 9);
            command.answer(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, 1, 0);
        };
        assertThat(cmd.queryGidTable(1024)).isEqualTo(List.of(expected));
        assertThat(kernel.last.name()).isEqualTo("0/5");
    }

    @Test
    void protectionDomain() {
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_CORE_OUT, 5);
        assertThat(cmd.allocPd()).isEqualTo(5);
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 0300000000000000",
                "0000 0800 0100 0000" + PAYLOAD,
                "0100 0400 0100 0000" + PAYLOAD);
        kernel.ioctl = command -> { };
        cmd.deallocPd(5);
        sent("2800 0100 0000 0100 0000000000000000 0e000000 00000000",
                "0000 0000 0100 0000 0500000000000000");
    }

    @Test
    void memoryRegion() {
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_CORE_OUT, 6, 0x1234, 0x5678);
        IbvCmd.Mr region = cmd.regMr(5, 0x7000_0000_1000L, 0x2000, 0x4000,
                IbvAccess.LOCAL_WRITE | IbvAccess.REMOTE_WRITE);
        assertThat(region).isEqualTo(new IbvCmd.Mr(6, 0x1234, 0x5678));
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 0900000000000000",
                "0000 2800 0100 0000" + PAYLOAD,
                "0100 0c00 0100 0000 c001000000000000");
        assertThat(kernel.last.payload(UVERBS_ATTR_CORE_IN)).isEqualTo("c001000000000000" + "0010000000700000"
                + "0020000000000000" + "0040000000000000" + "05000000" + "03000000");
        kernel.ioctl = command -> { };
        cmd.deregMr(6);
        sent("2800 0700 0100 0100 0000000000000000 0e000000 00000000",
                "0000 0000 0100 0000 0600000000000000");
    }

    @Test
    void completionChannel() {
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_CORE_OUT, 8);
        assertThat(cmd.createCompChannel()).isEqualTo(8);
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 1100000000000000",
                "0000 0800 0100 0000" + PAYLOAD,
                "0100 0400 0100 0000" + PAYLOAD);
    }

    @Test
    void completionQueue() {
        kernel.ioctl = command -> {
            sent("9800 0300 0000 0800 0000000000000000 0e000000 00000000",
                    "0000 0000 0100 0000 0000000000000000",
                    "0600 0400 0100 0000" + PAYLOAD,
                    "0100 0400 0100 0000 6400000000000000",
                    "0200 0800 0100 0000 8877665544332211",
                    "0300 0000 0100 0000 0800000000000000",
                    "0400 0400 0100 0000 0100000000000000",
                    "0700 0000 0000 0000 0400000000000000",
                    "0110 1000 0100 0000 a001000000000000");
            command.result(UVERBS_ATTR_CREATE_CQ_HANDLE, 9).answer(UVERBS_ATTR_CREATE_CQ_RESP_CQE, 127)
                    .answer(UVERBS_ATTR_UHW_OUT, 0x1000, 0, 0x2000, 0);
        };
        byte[] driver = new byte[16];
        assertThat(cmd.createCq(100, 0x1122334455667788L, 8, 1, 4, driver)).isEqualTo(new IbvCmd.Cq(9, 127));
        assertThat(driver).startsWith(0, 16, 0, 0).contains(0x20);
        kernel.ioctl = command -> assertThat(command.has(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL)).isFalse();
        cmd.createCq(100, 1, -1, 0, 4, driver);
    }

    @Test
    void notifyResizeAndDestroyOfACompletionQueue() {
        cmd.reqNotifyCq(9, true);
        sent("3800 0000 0000 0200 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 1700000000000000",
                "0000 0800 0100 0000 0900000001000000");
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_CORE_OUT, 255)
                .answer(UVERBS_ATTR_UHW_OUT, 0x3000, 0, 1, 0);
        byte[] driver = new byte[16];
        assertThat(cmd.resizeCq(9, 200, driver)).isEqualTo(255);
        assertThat(driver[1]).isEqualTo((byte) 0x30);
        assertThat(kernel.last.payload(UVERBS_ATTR_CORE_IN)).isEqualTo("a801000000000000" + "09000000" + "c8000000");
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_DESTROY_CQ_RESP, 3, 1);
        assertThat(cmd.destroyCq(9)).isEqualTo(new IbvCmd.CqEvents(3, 1));
        sent("3800 0300 0100 0200 0000000000000000 0e000000 00000000",
                "0100 0800 0100 0000" + PAYLOAD,
                "0000 0000 0100 0000 0900000000000000");
    }

    @Test
    void queuePair() {
        kernel.ioctl = command -> {
            sent("d800 0400 0000 0c00 0000000000000000 0e000000 00000000",
                    "0200 0000 0100 0000 0500000000000000",
                    "0400 0000 0100 0000 0900000000000000",
                    "0500 0000 0100 0000 0a00000000000000",
                    "0000 0000 0100 0000 0000000000000000",
                    "0900 0800 0100 0000 0200000000000000",
                    "0700 0800 0100 0000 0700000000000000",
                    "0800 1400 0100 0000" + PAYLOAD,
                    "0c00 0000 0100 0000 0400000000000000",
                    "0a00 0400 0100 0000 0010000000000000",
                    "0d00 1400 0100 0000 b001000000000000",
                    "0e00 0400 0100 0000 c801000000000000",
                    "0110 2000 0100 0000 d001000000000000");
            assertThat(command.payload(UVERBS_ATTR_CREATE_QP_CAP))
                    .isEqualTo("1000000020000000010000000200000040000000");
            command.result(UVERBS_ATTR_CREATE_QP_HANDLE, 11).answer(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, 17)
                    .answer(UVERBS_ATTR_CREATE_QP_RESP_CAP, 31, 63, 4, 2, 64);
        };
        IbvQpInitAttr attr = new IbvQpInitAttr();
        attr.sqSigAll = true;
        attr.cap.maxSendWr = 16;
        attr.cap.maxRecvWr = 32;
        attr.cap.maxRecvSge = 2;
        attr.cap.maxInlineData = 64;
        assertThat(cmd.createQp(5, 9, 10, 7, 4, attr, new byte[32])).isEqualTo(new IbvCmd.Qp(11, 17));
        assertThat(attr.cap.maxSendWr).isEqualTo(31);
        assertThat(attr.cap.maxRecvWr).isEqualTo(63);
        assertThat(attr.cap.maxSendSge).isEqualTo(4);
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_DESTROY_QP_RESP, 2);
        assertThat(cmd.destroyQp(11)).isEqualTo(2);
        sent("3800 0400 0100 0200 0000000000000000 0e000000 00000000",
                "0100 0400 0100 0000" + PAYLOAD,
                "0000 0000 0100 0000 0b00000000000000");
    }

    @Test
    void modifyQp() {
        IbvQpAttr attr = new IbvQpAttr();
        attr.qpState = IbvQpState.RTR;
        attr.pathMtu = IbvMtu.MTU_1024;
        attr.destQpNum = 0x11;
        attr.rqPsn = 0x123456;
        attr.maxDestRdAtomic = 1;
        attr.minRnrTimer = 12;
        attr.ahAttr.isGlobal = true;
        attr.ahAttr.dgid = new IbvGid(0, 0xffffc0a8640aL);
        attr.ahAttr.sgidIndex = 1;
        attr.ahAttr.hopLimit = 64;
        attr.ahAttr.portNum = 1;
        attr.timeout = 14;
        cmd.modifyQp(11, attr, IbvQpAttrMask.STATE | IbvQpAttrMask.AV | IbvQpAttrMask.PATH_MTU | IbvQpAttrMask.DEST_QPN
                | IbvQpAttrMask.RQ_PSN | IbvQpAttrMask.MAX_DEST_RD_ATOMIC | IbvQpAttrMask.MIN_RNR_TIMER);
        sent("3800 0000 0000 0200 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 1a00000000000000",
                "0000 7000 0100 0000" + PAYLOAD);
        assertThat(kernel.last.payload(UVERBS_ATTR_CORE_IN)).isEqualTo(
                "00000000000000000000ffffc0a8640a" + "00000000" + "0000" + "0000" + "01" + "40" + "00".repeat(4)
                + "01" + "01" + "00".repeat(32) + "0b000000" + "81911200" + "00000000" + "56341200" + "00000000"
                + "11000000" + "00000000" + "0000" + "0000" + "02" + "00" + "03" + "00" + "00" + "00" + "01" + "0c"
                + "00".repeat(8));
    }

    @Test
    void queryQp() {
        kernel.ioctl = command -> {
            command.answerBytes(UVERBS_ATTR_CORE_OUT, 64, new byte[] {16, 0, 0, 0, 32, 0, 0, 0});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, 88, new byte[] {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0});
            command.answerBytes(UVERBS_ATTR_CORE_OUT, 108, new byte[] {3, 3, 5, 0, 0, 1, 2, 12, 1, 14, 7, 6, 0, 0, 1});
        };
        IbvQpAttr attr = new IbvQpAttr();
        IbvQpInitAttr init = new IbvQpInitAttr();
        cmd.queryQp(11, attr, IbvQpAttrMask.STATE, init);
        sent("4800 0000 0000 0300 0000000000000000 0e000000 00000000",
                "0200 0800 0100 0000 1900000000000000",
                "0000 1000 0100 0000" + PAYLOAD,
                "0100 8000 0100 0000 a801000000000000");
        assertThat(kernel.last.payload(UVERBS_ATTR_CORE_IN)).isEqualTo("a801000000000000" + "0b000000" + "01000000");
        assertThat(attr.qpState).isEqualTo(IbvQpState.RTS);
        assertThat(attr.pathMtu).isEqualTo(IbvMtu.MTU_4096);
        assertThat(List.of(attr.rqPsn, attr.sqPsn, attr.destQpNum)).containsExactly(1, 2, 3);
        assertThat(List.of(attr.maxRdAtomic, attr.maxDestRdAtomic, attr.minRnrTimer, attr.portNum, attr.timeout,
                attr.retryCnt, attr.rnrRetry)).containsExactly(1, 2, 12, 1, 14, 7, 6);
        assertThat(attr.cap.maxRecvWr).isEqualTo(32);
        assertThat(init.cap.maxSendWr).isEqualTo(16);
        assertThat(init.sqSigAll).isTrue();
    }

    @Test
    void whatTheKernelSaysComesThrough() {
        kernel.ioctl = command -> {
            throw new ErrnoException(Errno.EINVAL, "cqe 1000000 exceeds 32767");
        };
        assertThatThrownBy(() -> cmd.createCq(1000000, 1, -1, 0, 4, null)).isInstanceOf(ErrnoException.class)
                .hasMessage("Invalid argument (cqe 1000000 exceeds 32767)");
        kernel.ioctl = command -> command.answer(UVERBS_ATTR_CORE_OUT, 1);
        assertThat(cmd.allocPd()).isEqualTo(1);
    }

    private void sent(String... lines) {
        Command command = kernel.last;
        assertThat(command.hex()).isEqualTo(String.join("", lines).replace(" ", ""));
    }
}
