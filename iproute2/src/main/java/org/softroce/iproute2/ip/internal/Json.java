package org.softroce.iproute2.ip.internal;

import java.util.Collection;
import java.util.Map;

/**
 * JSON in the two layouts of iproute2: everything on one line, or a line for each member of an object.
 *
 * @mirrors lib/json_writer.c
 */
final class Json {

    private static final String INDENT = "    ";

    private final StringBuilder text = new StringBuilder();
    private final boolean pretty;

    private Json(boolean pretty) {
        this.pretty = pretty;
    }

    /** Maps, collections, strings, numbers and booleans. */
    static String text(Object value, boolean pretty) {
        Json json = new Json(pretty);
        json.value(value, 0);
        return json.text.toString();
    }

    private void value(Object value, int depth) {
        switch (value) {
            case Map<?, ?> map -> object(map, depth);
            case Collection<?> list -> array(list, depth);
            case String string -> string(string);
            default -> text.append(value);
        }
    }

    private void object(Map<?, ?> map, int depth) {
        text.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : map.entrySet()) {
            text.append(first ? "" : ",");
            newLine(depth + 1);
            string((String) member.getKey());
            text.append(pretty ? ": " : ":");
            value(member.getValue(), depth + 1);
            first = false;
        }
        newLine(depth);
        text.append('}');
    }

    private void array(Collection<?> list, int depth) {
        text.append(pretty ? "[ " : "[");
        boolean first = true;
        for (Object element : list) {
            text.append(first ? "" : ",");
            value(element, depth + 1);
            first = false;
        }
        text.append(pretty && !list.isEmpty() ? " ]" : "]");
    }

    private void newLine(int depth) {
        if (pretty) {
            text.append('\n').append(INDENT.repeat(depth));
        }
    }

    private void string(String value) {
        text.append('"');
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
