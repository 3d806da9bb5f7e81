package org.softroce.infinibanddiags.internal;

import java.util.List;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;

/**
 * Reads the attributes below {@value #INFINIBAND}.
 *
 * @mirrors libibumad/sysfs.c
 */
record Sysfs(Task task) {

    static final String INFINIBAND = "/sys/class/infiniband";

    /** Text up to its last newline, or {@code null} if it cannot be read. */
    String text(String path) {
        try {
            String text = task.readText(path);
            int end = text.lastIndexOf('\n');
            return end < 0 ? text : text.substring(0, end);
        } catch (ErrnoException e) {
            return null;
        }
    }

    /** The number a text begins with, decimal or {@code 0x} hexadecimal. */
    long number(String path) throws MissingAttribute {
        String text = existing(path).strip();
        boolean hex = text.startsWith("0x");
        int start = hex ? 2 : 0;
        int end = start;
        while (end < text.length() && Character.digit(text.charAt(end), hex ? 16 : 10) >= 0) {
            end++;
        }
        return end == start ? 0 : Long.parseUnsignedLong(text.substring(start, end), hex ? 16 : 10);
    }

    /** Groups of four hexadecimal digits; the last 64 bits. */
    long guid(String path) throws MissingAttribute {
        String digits = existing(path).strip().replace(":", "");
        try {
            return Long.parseUnsignedLong(digits.substring(Math.max(0, digits.length() - 16)), 16);
        } catch (NumberFormatException e) {
            throw new MissingAttribute(path);
        }
    }

    private String existing(String path) throws MissingAttribute {
        String text = text(path);
        if (text == null) {
            throw new MissingAttribute(path);
        }
        return text;
    }

    /** Sorted names, or {@code null} if there is no such directory. */
    List<String> names(String path) {
        try {
            return task.readDirectory(path).stream().sorted().toList();
        } catch (ErrnoException e) {
            return null;
        }
    }

    /** An attribute is not there or says nothing of use. */
    static final class MissingAttribute extends Exception {
        private static final long serialVersionUID = 1L;

        MissingAttribute(String path) {
            super(path);
        }
    }
}
