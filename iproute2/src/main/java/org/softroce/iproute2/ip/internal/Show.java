package org.softroce.iproute2.ip.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.NetDevice;

/**
 * Prints devices and addresses as {@code ip link show} and {@code ip address show} do.
 *
 * @mirrors ip/ipaddress.c#print_linkinfo
 */
final class Show {

    private final Session session;
    private final ShowFilter filter;
    private final boolean link;
    private final String line;

    Show(Session session, ShowFilter filter, boolean link) {
        this.session = session;
        this.filter = filter;
        this.link = link;
        this.line = session.oneline ? "\\" : "\n";
    }

    void run() {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (NetDevice device : loopbackFirst()) {
            if (!filter.matches(device) || !link && !filter.showsAddressesOf(device)) {
                continue;
            }
            if (session.json) {
                objects.add(new ShowJson(session, filter, link).object(device));
            } else {
                session.out.print(session.brief ? brief(device) : text(device));
            }
        }
        if (session.json) {
            session.out.println(Json.text(objects, session.pretty));
        }
    }

    /** On Linux lo is the first device of every namespace; here its index is unique in the machine. */
    private List<NetDevice> loopbackFirst() {
        List<NetDevice> devices = new ArrayList<>(session.namespace.devices());
        devices.sort(Comparator.comparing((NetDevice device) -> !device.kind().equals("loopback")));
        return devices;
    }

    private String brief(NetDevice device) {
        LinkFacts facts = new LinkFacts(device);
        StringBuilder text = new StringBuilder();
        text.append(String.format("%-16s %-14s ", facts.nameAndLink(), facts.operationalState()));
        if (link) {
            text.append(device.address()).append(" <").append(String.join(",", facts.flags())).append("> ");
        } else {
            for (InterfaceAddress address : facts.addressesInOrder()) {
                if (filter.matches(address)) {
                    text.append(address.address()).append('/').append(address.prefixLength()).append(' ');
                }
            }
        }
        return text.append('\n').toString();
    }

    private String text(NetDevice device) {
        LinkFacts facts = new LinkFacts(device);
        StringBuilder text = new StringBuilder();
        if (link || !session.oneline) {
            header(text, device, facts);
            if (link || session.family == Session.Family.UNSPEC || session.details) {
                hardware(text, device, facts);
            }
            if (session.stats > 0 && link) {
                text.append(line).append(LinkStatistics.text(device, session.stats > 1, line));
            }
            text.append('\n');
        }
        if (!link) {
            for (InterfaceAddress address : facts.addressesInOrder()) {
                if (filter.matches(address)) {
                    address(text, device, facts, address);
                }
            }
            if (session.stats > 0 && !session.oneline) {
                text.append(LinkStatistics.text(device, session.stats > 1, line)).append('\n');
            }
        }
        return text.toString();
    }

    /** Listings of IPv6 come from a table that knows neither queues nor groups. */
    private void header(StringBuilder text, NetDevice device, LinkFacts facts) {
        boolean six = session.family == Session.Family.INET6;
        text.append(device.ifindex()).append(": ").append(facts.nameAndLink()).append(": <")
                .append(String.join(",", facts.flags())).append("> mtu ").append(device.mtu());
        text.append(six ? "" : " qdisc " + facts.qdisc()).append(" state ").append(facts.operationalState());
        text.append(link ? " mode DEFAULT" : "").append(six ? "" : " group default");
        text.append(" qlen ").append(LinkFacts.QUEUE_LENGTH);
    }

    private void hardware(StringBuilder text, NetDevice device, LinkFacts facts) {
        text.append(line).append("    link/").append(facts.type()).append(' ').append(device.address())
                .append(" brd ").append(facts.broadcast());
        if (facts.isPeerElsewhere()) {
            String there = device.peer().namespace().name();
            text.append(there.isEmpty() ? " link-netnsid 0" : " link-netns " + there);
        }
        if (session.details) {
            details(text, facts, device.kind());
        }
    }

    private void details(StringBuilder text, LinkFacts facts, String kind) {
        text.append(" promiscuity 0 allmulti 0 minmtu ").append(facts.minMtu()).append(" maxmtu ")
                .append(facts.maxMtu()).append(' ');
        if (!facts.isLoopback()) {
            text.append(line).append("    ").append(kind).append(' ');
        }
        text.append(link ? "addrgenmode eui64 " : "");
        text.append("numtxqueues ").append(facts.queues()).append(" numrxqueues ").append(facts.queues());
        text.append(" gso_max_size ").append(LinkFacts.GSO_MAX_SIZE);
        text.append(" gso_max_segs ").append(LinkFacts.GSO_MAX_SEGS);
        text.append(" tso_max_size ").append(facts.tsoMaxSize());
        text.append(" tso_max_segs ").append(LinkFacts.GSO_MAX_SEGS);
        text.append(" gro_max_size ").append(LinkFacts.GSO_MAX_SIZE);
        text.append(" gso_ipv4_max_size ").append(LinkFacts.GSO_MAX_SIZE);
        text.append(" gro_ipv4_max_size ").append(LinkFacts.GSO_MAX_SIZE).append(' ');
    }

    private void address(StringBuilder text, NetDevice device, LinkFacts facts, InterfaceAddress address) {
        boolean four = address.address().isIpv4();
        if (session.oneline) {
            text.append(device.ifindex()).append(": ").append(device.name());
        }
        text.append(four ? "    inet " : "    inet6 ").append(address.address()).append('/')
                .append(address.prefixLength()).append(" scope ").append(address.scope()).append(' ');
        text.append(facts.isSecondary(address) ? "secondary " : "");
        String protocol = facts.protocol(address);
        text.append(protocol == null ? "" : "proto " + protocol + " ");
        text.append(four ? device.name() : "").append(line);
        text.append("       valid_lft forever preferred_lft forever\n");
    }
}
