package org.softroce.iproute2.ip.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.softroce.kernel.net.NetDevice;

/**
 * Counters of a device, as {@code ip -s} prints them.
 *
 * @mirrors ip/ipaddress.c#print_stats64
 */
final class LinkStatistics {

    private static final int RX_PACKETS = 0;
    private static final int RX_BYTES = 1;
    private static final int TX_PACKETS = 2;
    private static final int TX_BYTES = 3;
    private static final int RX_DROPPED = 4;
    private static final int TX_DROPPED = 5;

    private LinkStatistics() { }

    static String text(NetDevice device, boolean errors, String line) {
        long[] s = device.statistics();
        long[] rx = {s[RX_BYTES], s[RX_PACKETS], 0, s[RX_DROPPED], 0, 0};
        long[] tx = {s[TX_BYTES], s[TX_PACKETS], 0, s[TX_DROPPED], 0, 0};
        int[] widths = {10, 7, 6, 7, 7, 7};
        widen(widths, rx);
        widen(widths, tx);
        StringBuilder text = new StringBuilder();
        head(text, "RX", widths, line, "packets", "errors", "dropped", "missed", "mcast");
        values(text, widths, rx);
        if (errors) {
            text.append(line);
            errorHead(text, "RX", widths, line, "length", "crc", "frame", "fifo", "overrun");
        }
        text.append(line);
        head(text, "TX", widths, line, "packets", "errors", "dropped", "carrier", "collsns");
        values(text, widths, tx);
        if (errors) {
            text.append(line);
            errorHead(text, "TX", widths, line, "aborted", "fifo", "window", "heartbt", "transns");
        }
        return text.toString();
    }

    private static void widen(int[] widths, long[] values) {
        for (int i = 0; i < values.length; i++) {
            widths[i] = Math.max(widths[i], Long.toString(values[i]).length());
        }
    }

    private static void head(StringBuilder text, String direction, int[] widths, String line, String... names) {
        text.append("    ").append(direction).append(": ").append(right("bytes", widths[0] - 4));
        for (int i = 0; i < names.length; i++) {
            text.append(' ').append(right(names[i], widths[i + 1]));
        }
        text.append(' ').append(" ".repeat(10)).append(line);
    }

    private static void values(StringBuilder text, int[] widths, long[] values) {
        text.append("    ");
        for (int i = 0; i < values.length; i++) {
            text.append(right(Long.toString(values[i]), widths[i])).append(' ');
        }
    }

    /** The counters below are those of hardware; nothing can happen to them here. */
    private static void errorHead(StringBuilder text, String direction, int[] widths, String line, String... names) {
        text.append("    ").append(direction).append(" errors:").append(" ".repeat(widths[0] - 10));
        for (int i = 0; i < names.length; i++) {
            text.append(' ').append(right(names[i], widths[i + 1]));
        }
        text.append(line).append(" ".repeat(widths[0] + 5));
        for (int i = 0; i < names.length; i++) {
            text.append(right("0", widths[i + 1])).append(' ');
        }
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    static Map<String, Object> json(NetDevice device) {
        long[] s = device.statistics();
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("rx", direction(s[RX_BYTES], s[RX_PACKETS], s[RX_DROPPED], "over_errors", "multicast"));
        both.put("tx", direction(s[TX_BYTES], s[TX_PACKETS], s[TX_DROPPED], "carrier_errors", "collisions"));
        return both;
    }

    private static Map<String, Object> direction(long bytes, long packets, long dropped, String fifth, String sixth) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("bytes", bytes);
        map.put("packets", packets);
        map.put("errors", 0);
        map.put("dropped", dropped);
        map.put(fifth, 0);
        map.put(sixth, 0);
        return map;
    }
}
