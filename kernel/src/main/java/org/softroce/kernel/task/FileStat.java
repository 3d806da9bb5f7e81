package org.softroce.kernel.task;

/**
 * What {@code stat} tells: kind, permission bits (octal as {@code ls -l} shows them), device number.
 *
 * @mirrors include/linux/stat.h#kstat
 */
public record FileStat(Kind kind, int mode, int major, int minor) {
    /** Type of a node. */
    public enum Kind { FILE, DIRECTORY, LINK, CHAR_DEVICE, SOCKET }
}
