package org.softroce.iproute2.ip.internal;

import java.util.List;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * {@code ip link}.
 *
 * @mirrors ip/iplink.c#do_iplink
 */
final class LinkCommand {

    private static final int MIN_MTU = 68;
    private static final int MAX_MTU = 65535;

    private final Session session;

    LinkCommand(Session session) {
        this.session = session;
    }

    int run(Words words) {
        if (!words.hasNext()) {
            return show(words);
        }
        String command = words.next();
        if (Words.matches(command, "add")) {
            return add(words);
        } else if (Words.matches(command, "set") || Words.matches(command, "change")) {
            return set(words);
        } else if (Words.matches(command, "delete")) {
            return delete(words);
        } else if (Words.matches(command, "show") || Words.matches(command, "lst")
                || Words.matches(command, "list")) {
            return show(words);
        } else if (Words.matches(command, "help")) {
            throw session.fail(255, words.hasNext() && words.peek().equals("veth") ? Usage.VETH : Usage.LINK, null);
        }
        throw session.fail(255, "Command \"" + command + "\" is unknown, try \"ip link help\".", null);
    }

    private int show(Words words) {
        session.family = Session.Family.LINK;
        new Show(session, ShowFilter.parse(session, words), true).run();
        return 0;
    }

    private int add(Words words) {
        LinkRequest request = LinkRequest.parse(session, words);
        if (request.type == null) {
            throw session.fail(1, "Not enough information: \"type\" argument is required",
                    "Types here: veth (a pair of devices joined by a wire), dummy");
        }
        if (request.name != null && !request.name.equals(request.dev)) {
            throw session.fail(255, "both \"name\" and \"dev\" cannot be used when creating devices.", null);
        }
        LinkRequest peer = null;
        switch (request.type) {
            case "veth" -> peer = peer(words);
            case "dummy" -> garbage(words);
            default -> throw session.fail(2, "Error: Unknown device type.", "Types here: veth, dummy");
        }
        checkMtu(request);
        checkMtu(peer);
        try {
            create(request, peer);
            return 0;
        } catch (ErrnoException e) {
            throw session.answers(e);
        }
    }

    private LinkRequest peer(Words words) {
        if (!words.hasNext()) {
            return LinkRequest.parse(session, words);
        }
        if (!words.next().equals("peer")) {
            throw session.fail(1, Usage.VETH, null);
        }
        LinkRequest peer = LinkRequest.parse(session, words);
        if (peer.type != null) {
            throw session.duplicate("type", peer.type);
        }
        return peer;
    }

    private void garbage(Words words) {
        if (words.hasNext()) {
            throw session.fail(1, "Garbage instead of arguments \"" + words.peek() + " ...\". Try \"ip link help\".",
                    null);
        }
    }

    private void create(LinkRequest request, LinkRequest peer) {
        NetNamespace here = request.namespace == null ? session.namespace : request.namespace;
        NetDevice device;
        if (peer == null) {
            device = session.net.addDummy(here, request.name, request.address);
        } else {
            NetNamespace there = peer.namespace == null ? session.namespace : peer.namespace;
            device = session.net.addVeth(here, request.name, request.address, there, peer.name, peer.address);
            configure(device.peer(), peer);
        }
        configure(device, request);
    }

    private void configure(NetDevice device, LinkRequest request) {
        if (request.mtu != null) {
            session.net.setMtu(device, request.mtu);
        }
        if (request.up != null) {
            session.net.setUp(device, request.up);
        }
    }

    private void checkMtu(LinkRequest request) {
        if (request == null || request.mtu == null) {
            return;
        }
        String explanation = "mtu " + request.mtu + " is outside " + MIN_MTU + ".." + MAX_MTU;
        if (request.mtu < MIN_MTU) {
            throw session.fail(2, "Error: mtu less than device minimum.", explanation);
        }
        if (request.mtu > MAX_MTU) {
            throw session.fail(2, "Error: mtu greater than device maximum.", explanation);
        }
    }

    private int set(Words words) {
        LinkRequest request = LinkRequest.parse(session, words);
        NetDevice device = requiredDevice(request);
        boolean renamed = !request.name.equals(request.dev);
        boolean loopback = device.kind().equals("loopback");
        if (!loopback) {
            checkMtu(request);
        }
        try {
            if (request.namespace != null) {
                session.net.move(device, request.namespace);
            }
            if (request.address != null) {
                session.net.setAddress(device, request.address);
            }
            if (request.mtu != null) {
                session.net.setMtu(device, request.mtu);
            }
            if (renamed) {
                session.net.rename(device, request.name);
            }
            if (request.up != null) {
                session.net.setUp(device, request.up);
            }
            return 0;
        } catch (ErrnoException e) {
            if (request.mtu != null && e.errno() == Errno.EINVAL && loopback) {
                throw session.extendedAck("mtu less than device minimum.", e);
            }
            throw session.answers(e);
        }
    }

    private int delete(Words words) {
        LinkRequest request = LinkRequest.parse(session, words);
        NetDevice device = requiredDevice(request);
        List<String> rest = words.rest();
        if (!rest.isEmpty()) {
            throw session.fail(1, "Garbage instead of arguments \"" + rest.getFirst()
                    + " ...\". Try \"ip link help\".", null);
        }
        try {
            session.net.delete(device);
            return 0;
        } catch (ErrnoException e) {
            throw session.answers(e);
        }
    }

    private NetDevice requiredDevice(LinkRequest request) {
        if (request.dev == null) {
            throw session.fail(255, "Not enough information: \"dev\" argument is required.", null);
        }
        return session.device(request.dev);
    }
}
