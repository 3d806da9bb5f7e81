package org.softroce.tools.tcpdump.internal;

/** Ends the program: the real tool's words, and ours for a line of their own (or {@code null}). */
final class ToolException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    ToolException(String words, String remedy) {
        super(words);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
