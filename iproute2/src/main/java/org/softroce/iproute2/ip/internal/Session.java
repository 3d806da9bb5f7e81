package org.softroce.iproute2.ip.internal;

import java.io.PrintStream;
import org.softroce.kernel.net.Net;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Invocation;
import org.softroce.kernel.task.Programs;
import org.softroce.uapi.ErrnoException;

/** What one run of {@code ip} knows: the machine, its streams, its options; and how it says what went wrong. */
final class Session {

    /** {@code -4}, {@code -6}, {@code -0}. */
    enum Family {
        UNSPEC("any valid"), INET("inet"), INET6("inet6"), LINK("link");

        private final String text;

        Family(String text) {
            this.text = text;
        }

        /** As errors name it. */
        String text() {
            return text;
        }
    }

    final Net net;
    final Programs programs;
    final Invocation invocation;
    final PrintStream out;
    NetNamespace namespace;
    Family family = Family.UNSPEC;
    int stats;
    boolean details;
    boolean oneline;
    boolean brief;
    boolean json;
    boolean pretty;
    boolean all;

    Session(Net net, Programs programs, Invocation invocation) {
        this.net = net;
        this.programs = programs;
        this.invocation = invocation;
        this.out = invocation.out();
        this.namespace = invocation.task().netNamespace();
    }

    /** Says the real tool's line and our explanation below it; throw what comes back. */
    IpExit fail(int code, String line, String explanation) {
        invocation.err().println(line);
        if (explanation != null) {
            invocation.err().println(explanation);
        }
        return new IpExit(code);
    }

    /** A call of the kernel failed that gives no text of its own on Linux. */
    IpExit answers(ErrnoException e) {
        return fail(2, "RTNETLINK answers: " + e.errno().text(), e.detail());
    }

    /** A call of the kernel failed for which Linux has a text. */
    IpExit extendedAck(String text, ErrnoException e) {
        return fail(2, "Error: " + text, e.detail());
    }

    IpExit invalid(String message, String word, String explanation) {
        return fail(255, "Error: argument \"" + word + "\" is wrong: " + message, explanation);
    }

    IpExit duplicate(String keyword, String word) {
        return fail(255, "Error: duplicate \"" + keyword + "\": \"" + word + "\" is the second value.", null);
    }

    IpExit garbage(String keyword, String word) {
        return fail(255, "Error: either \"" + keyword + "\" is duplicate, or \"" + word + "\" is garbage.", null);
    }

    /** The device of this namespace that something is to be done to. */
    NetDevice device(String name) {
        NetDevice device = namespace.deviceByName(name);
        if (device == null) {
            throw fail(1, "Cannot find device \"" + name + "\"", devicesHere());
        }
        return device;
    }

    /** The device of this namespace that is to be shown. */
    NetDevice shownDevice(String name) {
        NetDevice device = namespace.deviceByName(name);
        if (device == null) {
            throw fail(1, "Device \"" + name + "\" does not exist.", devicesHere());
        }
        return device;
    }

    private String devicesHere() {
        StringBuilder text = new StringBuilder("Devices in ").append(described(namespace)).append(':');
        namespace.devices().forEach(device -> text.append(' ').append(device.name()));
        return text.toString();
    }

    static String described(NetNamespace namespace) {
        return namespace.name().isEmpty() ? "the initial namespace" : "namespace " + namespace.name();
    }

    /** The namespace of a name, or of process 1, which is in the initial one. */
    NetNamespace namespaceArgument(String word) {
        NetNamespace found = word.equals("1") ? net.initial() : net.namespace(word);
        if (found == null || word.isEmpty()) {
            throw invalid("Invalid \"netns\" value\n", word, namespacesHere());
        }
        return found;
    }

    String namespacesHere() {
        StringBuilder text = new StringBuilder();
        for (NetNamespace there : net.namespaces()) {
            text.append(there.name().isEmpty() ? "" : " " + there.name());
        }
        return text.isEmpty() ? "There is no named namespace; ip netns add makes one." : "Namespaces:" + text;
    }
}
