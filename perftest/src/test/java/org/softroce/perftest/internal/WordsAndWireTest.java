package org.softroce.perftest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMtu;

/** What is printed and told over TCP, against lines of the real tool. */
class WordsAndWireTest {

    private static final Dest DEST = new Dest(0, 1, 0x11, 0x35af0, 0x231, 0x7fba046b0000L,
            new IbvGid(0, 0x0000ffffc0a8640bL));

    @Test
    void addressLinesAreThoseOfTheRealTool() {
        assertThat(DEST.lines("local")).isEqualTo(
                " local address: LID 0000 QPN 0x0011 PSN 0x35af0 RKey 0x000231 VAddr 0x007fba046b0000\n"
                + " GID: 00:00:00:00:00:00:00:00:00:00:255:255:192:168:100:11\n");
    }

    @Test
    void theWireFormIsReadBackAndHasItsLength() {
        assertThat(DEST.toWire()).hasSize(Dest.MESSAGE_BYTES - 1)
                .isEqualTo("0000:0001:000011:035af0:00000231:00007fba046b0000:"
                        + "00:00:00:00:00:00:00:00:00:00:ff:ff:c0:a8:64:0b:00000000:");
        assertThat(Dest.ofWire(DEST.toWire())).isEqualTo(DEST);
        assertThat(Dest.ofWire("nonsense")).isNull();
        assertThat(Dest.ofWire(DEST.toWire().replace("035af0", "0x5af0"))).isNull();
    }

    @Test
    void hexIsPrintfs() {
        assertThat(Words.hex(0, 4)).isEqualTo("0000");
        assertThat(Words.hex(0x11, 6)).isEqualTo("0x0011");
        assertThat(Words.hex(0x8aec97, 6)).isEqualTo("0x8aec97");
    }

    @Test
    void theTableAboveTheResultsIsThatOfTheRealTool() {
        Parameters p = new Parameters();
        p.server = "192.168.100.11";
        p.txDepth = 100;
        p.cqMod = 1;
        p.currMtu = IbvMtu.MTU_1024;
        p.gidIndex = 1;
        assertThat(TestInfo.text(p, "RDMA_Write ", "rdma_rxe0")).isEqualTo("""
                ---------------------------------------------------------------------------------------
                                    RDMA_Write BW Test
                 Dual-port       : OFF\t\tDevice         : rdma_rxe0
                 Number of qps   : 1\t\tTransport type : IB
                 Connection type : RC\t\tUsing SRQ      : OFF
                 PCIe relax order: ON\t\tLock-free      : OFF
                 ibv_wr* API     : OFF\t\tUsing DDP      : OFF
                 TX depth        : 100
                 CQ Moderation   : 1
                 Mtu             : 1024[B]
                 Link type       : Ethernet
                 GID index       : 1
                 Max inline data : 0[B]
                 rdma_cm QPs\t : OFF
                 Data ex. method : Ethernet
                ---------------------------------------------------------------------------------------
                """);
    }
}
