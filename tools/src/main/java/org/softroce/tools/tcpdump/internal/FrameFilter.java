package org.softroce.tools.tcpdump.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.softroce.kernel.net.IpAddress;

/**
 * The part of libpcap's filter language that people type: protocols, {@code host}, {@code port}, {@code portrange},
 * {@code greater}, {@code less}, with {@code src} and {@code dst}, {@code not}, {@code and}, {@code or} and brackets.
 *
 * <p>As in libpcap, {@code and} and {@code or} bind alike and from the left.
 *
 * @mirrors gencode.c of libpcap#pcap_compile
 */
final class FrameFilter {
    private static final String KNOWN = "known here: ip ip6 arp udp tcp icmp icmp6, [src|dst] host ADDRESS, "
            + "[udp|tcp] [src|dst] port NUMBER, portrange LOW-HIGH, greater N, less N, not, and, or, ( )";
    private static final int MAX_PORT = 65_535;

    /** The expression is none; the message says where. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message + "\n" + KNOWN);
        }
    }

    private final List<String> words = new ArrayList<>();
    private int at;
    private Predicate<FrameFields> test = frame -> true;

    private FrameFilter() { }

    /** The filter of an expression; an empty one takes everything. */
    static FrameFilter parse(String expression) throws SyntaxException {
        FrameFilter filter = new FrameFilter();
        String spaced = expression.replaceAll("([()!]|&&|\\|\\|)", " $1 ").strip();
        if (!spaced.isEmpty()) {
            filter.words.addAll(List.of(spaced.split("\\s+")));
            filter.test = filter.expression();
            if (filter.at < filter.words.size()) {
                throw new SyntaxException("\"" + filter.words.get(filter.at) + "\" is not expected there");
            }
        }
        return filter;
    }

    boolean matches(Capture frame) {
        return test.test(FrameFields.of(frame));
    }

    private Predicate<FrameFields> expression() throws SyntaxException {
        Predicate<FrameFields> left = term();
        while (true) {
            if (accept("and") || accept("&&")) {
                left = left.and(term());
            } else if (accept("or") || accept("||")) {
                left = left.or(term());
            } else {
                return left;
            }
        }
    }

    private Predicate<FrameFields> term() throws SyntaxException {
        if (accept("not") || accept("!")) {
            return term().negate();
        }
        if (accept("(")) {
            Predicate<FrameFields> inner = expression();
            if (!accept(")")) {
                throw new SyntaxException("a closing bracket is missing");
            }
            return inner;
        }
        return primitive();
    }

    private Predicate<FrameFields> primitive() throws SyntaxException {
        String word = next("a test");
        if (word.equals("greater")) {
            int least = number(next("a number"), Integer.MAX_VALUE);
            return frame -> frame.length() >= least;
        }
        if (word.equals("less")) {
            int most = number(next("a number"), Integer.MAX_VALUE);
            return frame -> frame.length() <= most;
        }
        Predicate<FrameFields> protocol = FrameFields.protocol(word);
        if (protocol == null) {
            at--;
            return endpoint();
        }
        return startsEndpoint() ? protocol.and(endpoint()) : protocol;
    }

    private boolean startsEndpoint() {
        return at < words.size() && List.of("src", "dst", "host", "port", "portrange").contains(words.get(at));
    }

    private Predicate<FrameFields> endpoint() throws SyntaxException {
        boolean source = true;
        boolean destination = true;
        if (accept("src")) {
            destination = accept("or") && expect("dst");
        } else if (accept("dst")) {
            source = accept("or") && expect("src");
        }
        String kind = next("host or port");
        switch (kind) {
            case "port", "portrange" -> {
                String[] ends = next("a port").split("-", kind.equals("port") ? 1 : 2);
                int low = number(ends[0], MAX_PORT);
                int high = number(ends[ends.length - 1], MAX_PORT);
                return either(source, frame -> within(frame.sourcePort(), low, high),
                        destination, frame -> within(frame.destinationPort(), low, high));
            }
            default -> {
                String text = kind.equals("host") ? next("an address") : kind;
                IpAddress address = IpAddress.parse(text).orElseThrow(
                        () -> new SyntaxException("\"" + text + "\" is neither a test nor an address"));
                return either(source, frame -> address.equals(frame.source()),
                        destination, frame -> address.equals(frame.destination()));
            }
        }
    }

    private static boolean within(int port, int low, int high) {
        return port >= low && port <= high;
    }

    private static Predicate<FrameFields> either(boolean source, Predicate<FrameFields> ofSource,
            boolean destination, Predicate<FrameFields> ofDestination) {
        if (source && destination) {
            return ofSource.or(ofDestination);
        }
        return source ? ofSource : ofDestination;
    }

    private boolean accept(String word) {
        boolean there = at < words.size() && words.get(at).equals(word);
        at += there ? 1 : 0;
        return there;
    }

    private boolean expect(String word) throws SyntaxException {
        if (!accept(word)) {
            throw new SyntaxException("\"" + word + "\" is missing after \"or\"");
        }
        return true;
    }

    private String next(String what) throws SyntaxException {
        if (at == words.size()) {
            throw new SyntaxException(what + " is missing at the end");
        }
        return words.get(at++);
    }

    private static int number(String text, int most) throws SyntaxException {
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw new SyntaxException("\"" + text + "\" is no number of 0 to " + most);
    }
}
