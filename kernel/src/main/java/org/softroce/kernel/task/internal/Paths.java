package org.softroce.kernel.task.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.softroce.kernel.sysfs.SysfsNode;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.FileStat;
import org.softroce.kernel.task.OpenFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Fcntl;

/**
 * The system calls that take a path.
 *
 * @mirrors fs/open.c
 */
final class Paths {

    private static final int READ = 4;
    private static final int WRITE = 2;

    private final FileTree tree;

    Paths(FileTree tree) {
        this.tree = tree;
    }

    OpenFile open(Task caller, String path, int flags) {
        int access = (flags & Fcntl.O_ACCMODE) == Fcntl.O_RDONLY ? READ
                : (flags & Fcntl.O_ACCMODE) == Fcntl.O_WRONLY ? WRITE : READ | WRITE;
        return switch (tree.resolve(path, true)) {
            case FileTree.Device(CharDevice device) -> {
                permit(caller, path, device.mode(), access);
                yield device.open(caller, flags);
            }
            case FileTree.Attribute(SysfsNode.Attribute attribute) -> {
                permit(caller, path, attribute.mode(), access);
                if ((access & WRITE) != 0 && attribute.store() == null) {
                    throw readOnly(path);
                }
                yield new AttributeFile(attribute);
            }
            case FileTree.Directory _ -> {
                if ((access & WRITE) != 0) {
                    throw new ErrnoException(Errno.EISDIR, "'" + path + "' is a directory; open it O_RDONLY");
                }
                yield new DirectoryFile();
            }
            case FileTree.Link _ -> throw new IllegalStateException("a followed path ends in a link");
        };
    }

    FileStat stat(String path) {
        return switch (tree.resolve(path, true)) {
            case FileTree.Device(CharDevice device) ->
                    new FileStat(FileStat.Kind.CHAR_DEVICE, device.mode(), device.major(), device.minor());
            case FileTree.Attribute(SysfsNode.Attribute attribute) ->
                    new FileStat(FileStat.Kind.FILE, attribute.mode(), 0, 0);
            case FileTree.Directory _ -> DirectoryFile.STAT;
            case FileTree.Link _ -> throw new IllegalStateException("a followed path ends in a link");
        };
    }

    List<String> readDirectory(String path) {
        if (tree.resolve(path, true) instanceof FileTree.Directory directory) {
            return tree.list(directory);
        }
        throw new ErrnoException(Errno.ENOTDIR, "'" + path + "' is not a directory");
    }

    String readText(Task caller, String path) {
        SysfsNode.Attribute attribute = attribute(path);
        permit(caller, path, attribute.mode(), READ);
        return attribute.show().get();
    }

    void writeText(Task caller, String path, String text) {
        SysfsNode.Attribute attribute = attribute(path);
        permit(caller, path, attribute.mode(), WRITE);
        if (attribute.store() == null) {
            throw readOnly(path);
        }
        attribute.store().accept(text);
    }

    String readLink(String path) {
        if (tree.resolve(path, false) instanceof FileTree.Link(SysfsNode.Link link)) {
            return link.target();
        }
        throw new ErrnoException(Errno.EINVAL, "'" + path + "' is not a symbolic link");
    }

    private SysfsNode.Attribute attribute(String path) {
        return switch (tree.resolve(path, true)) {
            case FileTree.Attribute(SysfsNode.Attribute attribute) -> attribute;
            case FileTree.Directory _ -> throw new ErrnoException(Errno.EISDIR, "'" + path + "' is a directory");
            default -> throw new ErrnoException(Errno.EINVAL, "'" + path + "' is not an attribute");
        };
    }

    private static ErrnoException readOnly(String path) {
        return new ErrnoException(Errno.EACCES, "'" + path + "' is read only");
    }

    private static void permit(Task caller, String path, int mode, int access) {
        if (caller.uid() != 0 && (mode & access) != access) {
            throw new ErrnoException(Errno.EACCES, "'" + path + "' has mode " + Integer.toOctalString(mode)
                    + ", which does not let uid " + caller.uid() + " in");
        }
    }

    /** An open attribute: its text is made at the first read, and read from start to end. */
    private static final class AttributeFile extends OpenFile {
        private final SysfsNode.Attribute attribute;
        private byte[] text;
        private int position;

        AttributeFile(SysfsNode.Attribute attribute) {
            this.attribute = attribute;
        }

        @Override
        public synchronized int read(Task caller, MemorySegment buffer) {
            if (text == null) {
                text = attribute.show().get().getBytes(StandardCharsets.UTF_8);
            }
            int count = (int) Math.min(buffer.byteSize(), text.length - position);
            MemorySegment.copy(text, position, buffer, ValueLayout.JAVA_BYTE, 0, count);
            position += count;
            return count;
        }

        @Override
        public int write(Task caller, MemorySegment data) {
            if (attribute.store() == null) {
                throw new ErrnoException(Errno.EACCES, "the attribute is read only");
            }
            byte[] bytes = data.toArray(ValueLayout.JAVA_BYTE);
            attribute.store().accept(new String(bytes, StandardCharsets.UTF_8));
            return bytes.length;
        }

        @Override
        public FileStat stat() {
            return new FileStat(FileStat.Kind.FILE, attribute.mode(), 0, 0);
        }
    }

    /** An open directory; it can be closed and nothing else. */
    private static final class DirectoryFile extends OpenFile {
        static final FileStat STAT = new FileStat(FileStat.Kind.DIRECTORY, 0755, 0, 0);

        @Override
        public int read(Task caller, MemorySegment buffer) {
            throw new ErrnoException(Errno.EISDIR, "a directory is read with readDirectory");
        }

        @Override
        public FileStat stat() {
            return STAT;
        }
    }
}
