package org.softroce.iproute2.rdma.internal;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lines for people or one JSON array for programs, as iproute2's printer lays them out.
 *
 * @mirrors iproute2/lib/json_print.c
 */
final class Output {

    private static final String INDENT = "        ";

    private final PrintStream out;
    private final boolean json;
    private final boolean pretty;
    private final boolean details;
    private final boolean raw;
    private int objects;

    Output(PrintStream out, boolean json, boolean pretty, boolean details, boolean raw) {
        this.out = out;
        this.json = json;
        this.pretty = pretty;
        this.details = details;
        this.raw = raw;
    }

    boolean details() {
        return details;
    }

    boolean raw() {
        return raw;
    }

    /** Plain text whatever the options say. */
    void text(String text) {
        out.print(text);
    }

    /** Everything between is one array. */
    void array(Runnable content) {
        if (json) {
            out.print("[");
        }
        objects = 0;
        try {
            content.run();
        } finally {
            if (json) {
                out.print((pretty ? " ]" : "]") + "\n");
            }
        }
    }

    /** One object: a line, or an element of the array. */
    void object(Consumer<Item> content) {
        Item item = new Item();
        content.accept(item);
        if (!item.wanted) {
            return;
        }
        if (json) {
            out.print(objects == 0 ? (pretty ? " {" : "{") : ",{");
            out.print(item.fields);
            out.print((pretty ? "\n    }" : "}") + "\n");
        } else {
            out.print(item.text + "\n");
        }
        objects++;
    }

    /** Fields of one object. */
    final class Item {
        private final StringBuilder fields = new StringBuilder();
        private final StringBuilder text = new StringBuilder();
        private boolean wanted = true;

        private Item member(String key, String value) {
            fields.append(fields.isEmpty() ? "" : ",");
            fields.append(pretty ? "\n" + INDENT : "").append('"').append(key).append(pretty ? "\": " : "\":")
                    .append(value);
            return this;
        }

        private static String quoted(String value) {
            return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }

        /** A number; {@code plain} is what people see, empty for nothing. */
        Item number(String key, long value, String plain) {
            text.append(plain);
            return member(key, Long.toString(value));
        }

        /** {@code key value } for people. */
        Item number(String key, long value) {
            return number(key, value, key + " " + value + " ");
        }

        Item string(String key, String value, String plain) {
            text.append(plain);
            return member(key, quoted(value));
        }

        Item string(String key, String value) {
            return string(key, value, key + " " + value + " ");
        }

        Item onOff(String key, boolean value) {
            text.append(key).append(value ? " on " : " off ");
            return member(key, Boolean.toString(value));
        }

        /** Names in angle brackets on a line of their own. */
        Item names(String key, List<String> names) {
            text.append("\n    ").append(key).append(": <").append(String.join(", ", names)).append('>');
            String list = String.join(",", names.stream().map(Item::quoted).toList());
            return member(key, pretty ? "[ " + list + " ]" : "[" + list + "]");
        }

        /** {@code key 17,18 } for people. */
        Item list(String key, List<String> values) {
            text.append(key).append(' ').append(String.join(",", values)).append(' ');
            String list = String.join(",", values.stream().map(Item::quoted).toList());
            return member(key, pretty ? "[ " + list + " ]" : "[" + list + "]");
        }

        /** Only for people. */
        Item plain(String words) {
            text.append(words);
            return this;
        }

        /** The object is filtered away. */
        void drop() {
            wanted = false;
        }
    }
}
