package org.softroce.iproute2.ip.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.NetDevice;

/**
 * The same as {@link Show} as JSON, with the real tool's keys.
 *
 * @mirrors ip/ipaddress.c#print_linkinfo
 */
final class ShowJson {

    private static final long FOREVER = 0xffff_ffffL;

    private final Session session;
    private final ShowFilter filter;
    private final boolean link;

    ShowJson(Session session, ShowFilter filter, boolean link) {
        this.session = session;
        this.filter = filter;
        this.link = link;
    }

    Map<String, Object> object(NetDevice device) {
        LinkFacts facts = new LinkFacts(device);
        Map<String, Object> object = new LinkedHashMap<>();
        if (!session.brief) {
            object.put("ifindex", device.ifindex());
        }
        if (facts.isPeerElsewhere()) {
            object.put("link_index", device.peer().ifindex());
        } else if (facts.isVeth()) {
            object.put("link", device.peer().name());
        }
        object.put("ifname", device.name());
        if (session.brief) {
            object.put("operstate", facts.operationalState());
            if (link) {
                object.put("address", device.address().toString());
                object.put("flags", facts.flags());
            }
        } else {
            full(object, device, facts);
        }
        if (!link) {
            object.put("addr_info", addresses(device, facts));
        }
        return object;
    }

    private void full(Map<String, Object> object, NetDevice device, LinkFacts facts) {
        object.put("flags", facts.flags());
        object.put("mtu", device.mtu());
        object.put("qdisc", facts.qdisc());
        object.put("operstate", facts.operationalState());
        if (link) {
            object.put("linkmode", "DEFAULT");
        }
        object.put("group", "default");
        object.put("txqlen", LinkFacts.QUEUE_LENGTH);
        if (link || session.family == Session.Family.UNSPEC || session.details) {
            object.put("link_type", facts.type());
            object.put("address", device.address().toString());
            object.put("broadcast", facts.broadcast());
        }
        if (facts.isPeerElsewhere()) {
            object.put("link_netnsid", 0);
        }
        if (session.details) {
            details(object, device, facts);
        }
        if (session.stats > 0) {
            object.put("stats64", LinkStatistics.json(device));
        }
    }

    private void details(Map<String, Object> object, NetDevice device, LinkFacts facts) {
        object.put("promiscuity", 0);
        object.put("allmulti", 0);
        object.put("min_mtu", facts.minMtu());
        object.put("max_mtu", facts.maxMtu());
        if (!facts.isLoopback()) {
            object.put("linkinfo", Map.of("info_kind", device.kind()));
        }
        if (link) {
            object.put("inet6_addr_gen_mode", "eui64");
        }
        object.put("num_tx_queues", facts.queues());
        object.put("num_rx_queues", facts.queues());
        object.put("gso_max_size", LinkFacts.GSO_MAX_SIZE);
        object.put("gso_max_segs", LinkFacts.GSO_MAX_SEGS);
        object.put("tso_max_size", facts.tsoMaxSize());
        object.put("tso_max_segs", LinkFacts.GSO_MAX_SEGS);
        object.put("gro_max_size", LinkFacts.GSO_MAX_SIZE);
        object.put("gso_ipv4_max_size", LinkFacts.GSO_MAX_SIZE);
        object.put("gro_ipv4_max_size", LinkFacts.GSO_MAX_SIZE);
    }

    private List<Map<String, Object>> addresses(NetDevice device, LinkFacts facts) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (InterfaceAddress address : facts.addressesInOrder()) {
            if (filter.matches(address)) {
                list.add(address(device, facts, address));
            }
        }
        return list;
    }

    private Map<String, Object> address(NetDevice device, LinkFacts facts, InterfaceAddress address) {
        boolean four = address.address().isIpv4();
        Map<String, Object> object = new LinkedHashMap<>();
        if (!session.brief) {
            object.put("family", four ? "inet" : "inet6");
        }
        object.put("local", address.address().toString());
        object.put("prefixlen", address.prefixLength());
        if (session.brief) {
            return object;
        }
        object.put("scope", address.scope());
        if (facts.isSecondary(address)) {
            object.put("secondary", true);
        }
        if (facts.protocol(address) != null) {
            object.put("protocol", facts.protocol(address));
        }
        if (four) {
            object.put("label", device.name());
        }
        object.put("valid_life_time", FOREVER);
        object.put("preferred_life_time", FOREVER);
        return object;
    }
}
