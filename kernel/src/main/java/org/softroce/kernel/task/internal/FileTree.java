package org.softroce.kernel.task.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.softroce.kernel.sysfs.SysfsMount;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.CharDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * All paths of the machine: device nodes and sysfs mounts as one tree. A directory is the union of what is mounted at
 * its path; what several mounts share as a parent exists as long as one of them does.
 *
 * @mirrors fs/namei.c#path_lookupat
 */
final class FileTree {

    private static final int MAX_LINKS = 40;
    /** Directories that exist on every machine. */
    private static final List<String> ALWAYS = List.of("/dev", "/sys/class", "/sys/devices");

    /** What a path leads to. */
    sealed interface Node { }

    /** A device node. */
    record Device(CharDevice device) implements Node { }

    /** A sysfs attribute. */
    record Attribute(SysfsNode.Attribute attribute) implements Node { }

    /** A symbolic link that was not followed. */
    record Link(SysfsNode.Link link) implements Node { }

    /** A directory: path without a final slash (empty = root), and the mounted directories it is made of. */
    record Directory(String path, List<SysfsNode.Directory> parts) implements Node { }

    private final List<SysfsMount> mounts = new CopyOnWriteArrayList<>();
    private final List<CharDevice> devices = new CopyOnWriteArrayList<>();

    void add(SysfsMount mount) {
        mounts.add(mount);
    }

    void remove(SysfsMount mount) {
        mounts.remove(mount);
    }

    void add(CharDevice device) {
        devices.add(device);
    }

    void remove(CharDevice device) {
        devices.remove(device);
    }

    /**
     * Walks a path.
     *
     * @param follow whether a link at the very end is followed
     * @throws ErrnoException ENOENT, ENOTDIR, ELOOP
     */
    Node resolve(String path, boolean follow) {
        if (!path.startsWith("/")) {
            throw new ErrnoException(Errno.ENOENT, "'" + path + "' is not absolute; a path starts with a slash");
        }
        Deque<String> todo = new ArrayDeque<>(split(path));
        Deque<Directory> walked = new ArrayDeque<>();
        walked.push(new Directory("", List.of()));
        int links = 0;
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (name.equals("..")) {
                if (walked.size() > 1) {
                    walked.pop();
                }
                continue;
            }
            Node node = child(walked.peek(), name, path);
            if (node instanceof Directory directory) {
                walked.push(directory);
            } else if (node instanceof Link link && (follow || !todo.isEmpty())) {
                if (++links > MAX_LINKS) {
                    throw new ErrnoException(Errno.ELOOP, "more than " + MAX_LINKS + " links in '" + path + "'");
                }
                follow(link.link().target(), todo, walked);
            } else if (todo.isEmpty()) {
                return node;
            } else {
                throw new ErrnoException(Errno.ENOTDIR, "'" + name + "' in '" + path + "' is not a directory");
            }
        }
        return walked.peek();
    }

    private static void follow(String target, Deque<String> todo, Deque<Directory> walked) {
        if (target.startsWith("/")) {
            while (walked.size() > 1) {
                walked.pop();
            }
        }
        List<String> names = split(target);
        for (int i = names.size() - 1; i >= 0; i--) {
            todo.push(names.get(i));
        }
    }

    private static List<String> split(String path) {
        return Arrays.stream(path.split("/")).filter(name -> !name.isEmpty() && !name.equals(".")).toList();
    }

    private Node child(Directory directory, String name, String wanted) {
        String path = directory.path() + "/" + name;
        for (CharDevice device : devices) {
            if (device.path().equals(path)) {
                return new Device(device);
            }
        }
        List<SysfsNode.Directory> parts = new ArrayList<>();
        mounts.stream().filter(mount -> mount.path().equals(path)).forEach(mount -> parts.add(mount.directory()));
        Node leaf = null;
        for (SysfsNode.Directory part : directory.parts()) {
            switch (part.child(name)) {
                case null -> { }
                case SysfsNode.Directory inner -> parts.add(inner);
                case SysfsNode.Attribute attribute -> leaf = new Attribute(attribute);
                case SysfsNode.Link link -> leaf = new Link(link);
            }
        }
        if (!parts.isEmpty() || isAboveSomething(path)) {
            return new Directory(path, List.copyOf(parts));
        }
        if (leaf == null) {
            throw new ErrnoException(Errno.ENOENT, "'" + wanted + "': there is no '" + path + "'");
        }
        return leaf;
    }

    private boolean isAboveSomething(String path) {
        return ALWAYS.stream().anyMatch(always -> isAtOrAbove(path, always))
                || mounts.stream().anyMatch(mount -> isAtOrAbove(path, mount.path()))
                || devices.stream().anyMatch(device -> isAtOrAbove(path, device.path()));
    }

    /** Names in a directory: what the mounts list, then what is mounted below. */
    List<String> list(Directory directory) {
        Set<String> names = new LinkedHashSet<>();
        for (SysfsNode.Directory part : directory.parts()) {
            names.addAll(part.list());
        }
        String prefix = directory.path() + "/";
        List<String> below = new ArrayList<>(ALWAYS);
        mounts.forEach(mount -> below.add(mount.path()));
        devices.forEach(device -> below.add(device.path()));
        below.stream().filter(path -> path.startsWith(prefix))
                .map(path -> path.substring(prefix.length()).split("/")[0]).sorted().forEach(names::add);
        return List.copyOf(names);
    }

    private static boolean isAtOrAbove(String path, String other) {
        return other.startsWith(path) && (other.length() == path.length() || other.charAt(path.length()) == '/');
    }
}
