package org.softroce.iproute2.ip.internal;

import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;

/**
 * An address with an optional prefix length.
 *
 * @param explicit the length was given, and not taken to be the whole address
 * @mirrors lib/utils.c#get_prefix
 */
record Prefix(InterfaceAddress address, boolean explicit) {

    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    static Prefix parse(Session session, String word) {
        Prefix prefix = parse(word, session.family);
        if (prefix == null) {
            throw session.fail(1, "Error: " + session.family.text() + " prefix is expected rather than \"" + word
                    + "\".", "A prefix looks like 192.168.100.10/24 or 2001:db8::10/64");
        }
        return prefix;
    }

    private static Prefix parse(String word, Session.Family family) {
        int slash = word.indexOf('/');
        IpAddress ip = address(slash < 0 ? word : word.substring(0, slash));
        if (ip == null || family == Session.Family.INET && !ip.isIpv4()
                || family == Session.Family.INET6 && ip.isIpv4()) {
            return null;
        }
        int bits = ip.isIpv4() ? IPV4_BITS : IPV6_BITS;
        int length = slash < 0 ? bits : length(word.substring(slash + 1));
        return length < 0 || length > bits ? null : new Prefix(new InterfaceAddress(ip, length), slash >= 0);
    }

    /** IPv4 may be cut short: 10.1 is 10.1.0.0. */
    private static IpAddress address(String text) {
        if (text.matches("\\d{1,3}(\\.\\d{1,3}){0,2}")) {
            return address(text + ".0");
        }
        return IpAddress.parse(text).orElse(null);
    }

    /** A number, or a mask such as 255.255.255.0; -1 if neither. */
    private static int length(String text) {
        if (text.matches("\\d{1,3}")) {
            return Integer.parseInt(text);
        }
        IpAddress mask = IpAddress.parse(text).orElse(null);
        if (mask == null || !mask.isIpv4()) {
            return -1;
        }
        int ones = Integer.bitCount(mask.ipv4());
        return ones == 0 || mask.ipv4() == -1 << (IPV4_BITS - ones) ? ones : -1;
    }
}
