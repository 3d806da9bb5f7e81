package org.softroce.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** PSN arithmetic, syndromes, MTUs, source ports. */
class NumbersTest {

    @Test
    void psnOrderIsThatOfTheShorterWayRound() {
        Random random = new Random(20250104);
        for (int i = 0; i < 100_000; i++) {
            int psn = random.nextInt(1 << Psn.BITS);
            int ahead = random.nextInt(1, 1 << Psn.BITS - 1);
            int later = Psn.add(psn, ahead);
            assertThat(later).isBetween(0, Psn.MASK);
            assertThat(Psn.compare(later, psn)).isPositive();
            assertThat(Psn.compare(psn, later)).isNegative();
            assertThat(Psn.distance(later, psn)).isEqualTo(ahead);
            assertThat(Psn.distance(psn, later)).isEqualTo(-ahead);
            assertThat(Psn.add(later, -ahead)).isEqualTo(psn);
            assertThat(Psn.previous(Psn.next(psn))).isEqualTo(psn);
            assertThat(Psn.compare(psn, psn)).isZero();
        }
        assertThat(Psn.next(Psn.MASK)).isZero();
        assertThat(Psn.previous(0)).isEqualTo(Psn.MASK);
    }

    @Test
    void packetsOfAMessage() {
        assertThat(Psn.packets(0, 1024)).isEqualTo(1);
        assertThat(Psn.packets(1, 1024)).isEqualTo(1);
        assertThat(Psn.packets(1024, 1024)).isEqualTo(1);
        assertThat(Psn.packets(1025, 1024)).isEqualTo(2);
        assertThat(Psn.packets(1L << 31, 256)).isEqualTo(1 << 23);
    }

    @Test
    void rnrTimers() {
        double[] ms = {655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28,
            1.92, 2.56, 3.84, 5.12, 7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76,
            327.68, 491.52};
        for (int code = 0; code < ms.length; code++) {
            assertThat(AethSyndrome.rnrTimerNs(code)).isEqualTo(Math.round(ms[code] * 1e6));
            assertThat(AethSyndrome.type(AethSyndrome.rnrNak(code))).isEqualTo(AethSyndrome.RNR_NAK);
            assertThat(AethSyndrome.value(AethSyndrome.rnrNak(code))).isEqualTo(code);
        }
    }

    @Test
    void syndromesInWords() {
        assertThat(AethSyndrome.text(0x1f)).isEqualTo("ACK");
        assertThat(AethSyndrome.text(0x05)).isEqualTo("ACK credits 6");
        assertThat(AethSyndrome.text(0x2c)).isEqualTo("RNR NAK 0.64 ms");
        assertThat(AethSyndrome.text(0x60)).isEqualTo("NAK PSN sequence error");
        assertThat(AethSyndrome.text(0x61)).isEqualTo("NAK invalid request");
        assertThat(AethSyndrome.text(0x62)).isEqualTo("NAK remote access error");
        assertThat(AethSyndrome.text(0x63)).isEqualTo("NAK remote operational error");
        assertThat(AethSyndrome.text(0x64)).isEqualTo("NAK code 4");
        assertThat(AethSyndrome.text(0x40)).isEqualTo("syndrome 0x40");
        assertThat(AethSyndrome.credits(31)).isEqualTo(-1);
        assertThat(AethSyndrome.credits(30)).isEqualTo(32768);
    }

    @Test
    void pathMtus() {
        int[] bytes = {256, 512, 1024, 2048, 4096};
        for (int i = 0; i < bytes.length; i++) {
            assertThat(PathMtu.ofCode(i + 1).bytes()).isEqualTo(bytes[i]);
            assertThat(PathMtu.ofBytes(bytes[i]).code()).isEqualTo(i + 1);
        }
        assertThatThrownBy(() -> PathMtu.ofCode(0)).hasMessageContaining("path MTU code 0");
        assertThatThrownBy(() -> PathMtu.ofCode(6)).hasMessageContaining("path MTU code 6");
        assertThatThrownBy(() -> PathMtu.ofBytes(1500)).hasMessageContaining("path MTU 1500");
        assertThat(PathMtu.forNetMtu(1500)).isEqualTo(PathMtu.MTU_1024);
        assertThat(PathMtu.forNetMtu(4176)).isEqualTo(PathMtu.MTU_4096);
        assertThat(PathMtu.forNetMtu(4175)).isEqualTo(PathMtu.MTU_2048);
        assertThat(PathMtu.forNetMtu(65535)).isEqualTo(PathMtu.MTU_4096);
        assertThat(PathMtu.forNetMtu(300)).isEqualTo(PathMtu.MTU_256);
    }

    @Test
    void sourcePorts() {
        assertThat(UdpHeader.roceSourcePort(0, 35, 35)).isEqualTo(0xc4c9);
        assertThat(UdpHeader.roceSourcePort(0, 17, 1000)).isEqualTo(UdpHeader.roceSourcePort(0, 1000, 17));
        assertThat(UdpHeader.roceSourcePort(0x12345, 17, 18)).isEqualTo(0xc000 | 0x2345 ^ 0x4);
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            assertThat(UdpHeader.roceSourcePort(random.nextInt(), random.nextInt(1 << 24), random.nextInt(1 << 24)))
                    .isBetween(0xc000, 0xffff);
            assertThat(UdpHeader.sourcePortOfQpn(random.nextInt(1 << 24))).isBetween(0xc000, 0xffff);
        }
    }
}
