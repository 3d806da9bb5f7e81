package org.softroce.iproute2.ip.internal;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Program;
import org.softroce.kernel.task.Programs;

/**
 * The program {@code ip}: net devices, addresses and namespaces of the machine.
 *
 * @mirrors ip/ip.c#main
 */
@Component(property = Program.NAME + "=ip")
public final class IpProgram implements Program {

    private static final String VERSION = "ip utility, iproute2-6.15.0";
    /** Objects of the real tool, in the order in which abbreviations are looked up; these first ones we have. */
    private static final List<String> OBJECTS = List.of("address", "addrlabel", "maddress", "route", "rule",
            "neighbor", "neighbour", "ntable", "ntbl", "link", "l2tp", "fou", "ila", "macsec", "tunnel", "tunl",
            "tuntap", "tap", "token", "tcpmetrics", "tcp_metrics", "monitor", "xfrm", "mroute", "mrule", "netns",
            "netconf", "vrf", "sr", "nexthop", "mptcp", "ioam", "help", "stats");

    private final Net net;
    private final Programs programs;

    @Activate
    public IpProgram(@Reference Net net, @Reference Programs programs) {
        this.net = net;
        this.programs = programs;
    }

    @Override
    public int run(Invocation invocation) {
        Session session = new Session(net, programs, invocation);
        try {
            Words words = new Words(session, invocation.args());
            while (words.hasNext() && words.peek().startsWith("-")) {
                String option = words.next();
                if (option.equals("--")) {
                    break;
                }
                option(session, words, option.startsWith("--") ? option.substring(1) : option);
            }
            return object(session, words);
        } catch (IpExit e) {
            return e.code();
        }
    }

    private static int object(Session session, Words words) {
        if (!words.hasNext()) {
            throw session.fail(255, Usage.IP, null);
        }
        String word = words.next();
        String object = OBJECTS.stream().filter(o -> Words.matches(word, o)).findFirst().orElse(null);
        if (object == null) {
            throw session.fail(1, "Object \"" + word + "\" is unknown, try \"ip help\".", null);
        }
        return switch (object) {
            case "address" -> new AddressCommand(session).run(words);
            case "link" -> new LinkCommand(session).run(words);
            case "netns" -> new NetnsCommand(session).run(words);
            case "help" -> throw session.fail(255, Usage.IP, null);
            default -> throw session.fail(1, "Object \"" + word + "\" is unknown, try \"ip help\".",
                    "ip " + object + " is not part of this machine; address, link and netns are.");
        };
    }

    private static void option(Session session, Words words, String option) {
        if (option.equals("-4")) {
            session.family = Session.Family.INET;
        } else if (option.equals("-6")) {
            session.family = Session.Family.INET6;
        } else if (option.equals("-0")) {
            session.family = Session.Family.LINK;
        } else if (Words.matches(option, "-family") && option.length() > 1) {
            session.family = family(session, words.value());
        } else if (!display(session, option)) {
            action(session, words, option);
        }
    }

    private static Session.Family family(Session session, String word) {
        return switch (word) {
            case "inet" -> Session.Family.INET;
            case "inet6" -> Session.Family.INET6;
            case "link" -> Session.Family.LINK;
            default -> throw session.invalid("invalid protocol family", word, "Families here: inet, inet6, link");
        };
    }

    /** Options that say how to print; in the order in which the real tool looks abbreviations up. */
    private static boolean display(Session session, String option) {
        if (Words.matches(option, "-stats") || Words.matches(option, "-statistics")) {
            session.stats++;
        } else if (Words.matches(option, "-details")) {
            session.details = true;
        } else if (Words.matches(option, "-oneline")) {
            session.oneline = true;
        } else if (Words.matches(option, "-brief")) {
            session.brief = true;
        } else if (Words.matches(option, "-json")) {
            session.json = true;
        } else if (Words.matches(option, "-pretty")) {
            session.pretty = true;
        } else if (!Words.matches(option, "-resolve") && !option.startsWith("-c") && !option.equals("-N")) {
            return false;
        }
        return true;
    }

    private static void action(Session session, Words words, String option) {
        if (Words.matches(option, "-Version")) {
            session.out.println(VERSION);
            throw new IpExit(0);
        } else if (Words.matches(option, "-help")) {
            throw session.fail(255, Usage.IP, null);
        } else if (Words.matches(option, "-netns")) {
            session.namespace = openNamespace(session, words.value());
        } else if (Words.matches(option, "-all")) {
            session.all = true;
        } else {
            throw session.fail(255, "Option \"" + option + "\" is unknown, try \"ip -help\".", null);
        }
    }

    static NetNamespace openNamespace(Session session, String name) {
        NetNamespace namespace = name.isEmpty() ? null : session.net.namespace(name);
        if (namespace == null) {
            throw session.fail(255, "Cannot open network namespace \"" + name + "\": No such file or directory",
                    session.namespacesHere());
        }
        return namespace;
    }
}
