package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The opcode table, row by row, against the rows of IBA table 38 and of Linux written out once more. */
class RoceOpcodeTest {
    private static final Map<String, Integer> BITS = Map.ofEntries(
            Map.entry("BTH", 1), Map.entry("RETH", RoceOpcode.RETH_MASK), Map.entry("AETH", RoceOpcode.AETH_MASK),
            Map.entry("ATMETH", RoceOpcode.ATMETH_MASK), Map.entry("ATMACK", RoceOpcode.ATMACK_MASK),
            Map.entry("IETH", RoceOpcode.IETH_MASK), Map.entry("DETH", RoceOpcode.DETH_MASK),
            Map.entry("IMMDT", RoceOpcode.IMMDT_MASK), Map.entry("FETH", RoceOpcode.FETH_MASK),
            Map.entry("payload", RoceOpcode.PAYLOAD_MASK), Map.entry("req", RoceOpcode.REQ_MASK),
            Map.entry("ack", RoceOpcode.ACK_MASK), Map.entry("send", RoceOpcode.SEND_MASK),
            Map.entry("write", RoceOpcode.WRITE_MASK), Map.entry("read", RoceOpcode.READ_MASK),
            Map.entry("atomic", RoceOpcode.ATOMIC_MASK), Map.entry("flush", RoceOpcode.FLUSH_MASK),
            Map.entry("rwr", RoceOpcode.RWR_MASK), Map.entry("comp", RoceOpcode.COMP_MASK),
            Map.entry("start", RoceOpcode.START_MASK), Map.entry("middle", RoceOpcode.MIDDLE_MASK),
            Map.entry("end", RoceOpcode.END_MASK), Map.entry("awrite", RoceOpcode.ATOMIC_WRITE_MASK));

    @ParameterizedTest
    @CsvSource({
        "00, RC_SEND_FIRST, 12, payload req rwr send start",
        "01, RC_SEND_MIDDLE, 12, payload req send middle",
        "02, RC_SEND_LAST, 12, payload req comp send end",
        "03, RC_SEND_LAST_WITH_IMMEDIATE, 16, IMMDT payload req comp send end",
        "04, RC_SEND_ONLY, 12, payload req comp rwr send start end",
        "05, RC_SEND_ONLY_WITH_IMMEDIATE, 16, IMMDT payload req comp rwr send start end",
        "06, RC_RDMA_WRITE_FIRST, 28, RETH payload req write start",
        "07, RC_RDMA_WRITE_MIDDLE, 12, payload req write middle",
        "08, RC_RDMA_WRITE_LAST, 12, payload req write end",
        "09, RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, 16, IMMDT payload req write comp rwr end",
        "0a, RC_RDMA_WRITE_ONLY, 28, RETH payload req write start end",
        "0b, RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 32, RETH IMMDT payload req write comp rwr start end",
        "0c, RC_RDMA_READ_REQUEST, 28, RETH req read start end",
        "0d, RC_RDMA_READ_RESPONSE_FIRST, 16, AETH payload ack start",
        "0e, RC_RDMA_READ_RESPONSE_MIDDLE, 12, payload ack middle",
        "0f, RC_RDMA_READ_RESPONSE_LAST, 16, AETH payload ack end",
        "10, RC_RDMA_READ_RESPONSE_ONLY, 16, AETH payload ack start end",
        "11, RC_ACKNOWLEDGE, 16, AETH ack start end",
        "12, RC_ATOMIC_ACKNOWLEDGE, 24, AETH ATMACK ack start end",
        "13, RC_COMPARE_SWAP, 40, ATMETH req atomic start end",
        "14, RC_FETCH_ADD, 40, ATMETH req atomic start end",
        "16, RC_SEND_LAST_WITH_INVALIDATE, 16, IETH payload req comp send end",
        "17, RC_SEND_ONLY_WITH_INVALIDATE, 16, IETH payload req comp rwr send start end",
        "1c, RC_FLUSH, 32, FETH RETH req flush start end",
        "1d, RC_ATOMIC_WRITE, 28, RETH payload req awrite start end",
        "20, UC_SEND_FIRST, 12, payload req rwr send start",
        "21, UC_SEND_MIDDLE, 12, payload req send middle",
        "22, UC_SEND_LAST, 12, payload req comp send end",
        "23, UC_SEND_LAST_WITH_IMMEDIATE, 16, IMMDT payload req comp send end",
        "24, UC_SEND_ONLY, 12, payload req comp rwr send start end",
        "25, UC_SEND_ONLY_WITH_IMMEDIATE, 16, IMMDT payload req comp rwr send start end",
        "26, UC_RDMA_WRITE_FIRST, 28, RETH payload req write start",
        "27, UC_RDMA_WRITE_MIDDLE, 12, payload req write middle",
        "28, UC_RDMA_WRITE_LAST, 12, payload req write end",
        "29, UC_RDMA_WRITE_LAST_WITH_IMMEDIATE, 16, IMMDT payload req write comp rwr end",
        "2a, UC_RDMA_WRITE_ONLY, 28, RETH payload req write start end",
        "2b, UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 32, RETH IMMDT payload req write comp rwr start end",
        "64, UD_SEND_ONLY, 20, DETH payload req comp rwr send start end",
        "65, UD_SEND_ONLY_WITH_IMMEDIATE, 24, DETH IMMDT payload req comp rwr send start end"})
    void row(String hex, String name, int length, String flags) {
        int opcode = Integer.parseInt(hex, 16);
        int mask = Arrays.stream(("BTH " + flags).split(" ")).mapToInt(BITS::get).reduce(0, (a, b) -> a | b);
        assertThat(RoceOpcode.known(opcode)).isTrue();
        assertThat(RoceOpcode.name(opcode)).isEqualTo(name);
        assertThat(RoceOpcode.headerLength(opcode)).isEqualTo(length);
        assertThat(RoceOpcode.mask(opcode)).isEqualTo(mask);
        List<String> headers = Arrays.stream(flags.split(" ")).filter(f -> f.equals(f.toUpperCase())).toList();
        assertThat(RoceOpcode.headers(opcode).stream().map(Enum::name).collect(Collectors.toList()))
                .isEqualTo(headers);
        int at = Bth.SIZE;
        for (RoceHeader header : RoceOpcode.headers(opcode)) {
            assertThat(RoceOpcode.offset(opcode, header)).isEqualTo(at);
            at += header.bytes();
        }
        assertThat(at).isEqualTo(length);
        assertThat(RoceOpcode.rethOffset(opcode)).isEqualTo(RoceOpcode.offset(opcode, RoceHeader.RETH));
        assertThat(RoceOpcode.immDtOffset(opcode)).isEqualTo(RoceOpcode.offset(opcode, RoceHeader.IMMDT));
    }

    @Test
    void allOthersAreUnknown() {
        int known = 0;
        for (int opcode = 0; opcode < 256; opcode++) {
            if (RoceOpcode.known(opcode)) {
                known++;
            } else {
                assertThat(RoceOpcode.mask(opcode)).isZero();
                assertThat(RoceOpcode.headerLength(opcode)).isZero();
                assertThat(RoceOpcode.name(opcode)).startsWith("0x");
            }
        }
        assertThat(known).isEqualTo(39);
    }

    @Test
    void flushHasNoPayloadOffsetInLinux() {
        assertThat(RoceOpcode.linuxPayloadOffset(RoceOpcode.RC_FLUSH)).isZero();
        assertThat(RoceOpcode.rethOffset(RoceOpcode.RC_FLUSH)).isEqualTo(16);
        assertThat(RoceOpcode.linuxPayloadOffset(RoceOpcode.RC_RDMA_WRITE_ONLY)).isEqualTo(28);
    }
}
