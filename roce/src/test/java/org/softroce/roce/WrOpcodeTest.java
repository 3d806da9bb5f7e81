package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrOpcodeTest {

    @ParameterizedTest
    @CsvSource({
        "0, RDMA_WRITE, 0, 0, 17, 17, 0", "1, RDMA_WRITE_WITH_IMM, 0, 0, 17, 17, 0",
        "2, SEND, 5, 5, 5, 5, 5", "3, SEND_WITH_IMM, 5, 5, 5, 5, 5", "4, RDMA_READ, 0, 0, 8, 0, 0",
        "5, ATOMIC_CMP_AND_SWP, 0, 0, 2, 0, 0", "6, ATOMIC_FETCH_AND_ADD, 0, 0, 2, 0, 0",
        "7, LOCAL_INV, 0, 0, 32, 0, 0", "8, BIND_MW, 0, 0, 32, 32, 0", "9, SEND_WITH_INV, 0, 0, 5, 5, 5",
        "10, LSO, 0, 0, 0, 0, 0", "11, RDMA_READ_WITH_INV, 0, 0, 8, 0, 0", "14, FLUSH, 0, 0, 64, 0, 0",
        "15, ATOMIC_WRITE, 0, 0, 128, 0, 0", "32, REG_MR, 0, 0, 32, 0, 0"})
    void masks(int opcode, String name, int smi, int gsi, int rc, int uc, int ud) {
        assertThat(WrOpcode.name(opcode)).isEqualTo(name);
        int[] expected = {smi, gsi, rc, uc, ud};
        for (int qpType = 0; qpType < expected.length; qpType++) {
            assertThat(WrOpcode.mask(opcode, qpType)).as(name + " on QP type " + qpType).isEqualTo(expected[qpType]);
        }
    }

    @Test
    void whatDoesNotExistHasNoMask() {
        assertThat(WrOpcode.mask(-1, 2)).isZero();
        assertThat(WrOpcode.mask(33, 2)).isZero();
        assertThat(WrOpcode.mask(2, 8)).isZero();
        assertThat(WrOpcode.mask(2, -1)).isZero();
        assertThat(WrOpcode.name(12)).isEqualTo("WR 12");
    }

    /** Columns: only, first, middle, last. */
    @ParameterizedTest
    @CsvSource({
        "2, 0, RDMA_WRITE_ONLY, RDMA_WRITE_FIRST, RDMA_WRITE_MIDDLE, RDMA_WRITE_LAST",
        "2, 1, RDMA_WRITE_ONLY_WITH_IMMEDIATE, RDMA_WRITE_FIRST, RDMA_WRITE_MIDDLE, RDMA_WRITE_LAST_WITH_IMMEDIATE",
        "2, 2, SEND_ONLY, SEND_FIRST, SEND_MIDDLE, SEND_LAST",
        "2, 3, SEND_ONLY_WITH_IMMEDIATE, SEND_FIRST, SEND_MIDDLE, SEND_LAST_WITH_IMMEDIATE",
        "2, 9, SEND_ONLY_WITH_INVALIDATE, SEND_FIRST, SEND_MIDDLE, SEND_LAST_WITH_INVALIDATE",
        "3, 0, RDMA_WRITE_ONLY, RDMA_WRITE_FIRST, RDMA_WRITE_MIDDLE, RDMA_WRITE_LAST",
        "3, 1, RDMA_WRITE_ONLY_WITH_IMMEDIATE, RDMA_WRITE_FIRST, RDMA_WRITE_MIDDLE, RDMA_WRITE_LAST_WITH_IMMEDIATE",
        "3, 2, SEND_ONLY, SEND_FIRST, SEND_MIDDLE, SEND_LAST",
        "3, 3, SEND_ONLY_WITH_IMMEDIATE, SEND_FIRST, SEND_MIDDLE, SEND_LAST_WITH_IMMEDIATE"})
    void messagesOfSeveralPackets(int qpType, int opcode, String only, String first, String middle, String last) {
        String service = qpType == WrOpcode.QPT_RC ? "RC_" : "UC_";
        int start = WrOpcode.nextOpcode(qpType, opcode, RoceOpcode.NONE, false);
        int next = WrOpcode.nextOpcode(qpType, opcode, start, false);
        int after = WrOpcode.nextOpcode(qpType, opcode, next, false);
        int end = WrOpcode.nextOpcode(qpType, opcode, after, true);
        assertThat(RoceOpcode.name(start)).isEqualTo(service + first);
        assertThat(RoceOpcode.name(next)).isEqualTo(service + middle);
        assertThat(after).isEqualTo(next);
        assertThat(RoceOpcode.name(end)).isEqualTo(service + last);
        assertThat(WrOpcode.nextOpcode(qpType, opcode, start, true)).isEqualTo(end);
        int alone = WrOpcode.nextOpcode(qpType, opcode, end, true);
        assertThat(RoceOpcode.name(alone)).isEqualTo(service + only);
        assertThat(WrOpcode.nextOpcode(qpType, opcode, alone, false)).isEqualTo(start);
    }

    @Test
    void messagesOfOnePacket() {
        int none = RoceOpcode.NONE;
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.RDMA_READ, none, true)).isEqualTo(RoceOpcode.RC_RDMA_READ_REQUEST);
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.ATOMIC_CMP_AND_SWP, none, true))
                .isEqualTo(RoceOpcode.RC_COMPARE_SWAP);
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.ATOMIC_FETCH_AND_ADD, none, true))
                .isEqualTo(RoceOpcode.RC_FETCH_ADD);
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.FLUSH, none, true)).isEqualTo(RoceOpcode.RC_FLUSH);
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.ATOMIC_WRITE, none, true)).isEqualTo(RoceOpcode.RC_ATOMIC_WRITE);
        assertThat(WrOpcode.nextOpcode(4, WrOpcode.SEND, none, true)).isEqualTo(RoceOpcode.UD_SEND_ONLY);
        assertThat(WrOpcode.nextOpcode(1, WrOpcode.SEND_WITH_IMM, none, true))
                .isEqualTo(RoceOpcode.UD_SEND_ONLY_WITH_IMMEDIATE);
        assertThat(WrOpcode.nextOpcode(3, WrOpcode.RDMA_READ, none, true)).isEqualTo(none);
        assertThat(WrOpcode.nextOpcode(3, WrOpcode.SEND_WITH_INV, none, true)).isEqualTo(none);
        assertThat(WrOpcode.nextOpcode(4, WrOpcode.RDMA_WRITE, none, true)).isEqualTo(none);
        assertThat(WrOpcode.nextOpcode(2, WrOpcode.BIND_MW, none, true)).isEqualTo(none);
    }
}
