package org.softroce.kernel.module.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One clause of the manifest header {@value #NAME}: what {@code modinfo} of a module file says.
 *
 * @param builtin a part of the kernel bundle: it has no code of its own to start or stop
 * @mirrors include/linux/module.h#MODULE_INFO
 */
record ModuleHeader(String name, List<String> depends, List<String> aliases, boolean builtin) {

    static final String NAME = "Softroce-Module";

    /** Parses {@code a; depends="b,c"; alias="d", e}. Unknown attributes are left alone. */
    static List<ModuleHeader> parse(String header) {
        List<ModuleHeader> modules = new ArrayList<>();
        for (String clause : split(header, ',')) {
            List<String> parts = split(clause, ';');
            List<String> depends = List.of();
            List<String> aliases = List.of();
            boolean builtin = false;
            for (String part : parts.subList(1, parts.size())) {
                int equals = part.indexOf('=');
                String key = equals < 0 ? part : part.substring(0, equals).strip();
                List<String> values = equals < 0 ? List.of() : values(part.substring(equals + 1));
                switch (key) {
                    case "depends" -> depends = values.stream().map(ModuleHeader::canonical).toList();
                    case "alias" -> aliases = values;
                    case "builtin" -> builtin = values.contains("true");
                    default -> { }
                }
            }
            modules.add(new ModuleHeader(canonical(parts.getFirst()), depends, aliases, builtin));
        }
        return modules;
    }

    /** {@code -} and {@code _} are the same in module names. */
    static String canonical(String name) {
        return name.replace('-', '_');
    }

    boolean isNamed(String nameOrAlias) {
        String wanted = canonical(nameOrAlias);
        return name.equals(wanted) || aliases.stream().anyMatch(alias -> canonical(alias).equals(wanted));
    }

    private static List<String> values(String text) {
        String plain = text.strip();
        if (plain.length() > 1 && plain.startsWith("\"") && plain.endsWith("\"")) {
            plain = plain.substring(1, plain.length() - 1);
        }
        return Arrays.stream(plain.split(",")).map(String::strip).filter(value -> !value.isEmpty()).toList();
    }

    /** Splits outside of quotes, drops empty parts. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator && !quoted) {
                String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            } else if (text.charAt(i) == '"') {
                quoted = !quoted;
            }
        }
        return parts;
    }
}
