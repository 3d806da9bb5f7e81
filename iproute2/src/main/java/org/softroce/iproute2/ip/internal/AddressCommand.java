package org.softroce.iproute2.ip.internal;

import java.util.Set;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * {@code ip address}.
 *
 * @mirrors ip/ipaddress.c#do_ipaddr
 */
final class AddressCommand {

    /** Taken and without effect: addresses here need no detection of duplicates, broadcasts, routes or life times. */
    private static final Set<String> FLAGS = Set.of("nodad", "noprefixroute", "home", "mngtmpaddr", "optimistic");
    private static final Set<String> NOT_HERE = Set.of("peer", "remote", "anycast", "label", "metric", "priority",
            "preference", "valid_lft", "preferred_lft", "proto", "autojoin");

    private enum Action { ADD, REPLACE, DELETE }

    private final Session session;

    AddressCommand(Session session) {
        this.session = session;
    }

    int run(Words words) {
        if (!words.hasNext()) {
            return show(words);
        }
        String command = words.next();
        if (Words.matches(command, "add")) {
            return modify(words, Action.ADD);
        } else if (Words.matches(command, "change") || command.equals("chg") || Words.matches(command, "replace")) {
            return modify(words, Action.REPLACE);
        } else if (Words.matches(command, "delete")) {
            return modify(words, Action.DELETE);
        } else if (Words.matches(command, "list") || Words.matches(command, "show")
                || Words.matches(command, "lst")) {
            return show(words);
        } else if (Words.matches(command, "flush")) {
            return flush(words);
        } else if (Words.matches(command, "help")) {
            throw session.fail(255, Usage.ADDRESS, null);
        }
        throw session.fail(255, "Command \"" + command + "\" is unknown, try \"ip address help\".", null);
    }

    private int show(Words words) {
        new Show(session, ShowFilter.parse(session, words), false).run();
        return 0;
    }

    private int flush(Words words) {
        if (!words.hasNext()) {
            throw session.fail(1, "Flush requires arguments.", null);
        }
        ShowFilter filter = ShowFilter.parse(session, words);
        for (NetDevice device : session.namespace.devices()) {
            if (filter.matches(device)) {
                device.addresses().stream().filter(filter::matches)
                        .forEach(address -> session.net.deleteAddress(device, address));
            }
        }
        return 0;
    }

    private int modify(Words words, Action action) {
        String dev = null;
        String word = null;
        Prefix prefix = null;
        while (words.hasNext()) {
            String next = words.next();
            if (next.equals("dev")) {
                dev = words.value();
            } else if (Words.matches(next, "broadcast") || next.equals("brd") || next.equals("scope")) {
                words.value();
            } else if (NOT_HERE.contains(next)) {
                throw session.fail(2, "RTNETLINK answers: Operation not supported", "\"" + next
                        + "\" cannot be given to the addresses of this machine");
            } else if (!FLAGS.contains(next)) {
                word = next.equals("local") ? words.value() : next;
                prefix = local(word, prefix);
            }
        }
        if (dev == null) {
            throw session.fail(1, "Not enough information: \"dev\" argument is required.", null);
        }
        if (prefix != null && action == Action.DELETE && !prefix.explicit() && isIpv4(prefix)) {
            warnOfWildcard(word);
        }
        NetDevice device = session.device(dev);
        if (prefix == null) {
            throw session.fail(2, "RTNETLINK answers: Operation not supported", "no address was given; ip addr "
                    + (action == Action.DELETE ? "del" : "add") + " 192.168.100.10/24 dev " + dev);
        }
        apply(device, prefix, action);
        return 0;
    }

    private Prefix local(String word, Prefix before) {
        if (Words.matches(word, "help")) {
            throw session.fail(255, Usage.ADDRESS, null);
        }
        if (before != null) {
            throw session.garbage("local", word);
        }
        return Prefix.parse(session, word);
    }

    private void warnOfWildcard(String word) {
        session.invocation.err().println("""
                Warning: Executing wildcard deletion to stay compatible with old scripts.
                         Explicitly specify the prefix length (%s/32) to avoid this warning.
                         This special behaviour is likely to disappear in further releases,
                         fix your scripts!""".formatted(word));
    }

    private void apply(NetDevice device, Prefix prefix, Action action) {
        InterfaceAddress address = prefix.address();
        try {
            switch (action) {
                case ADD -> session.net.addAddress(device, address);
                case REPLACE -> {
                    if (!device.addresses().contains(address)) {
                        session.net.addAddress(device, address);
                    }
                }
                case DELETE -> session.net.deleteAddress(device, prefix.explicit() ? address : wild(device, address));
            }
        } catch (ErrnoException e) {
            throw explained(address.address(), e);
        }
    }

    /** Without a prefix length the first address that fits is meant. */
    private static InterfaceAddress wild(NetDevice device, InterfaceAddress address) {
        return device.addresses().stream().filter(there -> there.address().equals(address.address())).findFirst()
                .orElse(address);
    }

    private IpExit explained(IpAddress address, ErrnoException e) {
        boolean four = address.isIpv4();
        if (e.errno() == Errno.EEXIST) {
            return session.extendedAck(four ? "ipv4: Address already assigned." : "ipv6: address already assigned.",
                    e);
        }
        if (e.errno() != Errno.EADDRNOTAVAIL) {
            return session.answers(e);
        }
        if (!four && address.isMulticast()) {
            return session.extendedAck("ipv6: Cannot assign multicast address without \"IFA_F_MCAUTOJOIN\" flag.", e);
        }
        if (!four && address.isAny()) {
            return session.extendedAck("ipv6: Invalid address.", e);
        }
        return session.extendedAck(four ? "ipv4: Address not found." : "ipv6: address not found.", e);
    }

    private static boolean isIpv4(Prefix prefix) {
        return prefix.address().address().isIpv4();
    }
}
