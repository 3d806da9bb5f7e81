package org.softroce.kernel.net.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The connections that wait to be accepted, and the connectors that wait for a place among them.
 *
 * @mirrors net/ipv4/inet_connection_sock.c#request_sock_queue
 */
final class Listener {

    /** What became of an attempt to connect. */
    enum Offer { TAKEN, FULL, CLOSED }

    private final StreamSocket owner;
    private final ArrayDeque<StreamSocket> queue = new ArrayDeque<>();
    private final Set<StreamSocket> waiting = new LinkedHashSet<>();
    private int places;
    private boolean closed;

    Listener(StreamSocket owner) {
        this.owner = owner;
    }

    /** As on Linux one more than asked for can wait. */
    synchronized void setBacklog(int backlog) {
        places = backlog + 1;
    }

    Offer offer(StreamSocket child, StreamSocket connector) {
        synchronized (this) {
            if (closed) {
                return Offer.CLOSED;
            }
            if (queue.size() >= places) {
                waiting.add(connector);
                return Offer.FULL;
            }
            waiting.remove(connector);
            queue.add(child);
        }
        owner.waitQueue().wake();
        return Offer.TAKEN;
    }

    /** {@code null} if none waits. */
    StreamSocket poll() {
        StreamSocket child;
        List<StreamSocket> woken;
        synchronized (this) {
            child = queue.poll();
            woken = child == null ? List.of() : new ArrayList<>(waiting);
        }
        woken.forEach(connector -> connector.waitQueue().wake());
        return child;
    }

    /** A connector that gave up. */
    synchronized void forget(StreamSocket connector) {
        waiting.remove(connector);
    }

    /** An attempt to connect would be decided at once. */
    synchronized boolean hasPlace() {
        return closed || queue.size() < places;
    }

    synchronized boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Connections that nobody accepted are reset, connectors that wait are refused. */
    void close() {
        List<StreamSocket> orphans;
        List<StreamSocket> refused;
        synchronized (this) {
            closed = true;
            orphans = new ArrayList<>(queue);
            refused = new ArrayList<>(waiting);
            queue.clear();
            waiting.clear();
        }
        orphans.forEach(StreamSocket::abort);
        refused.forEach(connector -> connector.waitQueue().wake());
    }
}
