package org.softroce.iproute2.ip.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.ProgramProcess;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * {@code ip netns}.
 *
 * @mirrors ip/ipnetns.c#do_netns
 */
final class NetnsCommand {

    private static final int SIGTERM = 15;
    private static final int INTERRUPTED = 130;

    private final Session session;

    NetnsCommand(Session session) {
        this.session = session;
    }

    int run(Words words) {
        List<String> all = words.rest();
        if (all.isEmpty()) {
            return list();
        }
        String command = all.getFirst();
        List<String> arguments = all.subList(1, all.size());
        if (!session.all && !arguments.isEmpty() && isInvalid(arguments.getFirst())) {
            throw session.fail(255, "Invalid netns name \"" + arguments.getFirst() + "\"",
                    "A name has at least one character, no slash, and is not . or ..");
        }
        if (Words.matches(command, "list") || Words.matches(command, "show") || Words.matches(command, "lst")) {
            return list();
        } else if (Words.matches(command, "help")) {
            throw session.fail(255, Usage.NETNS, null);
        } else if (Words.matches(command, "add")) {
            return add(arguments);
        } else if (Words.matches(command, "delete")) {
            return delete(arguments);
        } else if (Words.matches(command, "exec")) {
            return exec(arguments);
        }
        throw session.fail(255, "Command \"" + command + "\" is unknown, try \"ip netns help\".", null);
    }

    private static boolean isInvalid(String name) {
        return name.isEmpty() || name.contains("/") || name.equals(".") || name.equals("..");
    }

    /** The youngest first, as the directory of the real tool lists them. */
    private List<NetNamespace> named() {
        List<NetNamespace> named = new ArrayList<>(session.net.namespaces());
        named.remove(session.net.initial());
        return named.reversed();
    }

    private int list() {
        List<Map<String, Object>> json = new ArrayList<>();
        for (NetNamespace namespace : named()) {
            if (!session.json) {
                session.out.println(namespace.name());
            }
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("name", namespace.name());
            json.add(object);
        }
        if (session.json) {
            session.out.println(Json.text(json, session.pretty));
        }
        return 0;
    }

    private int add(List<String> arguments) {
        String name = name(arguments);
        try {
            session.net.addNamespace(name);
            return 0;
        } catch (ErrnoException e) {
            throw session.fail(1, "Cannot create namespace file \"/run/netns/" + name + "\": " + e.errno().text(),
                    e.detail());
        }
    }

    private int delete(List<String> arguments) {
        if (session.all) {
            named().forEach(namespace -> delete(namespace.name()));
        } else {
            delete(name(arguments));
        }
        return 0;
    }

    private void delete(String name) {
        try {
            session.net.deleteNamespace(name);
        } catch (ErrnoException e) {
            throw session.fail(1, "Cannot remove namespace file \"/run/netns/" + name + "\": " + e.errno().text(),
                    session.namespacesHere());
        }
    }

    private String name(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw session.fail(1, "No netns name specified", null);
        }
        return arguments.getFirst();
    }

    private int exec(List<String> arguments) {
        if (session.all) {
            if (arguments.isEmpty()) {
                throw session.fail(1, "No command specified", null);
            }
            for (NetNamespace namespace : named()) {
                session.out.println("\nnetns: " + namespace.name());
                run(namespace, arguments);
            }
            return 0;
        }
        String name = name(arguments);
        if (arguments.size() < 2) {
            throw session.fail(1, "No command specified", null);
        }
        return run(IpProgram.openNamespace(session, name), arguments.subList(1, arguments.size()));
    }

    /** The program's end is ours, and ours is the program's. */
    private int run(NetNamespace namespace, List<String> argv) {
        try {
            ProgramProcess process = session.programs.spawn(argv, namespace, session.invocation.in(), session.out,
                    session.invocation.err());
            session.invocation.task().atExit(() -> process.kill(SIGTERM));
            return process.waitFor();
        } catch (ErrnoException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
            throw session.fail(1, "exec of \"" + argv.getFirst() + "\" failed: " + e.errno().text(), e.detail());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }
}
