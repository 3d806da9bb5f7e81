package org.softroce.iproute2.ip.internal;

import java.util.Set;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetNamespace;

/**
 * What {@code ip link add} and {@code set} are asked for.
 *
 * @mirrors ip/iplink.c#iplink_parse
 */
final class LinkRequest {

    private static final int LONGEST_NAME = 15;
    private static final int MAC_BYTES = 6;
    /** Keywords the real tool takes and this machine has nothing for. */
    private static final Set<String> NOT_HERE = Set.of("index", "broadcast", "brd", "txqueuelen", "qlen", "txqlen",
            "inet", "xdp", "multicast", "allmulticast", "promisc", "trailers", "arp", "carrier", "vf", "master",
            "vrf", "nomaster", "dynamic", "alias", "group", "mode", "state", "numtxqueues", "numrxqueues",
            "addrgenmode", "link-netns", "link-netnsid", "protodown", "gso_max_size", "gso_max_segs",
            "gro_max_size", "parentdev", "link");

    private final Session session;
    String name;
    String dev;
    String type;
    Integer mtu;
    MacAddress address;
    NetNamespace namespace;
    Boolean up;

    private LinkRequest(Session session) {
        this.session = session;
    }

    /** Reads up to and with {@code type TYPE}, or to the end. */
    static LinkRequest parse(Session session, Words words) {
        LinkRequest request = new LinkRequest(session);
        while (words.hasNext() && request.type == null) {
            request.word(words.next(), words);
        }
        if (request.name == null) {
            request.name = request.dev;
        } else if (request.dev == null) {
            request.dev = request.name;
        }
        return request;
    }

    private void word(String word, Words words) {
        if (word.equals("up")) {
            up = true;
        } else if (word.equals("down")) {
            up = false;
        } else if (word.equals("name")) {
            String value = words.value();
            if (name != null) {
                throw session.duplicate("name", value);
            }
            name = checkedName("name", value);
        } else if (Words.matches(word, "address")) {
            address = mac(words.value());
        } else if (word.equals("mtu")) {
            String value = words.value();
            if (mtu != null) {
                throw session.duplicate("mtu", value);
            }
            mtu = integer("mtu", value);
        } else if (word.equals("netns")) {
            String value = words.value();
            if (namespace != null) {
                throw session.duplicate("netns", value);
            }
            namespace = session.namespaceArgument(value);
        } else if (Words.matches(word, "type")) {
            type = words.value();
        } else {
            device(word, words);
        }
    }

    private void device(String word, Words words) {
        if (NOT_HERE.contains(word)) {
            throw session.fail(2, "RTNETLINK answers: Operation not supported", "\"" + word + "\" cannot be given to "
                    + "the devices of this machine; address, mtu, name, netns, up and down can");
        }
        if (Words.matches(word, "help")) {
            throw session.fail(255, Usage.LINK, null);
        }
        String value = word.equals("dev") ? words.value() : word;
        if (dev != null) {
            throw session.garbage("dev", value);
        }
        dev = checkedName("dev", value);
    }

    private String checkedName(String keyword, String value) {
        boolean bad = value.isEmpty() || value.length() > LONGEST_NAME || value.equals(".") || value.equals("..")
                || value.chars().anyMatch(c -> c == '/' || Character.isWhitespace(c));
        if (bad) {
            throw session.invalid("\"" + keyword + "\" not a valid ifname", value,
                    "A name takes 1 to " + LONGEST_NAME + " characters without slash and white space; this has "
                            + value.length());
        }
        return value;
    }

    private int integer(String keyword, String value) {
        try {
            return Integer.decode(value);
        } catch (NumberFormatException e) {
            throw session.invalid("Invalid \"" + keyword + "\" value\n", value, null);
        }
    }

    /** A hardware address of another length is kept for whoever knows what the device wants. */
    private MacAddress mac(String text) {
        String[] parts = text.split(":", -1);
        long value = 0;
        for (String part : parts) {
            if (!part.matches("[0-9a-fA-F]{1,2}")) {
                throw session.fail(1, "\"" + part + "\" is invalid lladdr.",
                        "A hardware address looks like 02:00:00:00:00:10");
            }
            value = value << 8 | Integer.parseInt(part, 16);
        }
        if (parts.length != MAC_BYTES) {
            throw session.fail(1, "Invalid address length " + parts.length + " - must be " + MAC_BYTES + " bytes",
                    null);
        }
        return new MacAddress(value);
    }
}
