package org.softroce.kernel.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressesTest {

    @ParameterizedTest
    @CsvSource({"2001:0db8:0:0:0:0:0:1, 2001:db8::1", "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1", "2001:0:0:1:0:0:0:1, 2001:0:0:1::1", "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1", "1:0:0:0:0:0:0:0, 1::", "FE80::FF:FE00:10, fe80::ff:fe00:10",
        "192.168.100.10, 192.168.100.10", "::ffff:192.168.100.10, 192.168.100.10", "255.255.255.255, 255.255.255.255"})
    void textIsTheShortest(String given, String expected) {
        assertThat(IpAddress.parse(given).orElseThrow()).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "1.2.3", "1.2.3.256", "1.2.3.4.5", "::1::", "fe80::1%eth0", "12345::",
        ":"})
    void whatIsNoLiteralIsEmpty(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void gidTextIsTheMappedForm() {
        IpAddress address = IpAddress.parse("192.168.100.10").orElseThrow();
        assertThat(address.toGidString()).isEqualTo("::ffff:192.168.100.10");
        assertThat(IpAddress.ofBytes(address.toBytes())).isEqualTo(address);
        assertThat(IpAddress.ofBytes(new byte[] {(byte) 192, (byte) 168, 100, 10})).isEqualTo(address);
    }

    @Test
    void kindsOfAddresses() {
        assertThat(IpAddress.parse("127.1.2.3").orElseThrow().isLoopback()).isTrue();
        assertThat(IpAddress.parse("::1").orElseThrow().isLoopback()).isTrue();
        assertThat(IpAddress.parse("febf::1").orElseThrow().isLinkLocal()).isTrue();
        assertThat(IpAddress.parse("fec0::1").orElseThrow().isLinkLocal()).isFalse();
        assertThat(IpAddress.parse("239.1.2.3").orElseThrow().isMulticast()).isTrue();
        assertThat(IpAddress.parse("ff02::1").orElseThrow().isMulticast()).isTrue();
        assertThat(IpAddress.parse("0.0.0.0").orElseThrow().isAny()).isTrue();
        assertThat(IpAddress.ANY.isAny()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.0.0.254, 24, true", "10.0.0.1, 10.0.1.1, 24, false", "10.0.0.1, 99.0.0.1, 0, true",
        "10.0.0.1, 10.0.0.1, 32, true", "10.0.0.1, 10.0.0.2, 32, false", "2001:db8::1, 2001:db8::ffff, 64, true",
        "2001:db8::1, 2001:db8:0:1::1, 64, false", "2001:db8::1, 2001:db8::2, 127, false", "::1, fe80::1, 0, true",
        "10.0.0.1, ::1, 0, false"})
    void networks(String one, String other, int prefix, boolean same) {
        assertThat(IpAddress.parse(one).orElseThrow().inSameNetwork(IpAddress.parse(other).orElseThrow(), prefix))
                .isEqualTo(same);
    }

    @Test
    void hardwareAddresses() {
        MacAddress mac = MacAddress.parse("02:00:00:00:00:10");
        assertThat(mac).hasToString("02:00:00:00:00:10");
        assertThat(mac.toEui64()).isEqualTo(0x0000_00ff_fe00_0010L);
        assertThat(mac.toLinkLocal()).hasToString("fe80::ff:fe00:10");
        assertThat(MacAddress.parse("8a:7e:f1:86:2a:28").toLinkLocal()).hasToString("fe80::887e:f1ff:fe86:2a28");
        assertThat(MacAddress.BROADCAST).hasToString("ff:ff:ff:ff:ff:ff");
        assertThatThrownBy(() -> MacAddress.parse("02:00:00")).hasMessageContaining("02:00:00");
    }
}
