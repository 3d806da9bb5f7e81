package org.softroce.itest.support;

import java.util.List;

/** What a program printed and how it ended. */
public record RunResult(List<String> argv, int exitCode, String out, String err) {
    @Override
    public String toString() {
        return "$ " + String.join(" ", argv) + "\n" + out + (err.isEmpty() ? "" : "[stderr]\n" + err)
                + "[exit " + exitCode + "]";
    }
}
