package org.softroce.kernel.sysfs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A node of the tree. Producers run at each read, in the reader's thread, and may throw {@code ErrnoException}.
 *
 * @mirrors include/linux/kernfs.h#kernfs_node
 */
public sealed interface SysfsNode {

    /** A directory whose entries are asked for at each look-up. */
    non-sealed interface Directory extends SysfsNode {
        /** Names in order. */
        List<String> list();

        /** The entry, or {@code null}. */
        SysfsNode child(String name);
    }

    /**
     * A text attribute.
     *
     * @param mode permission bits
     * @param show produces the text, with its final newline if the real one has it
     * @param store takes new text, or {@code null} if read only
     */
    record Attribute(int mode, Supplier<String> show, Consumer<String> store) implements SysfsNode {
        public static Attribute readOnly(Supplier<String> show) {
            return new Attribute(0444, show, null);
        }
    }

    /** A symbolic link with a relative or absolute target. */
    record Link(String target) implements SysfsNode { }

    /** A directory with entries fixed at construction; they may be directories in turn. */
    final class Fixed implements Directory {
        private final Map<String, SysfsNode> entries = new LinkedHashMap<>();

        public Fixed put(String name, SysfsNode node) {
            entries.put(name, node);
            return this;
        }

        @Override
        public List<String> list() {
            return List.copyOf(entries.keySet());
        }

        @Override
        public SysfsNode child(String name) {
            return entries.get(name);
        }
    }
}
