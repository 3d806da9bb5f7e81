package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Each header at an odd offset: written, compared with golden bytes, read back. */
class HeaderBytesTest {
    private static final int AT = 3;
    private final byte[] bytes = new byte[64];
    private final MemorySegment s = MemorySegment.ofArray(bytes);

    private void expect(int size, String hex) {
        byte[] golden = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThat(golden).hasSize(size);
        for (int i = 0; i < bytes.length; i++) {
            byte expected = i >= AT && i < AT + size ? golden[i - AT] : 0;
            assertThat(bytes[i]).as("byte " + (i - AT)).isEqualTo(expected);
        }
    }

    @Test
    void ethernet() {
        EthernetHeader.write(s, AT, 0x020000000011L, 0xfe0102030410L, EthernetHeader.TYPE_IPV4);
        expect(EthernetHeader.SIZE, "020000000011 fe0102030410 0800");
        assertThat(EthernetHeader.destination(s, AT)).isEqualTo(0x020000000011L);
        assertThat(EthernetHeader.source(s, AT)).isEqualTo(0xfe0102030410L);
        assertThat(EthernetHeader.type(s, AT)).isEqualTo(0x0800);
        assertThat(EthernetHeader.text(0xfe0102030410L)).isEqualTo("fe:01:02:03:04:10");
    }

    @Test
    void ipv4AsLinuxSentIt() {
        Ipv4Header.write(s, AT, 0, 0xa0, 0x4daa, Ipv4Header.DONT_FRAGMENT, 64, 0xc0a8640a, 0xc0a8640b);
        expect(Ipv4Header.SIZE, "450000a0 4daa4000 4011a33c c0a8640a c0a8640b");
        assertThat(Ipv4Header.version(s, AT)).isEqualTo(4);
        assertThat(Ipv4Header.headerLength(s, AT)).isEqualTo(20);
        assertThat(Ipv4Header.totalLength(s, AT)).isEqualTo(0xa0);
        assertThat(Ipv4Header.id(s, AT)).isEqualTo(0x4daa);
        assertThat(Ipv4Header.fragment(s, AT)).isEqualTo(0x4000);
        assertThat(Ipv4Header.ttl(s, AT)).isEqualTo(64);
        assertThat(Ipv4Header.protocol(s, AT)).isEqualTo(17);
        assertThat(Ipv4Header.headerChecksum(s, AT)).isEqualTo(0xa33c);
        assertThat(Ipv4Header.source(s, AT)).isEqualTo(0xc0a8640a);
        assertThat(Ipv4Header.destination(s, AT)).isEqualTo(0xc0a8640b);
        assertThat(Ipv4Header.text(0xc0a8640b)).isEqualTo("192.168.100.11");
        assertThat(Ipv4Header.checksumRight(s, AT)).isTrue();
        bytes[AT + 8]--;
        assertThat(Ipv4Header.checksumRight(s, AT)).isFalse();
    }

    @Test
    void ipv6() {
        Ipv6Header.write(s, AT, 0x12, 0x34567, 0x1234, 255);
        Ipv6Header.writeAddresses(s, AT, 0xfe80L << 48, 1, 0x20010db8L << 32, 0xabcdL);
        expect(Ipv6Header.SIZE, "61234567 123411ff fe800000000000000000000000000001"
                + "20010db800000000000000000000abcd");
        assertThat(Ipv6Header.version(s, AT)).isEqualTo(6);
        assertThat(Ipv6Header.trafficClass(s, AT)).isEqualTo(0x12);
        assertThat(Ipv6Header.flowLabel(s, AT)).isEqualTo(0x34567);
        assertThat(Ipv6Header.payloadLength(s, AT)).isEqualTo(0x1234);
        assertThat(Ipv6Header.nextHeader(s, AT)).isEqualTo(17);
        assertThat(Ipv6Header.hopLimit(s, AT)).isEqualTo(255);
        assertThat(Ipv6Header.text(Ipv6Header.sourceHigh(s, AT), Ipv6Header.sourceLow(s, AT))).isEqualTo("fe80::1");
        assertThat(Ipv6Header.text(Ipv6Header.destinationHigh(s, AT), Ipv6Header.destinationLow(s, AT)))
                .isEqualTo("2001:db8::abcd");
        assertThat(Ipv6Header.text(0, 0)).isEqualTo("::");
        assertThat(Ipv6Header.text(0x0001000000020003L, 0x0004000500060007L)).isEqualTo("1:0:2:3:4:5:6:7");
        assertThat(Ipv6Header.text(1L << 48, 0)).isEqualTo("1::");
    }

    @Test
    void udp() {
        UdpHeader.write(s, AT, 0xc4c9, UdpHeader.ROCE_PORT, 0x8c);
        expect(UdpHeader.SIZE, "c4c912b7 008c0000");
        assertThat(UdpHeader.sourcePort(s, AT)).isEqualTo(0xc4c9);
        assertThat(UdpHeader.destinationPort(s, AT)).isEqualTo(4791);
        assertThat(UdpHeader.length(s, AT)).isEqualTo(0x8c);
        UdpHeader.checksum(s, AT, 0xbeef);
        assertThat(UdpHeader.checksum(s, AT)).isEqualTo(0xbeef);
    }

    @Test
    void bthAsLinuxSentIt() {
        Bth.write(s, AT, RoceOpcode.RC_RDMA_WRITE_ONLY, Bth.flags(false, false, 0), Bth.DEFAULT_PKEY, 0x23, true,
                0x111100);
        expect(Bth.SIZE, "0a00ffff 00000023 80111100");
    }

    @Test
    void bthFieldByField() {
        Bth.write(s, AT, 0x04, Bth.flags(true, true, 3), 0x8001, 0xff123456, false, 0xffabcdef);
        expect(Bth.SIZE, "04f08001 00123456 00abcdef");
        assertThat(Bth.opcode(s, AT)).isEqualTo(4);
        assertThat(Bth.solicited(s, AT)).isTrue();
        assertThat(Bth.migReq(s, AT)).isTrue();
        assertThat(Bth.pad(s, AT)).isEqualTo(3);
        assertThat(Bth.tver(s, AT)).isZero();
        assertThat(Bth.pkey(s, AT)).isEqualTo(0x8001);
        assertThat(Bth.qpn(s, AT)).isEqualTo(0x123456);
        assertThat(Bth.psn(s, AT)).isEqualTo(0xabcdef);
        assertThat(Bth.ackRequest(s, AT)).isFalse();
        Bth.resv8a(s, AT, 0xc0);
        Bth.qpn(s, AT, 0x654321);
        Bth.ackRequest(s, AT, true);
        Bth.psn(s, AT, 0x1);
        Bth.pad(s, AT, 2);
        Bth.opcode(s, AT, 0x64);
        Bth.pkey(s, AT, 0xffff);
        expect(Bth.SIZE, "64e0ffff c0654321 80000001");
        assertThat(Bth.fecn(s, AT)).isTrue();
        assertThat(Bth.becn(s, AT)).isTrue();
        assertThat(Bth.resv8a(s, AT)).isEqualTo(0xc0);
        assertThat(Bth.ackRequest(s, AT)).isTrue();
    }

    @Test
    void reth() {
        Reth.write(s, AT, 0x7fa8e46e5000L, 0x1479, 100);
        expect(Reth.SIZE, "00007fa8e46e5000 00001479 00000064");
        assertThat(Reth.va(s, AT)).isEqualTo(0x7fa8e46e5000L);
        assertThat(Reth.rkey(s, AT)).isEqualTo(0x1479);
        assertThat(Reth.length(s, AT)).isEqualTo(100);
    }

    @Test
    void aeth() {
        Aeth.write(s, AT, AethSyndrome.NAK_REMOTE_ACCESS_ERROR, 0xff000102);
        expect(Aeth.SIZE, "62000102");
        assertThat(Aeth.syndrome(s, AT)).isEqualTo(0x62);
        assertThat(Aeth.msn(s, AT)).isEqualTo(0x102);
    }

    @Test
    void atomics() {
        AtomicEth.write(s, AT, 0x1122334455667788L, 0x99aabbcc, 1, -2);
        expect(AtomicEth.SIZE, "1122334455667788 99aabbcc 0000000000000001 fffffffffffffffe");
        assertThat(AtomicEth.va(s, AT)).isEqualTo(0x1122334455667788L);
        assertThat(AtomicEth.rkey(s, AT)).isEqualTo(0x99aabbcc);
        assertThat(AtomicEth.swapAdd(s, AT)).isEqualTo(1);
        assertThat(AtomicEth.compare(s, AT)).isEqualTo(-2);
    }

    @Test
    void atomicAck() {
        AtomicAckEth.original(s, AT, 0x0102030405060708L);
        expect(AtomicAckEth.SIZE, "0102030405060708");
        assertThat(AtomicAckEth.original(s, AT)).isEqualTo(0x0102030405060708L);
    }

    @Test
    void immediateAndInvalidate() {
        ImmDt.imm(s, AT, 0xdeadbeef);
        expect(ImmDt.SIZE, "deadbeef");
        assertThat(ImmDt.imm(s, AT)).isEqualTo(0xdeadbeef);
        Ieth.rkey(s, AT, 0x00001234);
        expect(Ieth.SIZE, "00001234");
        assertThat(Ieth.rkey(s, AT)).isEqualTo(0x1234);
    }

    @Test
    void deth() {
        Deth.write(s, AT, Qpn.GSI_QKEY, 0xff000001);
        expect(Deth.SIZE, "80010000 00000001");
        assertThat(Deth.qkey(s, AT)).isEqualTo(0x80010000);
        assertThat(Deth.sourceQpn(s, AT)).isEqualTo(1);
    }

    @Test
    void feth() {
        Feth.write(s, AT, Feth.GLOBAL | Feth.PERSISTENT, Feth.REGION);
        expect(Feth.SIZE, "00000013");
        assertThat(Feth.placement(s, AT)).isEqualTo(3);
        assertThat(Feth.selectivity(s, AT)).isEqualTo(Feth.REGION);
        assertThat(Feth.bits(s, AT)).isEqualTo(0x13);
    }
}
