package org.softroce.kernel.libc;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;

/**
 * A connected stream socket of a task with whole-message reads and writes, as the tools exchange their addresses.
 *
 * @mirrors glibc/io/read.c
 */
public final class Stream implements AutoCloseable {

    private final Task task;
    private final int fd;

    private Stream(Task task, int fd) {
        this.task = task;
        this.fd = fd;
    }

    /** A listening socket on every local address; {@link #accept} takes its first caller. */
    public static int listen(Task task, int port) {
        int fd = task.socket(SocketNumbers.AF_INET6, SocketNumbers.SOCK_STREAM, 0);
        try {
            task.bind(fd, new SockAddr.Inet(IpAddress.ANY, port));
            task.listen(fd, 1);
            return fd;
        } catch (ErrnoException e) {
            task.close(fd);
            throw e;
        }
    }

    /** Waits for the first caller and closes the listening socket. */
    public static Stream accept(Task task, int listening) {
        try {
            return new Stream(task, task.accept(listening));
        } finally {
            task.close(listening);
        }
    }

    /**
     * Connects to a literal address or {@code localhost}.
     *
     * @throws ErrnoException ENOENT for a name we cannot resolve, else connect's own errno
     */
    public static Stream connect(Task task, String host, int port) {
        IpAddress address = resolve(host).orElseThrow(() -> new ErrnoException(Errno.ENOENT,
                "\"" + host + "\" is no address; give a literal such as 192.168.100.11 or fe80::1, or localhost"));
        int family = address.isIpv4() ? SocketNumbers.AF_INET : SocketNumbers.AF_INET6;
        int fd = task.socket(family, SocketNumbers.SOCK_STREAM, 0);
        try {
            task.connect(fd, new SockAddr.Inet(address, port));
            return new Stream(task, fd);
        } catch (ErrnoException e) {
            task.close(fd);
            throw e;
        }
    }

    /** A literal, or {@code localhost}. */
    public static Optional<IpAddress> resolve(String host) {
        int zone = host.indexOf('%');
        String literal = host.equals("localhost") ? "127.0.0.1" : zone < 0 ? host : host.substring(0, zone);
        return IpAddress.parse(literal);
    }

    /** Reads until the buffer is full or the peer is done; how many bytes came. */
    public int read(byte[] buffer) {
        MemorySegment segment = MemorySegment.ofArray(buffer);
        int done = 0;
        while (done < buffer.length) {
            int count = task.read(fd, segment.asSlice(done));
            if (count <= 0) {
                break;
            }
            done += count;
        }
        return done;
    }

    /** A single {@code read()}: what is there now, up to the buffer's size; 0 when the peer is done. */
    public int readOnce(byte[] buffer) {
        return Math.max(0, task.read(fd, MemorySegment.ofArray(buffer)));
    }

    /** Writes all bytes. */
    public void write(byte[] bytes) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        int done = 0;
        while (done < bytes.length) {
            done += task.write(fd, segment.asSlice(done));
        }
    }

    /** ASCII bytes of a text, padded with NUL to {@code size}. */
    public static byte[] ascii(String text, int size) {
        return java.util.Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), size);
    }

    /** Text up to the first NUL. */
    public static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        task.close(fd);
    }
}
