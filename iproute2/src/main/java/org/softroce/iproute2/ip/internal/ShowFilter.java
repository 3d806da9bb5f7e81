package org.softroce.iproute2.ip.internal;

import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.NetDevice;

/**
 * Which devices and addresses are shown (or flushed).
 *
 * @mirrors ip/ipaddress.c#ipaddr_list_flush_or_save
 */
final class ShowFilter {

    NetDevice device;
    private Boolean up;
    private String kind;
    private String scope;
    private InterfaceAddress prefix;
    private Session.Family family;

    static ShowFilter parse(Session session, Words words) {
        ShowFilter filter = new ShowFilter();
        String name = null;
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "to" -> filter.prefix = Prefix.parse(session, words.value()).address();
                case "scope" -> filter.scope(session, words.value());
                case "up" -> filter.up = true;
                case "down" -> filter.up = false;
                case "type" -> filter.kind = words.value();
                default -> name = filter.name(session, words, word, name);
            }
        }
        if (name != null) {
            filter.device = session.shownDevice(name);
        }
        filter.family = session.family;
        return filter;
    }

    private String name(Session session, Words words, String word, String before) {
        if (!word.equals("dev") && Words.matches(word, "help")) {
            throw session.fail(255, session.family == Session.Family.LINK ? Usage.LINK : Usage.ADDRESS, null);
        }
        String value = word.equals("dev") ? words.value() : word;
        if (before != null) {
            throw session.garbage("dev", value);
        }
        return value;
    }

    private void scope(Session session, String word) {
        switch (word) {
            case "host", "link", "global" -> scope = word;
            case "all" -> scope = null;
            default -> throw session.invalid("invalid \"scope\"\n", word, "Scopes: host, link, global");
        }
    }

    boolean isEmpty() {
        return device == null && up == null && kind == null && scope == null && prefix == null;
    }

    boolean matches(NetDevice candidate) {
        return (device == null || device == candidate)
                && (up == null || candidate.isUp() == up)
                && (kind == null || candidate.kind().equals(kind) && !kind.equals("loopback"));
    }

    boolean matches(InterfaceAddress address) {
        boolean four = address.address().isIpv4();
        return (family == Session.Family.UNSPEC || family == (four ? Session.Family.INET : Session.Family.INET6))
                && (scope == null || address.scope().equals(scope))
                && (prefix == null || prefix.address().inSameNetwork(address.address(), prefix.prefixLength()));
    }

    /** Without an address a device is shown only if no family was asked for. */
    boolean showsAddressesOf(NetDevice candidate) {
        if (candidate.addresses().isEmpty()) {
            return family == Session.Family.UNSPEC && prefix == null;
        }
        return candidate.addresses().stream().anyMatch(this::matches);
    }
}
