package org.softroce.uverbs.internal.std;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.ib.IbQpAttr;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uverbs.internal.fake.Program;

/** Calls with the very bytes that a C program lays out with the kernel's headers. */
class CommandsTest {
    private static final Map<String, String> BYTES = Map.ofEntries(
        Map.entry("GET_CONTEXT",
            "380000000300020000000000000000000e00000000000000000004000100000000000200000000000100080000000000"
                + "0800020000000000"),
        Map.entry("ASYNC_EVENT_ALLOC",
            "280010000000010000000000000000000e0000000000000000000000010000000000000000000000"),
        Map.entry("ALLOC_PD",
            "480000000000030000000000000000000e00000000000000020008000100000003000000000000000000080001000000"
                + "000000000000000001000400010000000000020000000000"),
        Map.entry("PROBE",
            "280000000000010000000000000000000e0000000000000002000800010000000100000000000000"),
        Map.entry("EX_QUERY_DEVICE",
            "480000000000030000000000000000000e00000000000000020008000100000001000080000000000000080001000000"
                + "000000000000000001003001010000000000020000000000"),
        Map.entry("QUERY_PORT",
            "380000000200020000000000000000000e000000000000000000080001000000010000000000000001002c0001000000"
                + "0000020000000000"),
        Map.entry("QUERY_GID_ENTRY",
            "580000000600040000000000000000000e00000000000000000008000100000001000000000000000100080001000000"
                + "01000000000000000200040001000000000000000000000003002000010000000000020000000000"),
        Map.entry("CQ_CREATE",
            "780003000000060000000000000000000e00000000000000000000000100000000000000000000000600040001000000"
                + "000002000000000001000400010000006400000000000000020008000100000088776655443322110400040001000000"
                + "000000000000000001101000010000001000020000000000"),
        Map.entry("QP_CREATE",
            "b800040000000a0000000000000000000e00000000000000000000000100000000000000000000000200000001000000"
                + "000000000000000004000000010000000100000000000000050000000100000001000000000000000900080001000000"
                + "02000000000000000700080001000000cdab000000000000080014000100000000010200000000000d00140001000000"
                + "00020200000000000e00040001000000000302000000000001102000010000000004020000000000"),
        Map.entry("CQ_DESTROY",
            "380003000100020000000000000000000e00000000000000010008000100000000000200000000000000000001000000"
                + "0100000000000000"),
        Map.entry("MR_DESTROY",
            "280007000100010000000000000000000e0000000000000000000000010000000100000000000000"));
    private static final String DOORBELL = "1c00000008000100000000000000000002000000000000000000000080000000";

    private final Program program = new Program();

    @Test
    void contextIsMadeOnceAndAnswersWithVectorsAndSupport() {
        program.go(BYTES.get("GET_CONTEXT"));
        assertThat(program.hex(Program.DATA, 16)).isEqualTo("02000000" + "00000000" + "0100000000000000");
        assertThat(program.flags(0)).isEqualTo(3);
        assertThat(program.flags(1)).isEqualTo(2);
        assertThat(program.device.tracked()).isEqualTo(1);
        refused(() -> program.go(BYTES.get("GET_CONTEXT")), Errno.EINVAL, "open the device again");
    }

    @Test
    void probeAnswersNoSpace() {
        refused(() -> program.go(BYTES.get("PROBE")), Errno.ENOSPC, "QUERY_DEVICE needs 8 bytes of core_in and 176");
    }

    @Test
    void deviceAndPortAreTold() {
        program.go(BYTES.get("GET_CONTEXT"));
        program.go(BYTES.get("EX_QUERY_DEVICE"));
        MemorySegment answer = program.at(Program.DATA, IbUserVerbs.ExQueryDeviceResp.SIZE);
        assertThat(program.hex(Program.DATA + IbUserVerbs.QueryDeviceResp.NODE_GUID, 8)).isEqualTo("000000fffe000010");
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.QueryDeviceResp.MAX_QP)).isEqualTo(1048560);
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.QueryDeviceResp.MAX_SGE)).isEqualTo(30);
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.QueryDeviceResp.DEVICE_CAP_FLAGS)).isEqualTo(1);
        assertThat(answer.get(AbiLayout.U8, IbUserVerbs.QueryDeviceResp.PHYS_PORT_CNT)).isEqualTo((byte) 1);
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.ExQueryDeviceResp.RESPONSE_LENGTH)).isEqualTo(304);
        assertThat(answer.get(AbiLayout.U64, IbUserVerbs.ExQueryDeviceResp.DEVICE_CAP_FLAGS_EX))
            .isEqualTo(0x1_0000_0001L);

        program.go(BYTES.get("QUERY_PORT"));
        assertThat(program.hex(Program.DATA, 44)).isEqualTo("00000100" + "00008000" + "00000000" + "00000000"
            + "00040000" + "0100" + "0000" + "0000" + "04" + "05" + "03" + "00" + "01" + "00" + "00" + "00" + "02"
            + "04" + "05" + "02" + "01" + "00" + "00000000");
    }

    @Test
    void gidsAreTold() {
        program.go(BYTES.get("GET_CONTEXT"));
        program.go(BYTES.get("QUERY_GID_ENTRY"));
        assertThat(program.hex(Program.DATA, 32)).isEqualTo("00000000000000000000ffffc0a8640a" + "01000000" + "01000000"
            + "02000000" + "00000000");
        assertThat(program.flags(3)).isEqualTo(3);
        refused(() -> gidEntry(1, 2), Errno.ENODATA, "gid_index 2 is empty; in use are 0, 1");
        refused(() -> gidEntry(1, 4), Errno.EINVAL, "gid_index 4 is none of 0..3");
        refused(() -> gidEntry(2, 0), Errno.EINVAL, "port 2 is none of 1..1");

        gidTable(32, 128);
        assertThat(program.u32(Program.DATA)).isEqualTo(2);
        assertThat(program.hex(Program.DATA + 0x100, 16)).isEqualTo("fe8000000000000000000" + "0fffe000010");
        assertThat(program.u32(Program.DATA + 0x100 + 32 + 16)).isEqualTo(1);
        refused(() -> gidTable(32, 32), Errno.EINVAL, "has room for 1 entries");
        refused(() -> gidTable(0, 32), Errno.EINVAL, "entry_size 0");
    }

    @Test
    void objectsAreMadeUsedAndDestroyed() {
        program.go(BYTES.get("GET_CONTEXT"));
        program.go(BYTES.get("ASYNC_EVENT_ALLOC"));
        assertThat(program.data(0)).isZero();
        program.go(BYTES.get("ALLOC_PD"));
        assertThat(program.u32(Program.DATA)).isZero();
        program.go(BYTES.get("CQ_CREATE"));
        assertThat(program.data(0)).isEqualTo(1);
        assertThat(program.u32(Program.DATA)).isEqualTo(127);
        assertThat(program.hex(Program.DATA + 16, 16)).isEqualTo("0010000000000000" + "00200000" + "00000000");
        assertThat(program.flags(5)).isEqualTo(3);
        MemorySegment ring = program.file.mmap(program.process.task, 8192, 4096);
        assertThat(ring.byteSize()).isEqualTo(8192);
        refused(() -> program.file.mmap(program.process.task, 8192, 4096), Errno.EINVAL, "offset 0x1000");

        program.poke(Program.DATA + 0x100, "0a0000000b000000010000000200000000000000");
        program.go(BYTES.get("QP_CREATE"));
        assertThat(program.data(0)).isEqualTo(2);
        assertThat(program.hex(Program.DATA + 0x200, 20)).isEqualTo("0b0000000b000000010000000200000000000000");
        assertThat(program.u32(Program.DATA + 0x300)).isEqualTo(0x11);
        assertThat(doorbell(DOORBELL)).isEqualTo(32);
        assertThat(program.device.driver.doorbells).hasValue(1);

        refused(() -> program.go(BYTES.get("CQ_DESTROY")), Errno.EBUSY, "destroy its queue pairs first");
        destroy(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY, 4, 2);
        refused(() -> doorbell(DOORBELL), Errno.EINVAL, "handle 2, which is no queue pair");
        program.go(BYTES.get("CQ_DESTROY"));
        assertThat(program.hex(Program.DATA, 8)).isEqualTo("0000000000000000");
        refused(() -> program.go(BYTES.get("CQ_DESTROY")), Errno.ENOENT, "CQ handle 1 does not exist");
        refused(() -> program.go(BYTES.get("MR_DESTROY")), Errno.ENOENT, "MR handle 1 does not exist");
        assertThat(program.device.driver.alive).hasValue(2);
    }

    @Test
    void memoryIsRegistered() {
        program.go(BYTES.get("GET_CONTEXT"));
        program.go(BYTES.get("ALLOC_PD"));
        String request = "00000000000000000010020000000000001000000000000000100200000000000000000007000000";
        registerMr(request);
        assertThat(program.hex(Program.DATA + 0x200, 12)).isEqualTo("01000000" + "80020000" + "81020000");
        refused(() -> destroy(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, 0, 0), Errno.EBUSY, "memory regions");
        refused(() -> destroy(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, 0, 1), Errno.EINVAL, "is a MR, not a PD");
        program.go(BYTES.get("MR_DESTROY"));
        destroy(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, 0, 0);
        assertThat(program.device.tracked()).isEqualTo(1);
        refused(() -> registerMr(request), Errno.EINVAL, "PD handle 0 does not exist");
        refused(() -> registerMr(request.substring(0, 72) + "06000000"), Errno.EINVAL, "add LOCAL_WRITE");
        refused(() -> registerMr(request.substring(0, 72) + "41000000"), Errno.EOPNOTSUPP, "ON_DEMAND");
        refused(() -> registerMr(request.substring(0, 72) + "00040000"), Errno.EINVAL, "unknown bits");
        refused(() -> registerMr(request.replaceFirst("0010020000000000", "0110020000000000")), Errno.EINVAL,
            "differ within the page");
        assertThat(program.device.tracked()).isEqualTo(1);
    }

    @Test
    void queuePairAttributesKeepTheirPlaces() {
        String request = "00000000000000000000ffffc0a8640b0000000000000000014000000000010100000000000000000000000000"
            + "0000"
            + "00000000000000000000000000000000000200000081911200000000005634120000000000110000000000000000000000020003"
            + "000000010c0000000000000000";
        MemorySegment bytes = MemorySegment.ofArray(HexFormat.of().parseHex(request));
        assertThat(bytes.byteSize()).isEqualTo(IbUserVerbs.ModifyQp.SIZE);
        IbQpAttr attr = QpAttrCodec.decode(bytes, bytes.get(AbiLayout.U32, IbUserVerbs.ModifyQp.ATTR_MASK));
        assertThat(attr.qpState).isSameAs(IbQpState.RTR);
        assertThat(attr.pathMtu).isSameAs(IbMtu.MTU_1024);
        assertThat(attr.destQpNum).isEqualTo(0x11);
        assertThat(attr.rqPsn).isEqualTo(0x123456);
        assertThat(attr.minRnrTimer).isEqualTo(12);
        assertThat(attr.maxDestRdAtomic).isEqualTo(1);
        assertThat(attr.ahAttr.dgid.toString()).isEqualTo("192.168.100.11");
        assertThat(attr.ahAttr.sgidIndex).isEqualTo(1);
        assertThat(attr.ahAttr.hopLimit).isEqualTo(64);
        assertThat(attr.ahAttr.isGlobal).isTrue();
        bytes.set(AbiLayout.U8, IbUserVerbs.ModifyQp.QP_STATE, (byte) 9);
        refused(() -> QpAttrCodec.decode(bytes, 1), Errno.EINVAL, "QP state 9 does not exist");
    }

    @Test
    void queuePairsAreQueriedAndBadOnesRefused() {
        program.go(BYTES.get("GET_CONTEXT"));
        program.go(BYTES.get("ALLOC_PD"));
        program.go(BYTES.get("CQ_CREATE"));
        program.go(BYTES.get("QP_CREATE"));
        write(IbUserVerbs.IB_USER_VERBS_CMD_QUERY_QP, "0000000000000000" + "02000000" + "00000000", 128);
        MemorySegment answer = program.at(Program.DATA + 0x200, 128);
        assertThat(answer.get(AbiLayout.U8, IbUserVerbs.QueryQpResp.QP_STATE)).isEqualTo((byte) 3);
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.QueryQpResp.SQ_PSN)).isEqualTo(0x123456);
        assertThat(answer.get(AbiLayout.U32, IbUserVerbs.QueryQpResp.MAX_SEND_WR)).isEqualTo(9);
        assertThat(answer.get(AbiLayout.U8, IbUserVerbs.QueryQpResp.SQ_SIG_ALL)).isEqualTo((byte) 1);
        refused(() -> program.go(BYTES.get("QP_CREATE").replace("0900080001000000" + "02", "0900080001000000" + "08")),
            Errno.EOPNOTSUPP, "8 (RAW_PACKET)");
        refused(() -> program.go(BYTES.get("QP_CREATE").replace("0900080001000000" + "02", "0900080001000000" + "01")),
            Errno.EINVAL, "1 is not for user space");
        refused(() -> program.go(BYTES.get("QP_CREATE").replace("0900080001000000" + "02", "0900080001000000" + "4d")),
            Errno.EINVAL, "77 is not for user space");
        assertThat(program.file.objects().size()).isEqualTo(3);
    }

    @Test
    void commandsThatNobodyOffersSayWhatToDo() {
        program.go(BYTES.get("GET_CONTEXT"));
        refused(() -> write(IbUserVerbs.IB_USER_VERBS_CMD_ALLOC_MW, "", 0), Errno.EOPNOTSUPP, "register a region");
        refused(() -> write(77, "", 0), Errno.EOPNOTSUPP, "0x4d");
        refused(() -> write(IbUserVerbs.IB_USER_VERBS_CMD_MODIFY_QP, "00".repeat(68) + "00000002" + "00".repeat(40),
            0), Errno.EOPNOTSUPP, "0x2000000");
        refused(() -> write(IbUserVerbs.IB_USER_VERBS_CMD_ALLOC_PD, "00".repeat(15) + "01", 4), Errno.EOPNOTSUPP,
            "byte 15");
    }

    private int doorbell(String hex) {
        return program.file.write(program.process.task, MemorySegment.ofArray(HexFormat.of().parseHex(hex)));
    }

    private void gidEntry(int port, int index) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_ENTRY)
            .attr(UVERBS_ATTR_QUERY_GID_ENTRY_PORT, 8, port).attr(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, 8, index)
            .attr(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS, 4, 0)
            .attr(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, 32, Program.DATA).go();
    }

    private void gidTable(int entrySize, int room) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_TABLE)
            .attr(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, 8, entrySize)
            .attr(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, room, Program.DATA + 0x100)
            .attr(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, 8, Program.DATA).go();
    }

    private void destroy(int object, int method, int responseBytes, int handle) {
        program.call(object, method).attr(0, 0, handle);
        if (responseBytes > 0) {
            program.attr(1, responseBytes, Program.DATA);
        }
        program.go();
    }

    private void registerMr(String request) {
        write(IbUserVerbs.IB_USER_VERBS_CMD_REG_MR, request, 12);
    }

    private void write(int command, String request, int responseBytes) {
        program.poke(Program.DATA + 0x100, request);
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE).attr(UVERBS_ATTR_WRITE_CMD, 8, command);
        if (!request.isEmpty()) {
            program.attr(UVERBS_ATTR_CORE_IN, request.length() / 2, Program.DATA + 0x100);
        }
        if (responseBytes > 0) {
            program.attr(UVERBS_ATTR_CORE_OUT, responseBytes, Program.DATA + 0x200);
        }
        program.go();
    }

    private static void refused(ThrowingCallable call, Errno errno, String text) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class, thrown -> {
            assertThat(thrown.errno()).as(thrown.getMessage()).isSameAs(errno);
            assertThat(thrown.detail()).contains(text);
        });
    }
}
