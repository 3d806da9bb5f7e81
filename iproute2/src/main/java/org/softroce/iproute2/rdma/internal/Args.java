package org.softroce.iproute2.rdma.internal;

import java.util.List;

/**
 * The words still to be read.
 *
 * @mirrors iproute2/rdma/utils.c#rd_argv
 */
final class Args {

    private final List<String> words;
    private int at;

    Args(List<String> words) {
        this.words = words;
    }

    boolean isEmpty() {
        return at == words.size();
    }

    int count() {
        return words.size() - at;
    }

    /** The next word, or {@code null}. */
    String peek() {
        return isEmpty() ? null : words.get(at);
    }

    String next() {
        return words.get(at++);
    }

    /** True if the next word is this one or a beginning of it. */
    boolean matches(String pattern) {
        return !isEmpty() && pattern.startsWith(peek());
    }
}
