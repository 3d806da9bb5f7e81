package org.softroce.iproute2.ip.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.softroce.kernel.net.NetDevice;

final class IpProgramTest {

    private final IpRuns machine = new IpRuns();

    @BeforeEach
    void twoNamespaces() {
        ok("ip netns add ns0");
        ok("ip netns add ns1");
    }

    private String ok(String command) {
        IpRuns.Result result = machine.run(command);
        assertThat(result.err()).as(command).isEmpty();
        assertThat(result.exit()).as(command).isZero();
        return result.out();
    }

    private NetDevice device(String namespace, String name) {
        return machine.net.namespace(namespace).deviceByName(name);
    }

    @Test
    void theWalkthroughWithTwoNamespaces() {
        ok("ip link add veth0 address 02:00:00:00:00:10 type veth peer name veth1 address 02:00:00:00:00:11");
        ok("ip link set veth0 netns ns0");
        ok("ip link set veth1 netns ns1");
        ok("ip netns exec ns0 ip addr add 192.168.100.10/24 dev veth0");
        ok("ip -n ns1 a add 192.168.100.11/24 dev veth1");
        ok("ip netns exec ns0 ip link set veth0 up");
        ok("ip -n ns1 l set veth1 up");
        ok("ip -n ns0 link set lo up");
        assertThat(device("ns0", "veth0").isRunning()).isTrue();
        assertThat(ok("ip -n ns0 link show veth0")).startsWith(device("ns0", "veth0").ifindex() + ": veth0@if"
                + device("ns1", "veth1").ifindex() + ": <BROADCAST,MULTICAST,UP,LOWER_UP>")
                .endsWith("    link/ether 02:00:00:00:00:10 brd ff:ff:ff:ff:ff:ff link-netns ns1\n");
        assertThat(ok("ip netns")).isEqualTo("ns1\nns0\n");
        assertThat(ok("ip -j netns list")).isEqualTo("[{\"name\":\"ns1\"},{\"name\":\"ns0\"}]\n");
        assertThat(ok("ip -n ns0 -br a")).isEqualTo("lo               UNKNOWN        127.0.0.1/8 ::1/128 \n"
                + "veth0@if4        UP             192.168.100.10/24 fe80::ff:fe00:10/64 \n");
        ok("ip netns del ns1");
        assertThat(device("ns0", "veth0")).isNull();
    }

    @Test
    void bothEndsAreMadeWhereTheyBelong() {
        ok("ip link add x netns ns0 mtu 9000 type veth peer name y netns ns1 mtu 4200 up");
        assertThat(device("ns0", "x").mtu()).isEqualTo(9000);
        assertThat(device("ns1", "y").mtu()).isEqualTo(4200);
        assertThat(device("ns1", "y").isUp()).isTrue();
        ok("ip -n ns0 link set x name z mtu 1500 address 02:00:00:00:00:99 up netns 1");
        NetDevice moved = machine.net.initial().deviceByName("z");
        assertThat(moved.address()).hasToString("02:00:00:00:00:99");
        assertThat(moved.isRunning()).isTrue();
    }

    @Test
    void loIsListedFirst() {
        ok("ip link add d0 type dummy");
        ok("ip netns add ns2");
        ok("ip link set d0 netns ns2");
        assertThat(ok("ip -n ns2 -br addr")).isEqualTo("lo               DOWN           \n"
                + "d0               DOWN           \n");
    }

    @Test
    void dummyDevices() {
        ok("ip link add d0 type dummy");
        ok("ip l set d0 up");
        ok("ip addr add 10.0.0.1/24 dev d0");
        assertThat(ok("ip link show d0")).contains(": d0: <BROADCAST,NOARP,UP,LOWER_UP> mtu 1500 qdisc noqueue state "
                + "UNKNOWN mode DEFAULT group default qlen 1000\n    link/ether ");
        assertThat(ok("ip -d link show type dummy")).contains("minmtu 0 maxmtu 0 \n    dummy addrgenmode eui64 ");
        assertThat(ok("ip link show type veth")).isEmpty();
        ok("ip link del d0");
        assertThat(ok("ip -br link")).doesNotContain("d0");
    }

    @Test
    void addressesAreListedAsTheKernelOrdersThem() {
        ok("ip link add d0 up type dummy");
        ok("ip addr add 10.0.0.1/24 dev d0");
        ok("ip addr add 10.0.0.3/24 brd + dev d0");
        ok("ip addr add 10.1/255.255.0.0 dev d0");
        ok("ip addr add 2001:db8::1/64 nodad dev d0");
        ok("ip addr add fd00::2/64 dev d0");
        assertThat(ok("ip -4 -br addr show dev d0"))
                .isEqualTo("d0               UNKNOWN        10.0.0.1/24 10.1.0.0/16 10.0.0.3/24 \n");
        assertThat(ok("ip -6 -br addr show d0")).startsWith("d0               UNKNOWN        fd00::2/64 "
                + "2001:db8::1/64 fe80::");
        assertThat(ok("ip addr show d0")).contains("    inet 10.0.0.3/24 scope global secondary d0\n");
        assertThat(ok("ip -br addr show to 10.1.0.0/16")).contains("10.1.0.0/16").doesNotContain("10.0.0.1");
        IpRuns.Result wildcard = machine.run("ip addr del 10.0.0.3 dev d0");
        assertThat(wildcard.exit()).isZero();
        assertThat(wildcard.err()).startsWith("Warning: Executing wildcard deletion").contains("(10.0.0.3/32)");
        ok("ip addr flush dev d0 scope global");
        assertThat(ok("ip -br addr show d0")).startsWith("d0               UNKNOWN        fe80::")
                .doesNotContain("10.").doesNotContain("fd00");
        ok("ip addr replace 10.0.0.1/24 dev d0");
        ok("ip addr replace 10.0.0.1/24 dev d0");
    }

    @Test
    void prettyJson() {
        assertThat(ok("ip -p -j addr show lo")).startsWith("""
                [ {
                        "ifindex": 1,
                        "ifname": "lo",
                        "flags": [ "LOOPBACK","UP","LOWER_UP" ],
                        "mtu": 65536,
                """).endsWith("""
                            },{
                                "family": "inet6",
                                "local": "::1",
                                "prefixlen": 128,
                                "scope": "host",
                                "protocol": "kernel_lo",
                                "valid_life_time": 4294967295,
                                "preferred_life_time": 4294967295
                            } ]
                    } ]
                """);
        assertThat(ok("ip -j -br link show lo")).isEqualTo("[{\"ifname\":\"lo\",\"operstate\":\"UNKNOWN\",\"address\":"
                + "\"00:00:00:00:00:00\",\"flags\":[\"LOOPBACK\",\"UP\",\"LOWER_UP\"]}]\n");
    }

    @Test
    void statistics() {
        assertThat(ok("ip -s -s link show lo")).endsWith("""
                    RX:  bytes packets errors dropped  missed   mcast          \s
                             0       0      0       0       0       0\s
                    RX errors:  length    crc   frame    fifo overrun
                                     0      0       0       0       0\s
                    TX:  bytes packets errors dropped carrier collsns          \s
                             0       0      0       0       0       0\s
                    TX errors: aborted   fifo  window heartbt transns
                                     0      0       0       0       0\s
                """);
    }

    @Test
    void refusalsAreExplained() {
        assertThat(machine.run("ip link set nosuch up").err())
                .isEqualTo("Cannot find device \"nosuch\"\nDevices in the initial namespace: lo\n");
        assertThat(machine.run("ip netns exec ns0 nosuch").err()).endsWith("programs: ip\n");
        assertThat(machine.run("ip link set lo netns ns0").err()).startsWith("RTNETLINK answers: Invalid argument\n");
        assertThat(machine.run("ip link set lo txqueuelen 5").err()).contains("txqueuelen");
        assertThat(machine.run("ip route").err()).contains("ip route is not part of this machine");
        assertThat(machine.run("ip help").exit()).isEqualTo(255);
        assertThat(machine.run("ip -V").out()).isEqualTo("ip utility, iproute2-6.15.0\n");
    }
}
