package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.softroce.kernel.net.IpAddress;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The stream ports of one namespace.
 *
 * @mirrors net/ipv4/inet_hashtables.c#inet_bind_bucket
 */
final class StreamPorts {

    private static final int EPHEMERAL_FIRST = 32_768;
    private static final int EPHEMERAL_COUNT = 61_000 - EPHEMERAL_FIRST;

    private record Binding(IpAddress address, StreamSocket owner) {

        /** A wildcard of IPv6 takes both families. */
        boolean covers(IpAddress other) {
            if (address.isAny()) {
                return !address.isIpv4() || other.isIpv4();
            }
            return address.equals(other);
        }

        boolean conflicts(IpAddress other) {
            return covers(other) || other.isAny() && (!other.isIpv4() || address.isIpv4());
        }
    }

    private final Map<Integer, List<Binding>> bindings = new HashMap<>();
    private int nextEphemeral = ThreadLocalRandom.current().nextInt(EPHEMERAL_COUNT);

    /** Takes the port, or a free one for 0; the port. EADDRINUSE. */
    synchronized int bind(IpAddress address, int port, StreamSocket owner) {
        int chosen = port == 0 ? ephemeral(address) : port;
        if (isTaken(address, chosen)) {
            throw new ErrnoException(Errno.EADDRINUSE, "port " + chosen + " of " + address
                    + " is in use; choose another port, or end the program that has it");
        }
        bindings.computeIfAbsent(chosen, p -> new ArrayList<>(1)).add(new Binding(address, owner));
        return chosen;
    }

    synchronized void unbind(int port, StreamSocket owner) {
        bindings.computeIfPresent(port, (p, list) -> {
            list.removeIf(binding -> binding.owner == owner);
            return list.isEmpty() ? null : list;
        });
    }

    /** Who listens there: the exact address goes before a wildcard; {@code null} if nobody does. */
    synchronized Listener listener(IpAddress address, int port) {
        Listener found = null;
        for (Binding binding : bindings.getOrDefault(port, List.of())) {
            Listener listener = binding.owner.listener();
            if (listener != null && binding.covers(address) && (found == null || !binding.address.isAny())) {
                found = listener;
            }
        }
        return found;
    }

    /** True if somebody listens on the port. */
    synchronized boolean isListening(int port) {
        return bindings.getOrDefault(port, List.of()).stream().anyMatch(binding -> binding.owner.listener() != null);
    }

    /** Ports that are listened on, for texts of errors. */
    synchronized String listening() {
        TreeSet<Integer> ports = new TreeSet<>();
        bindings.forEach((port, list) -> {
            if (list.stream().anyMatch(binding -> binding.owner.listener() != null)) {
                ports.add(port);
            }
        });
        return ports.isEmpty() ? "no port is" : "these ports are: " + ports;
    }

    private boolean isTaken(IpAddress address, int port) {
        return bindings.getOrDefault(port, List.of()).stream().anyMatch(binding -> binding.conflicts(address));
    }

    private int ephemeral(IpAddress address) {
        for (int i = 0; i < EPHEMERAL_COUNT; i++) {
            int port = EPHEMERAL_FIRST + nextEphemeral;
            nextEphemeral = (nextEphemeral + 1) % EPHEMERAL_COUNT;
            if (!isTaken(address, port)) {
                return port;
            }
        }
        throw new ErrnoException(Errno.EADDRINUSE, "all ports from " + EPHEMERAL_FIRST + " to "
                + (EPHEMERAL_FIRST + EPHEMERAL_COUNT - 1) + " of " + address + " are in use");
    }
}
