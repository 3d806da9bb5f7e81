package org.softroce.tools.tcpdump.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameFilterTest {
    private static final String ETHERNET = "020000000011020000000010";
    private static final Capture UDP4 = capture("0800" + "4500002000004000401100000a0000010a000002" + "c4c912b7000c0000"
            + "00000000");
    private static final Capture TCP6 = capture("86dd" + "6000000000140640" + "fe800000000000000000000000000001"
            + "fe800000000000000000000000000002" + "3039485300000001000000025010000000000000");
    private static final Capture ARP = capture("0806" + "0001080006040001");

    private static Capture capture(String hex) {
        byte[] data = HexFormat.of().parseHex(ETHERNET + hex);
        return new Capture("veth0", false, 0, data.length, data);
    }

    private static boolean matches(String expression, Capture frame) throws Exception {
        return FrameFilter.parse(expression).matches(frame);
    }

    @ParameterizedTest
    @CsvSource({
        "'', true, true, true", "ip, true, false, false", "ip6, false, true, false", "arp, false, false, true",
        "udp, true, false, false", "tcp, false, true, false", "icmp, false, false, false",
        "port 4791, true, false, false", "udp port 4791, true, false, false", "tcp port 4791, false, false, false",
        "src port 4791, false, false, false", "dst port 4791, true, false, false", "port 18515, false, true, false",
        "src or dst port 18515, false, true, false", "dst or src port 12345, false, true, false",
        "portrange 4000-5000, true, false, false", "host 10.0.0.1, true, false, false",
        "src 10.0.0.2, false, false, false", "dst host 10.0.0.2, true, false, false", "fe80::2, false, true, false",
        "not arp, true, true, false", "! arp and not ip6, true, false, false", "udp or tcp, true, true, false",
        "arp or (ip and udp), true, false, true", "arp || udp && tcp, false, false, false",
        "not (udp or tcp), false, false, true", "less 30, false, false, true", "greater 60, false, true, false"})
    void expressions(String expression, boolean udp4, boolean tcp6, boolean arp) throws Exception {
        assertThat(matches(expression, UDP4)).isEqualTo(udp4);
        assertThat(matches(expression, TCP6)).isEqualTo(tcp6);
        assertThat(matches(expression, ARP)).isEqualTo(arp);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "port", "port x", "port 70000", "udp and", "(udp", "udp)", "src or port 1",
        "host foo", "udp tcp", "greater", "less x"})
    void nonsenseIsRefused(String expression) {
        assertThatThrownBy(() -> FrameFilter.parse(expression)).isInstanceOf(FrameFilter.SyntaxException.class)
                .hasMessageContaining("known here: ip ip6");
    }

    @Test
    void shortFramesMatchNothingButAreNoError() throws Exception {
        Capture runt = new Capture("veth0", false, 0, 4, new byte[4]);
        assertThat(matches("udp port 4791 or host fe80::1 or arp", runt)).isFalse();
        assertThat(matches("not udp", runt)).isTrue();
    }
}
