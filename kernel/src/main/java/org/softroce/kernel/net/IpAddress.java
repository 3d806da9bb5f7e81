package org.softroce.kernel.net;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A 128-bit internet address; IPv4 is its mapped form {@code ::ffff:a.b.c.d}, as a RoCE v2 GID has it.
 *
 * @param high first 64 bits, network order read as big-endian
 * @param low last 64 bits
 * @mirrors include/uapi/linux/in6.h#in6_addr
 */
public record IpAddress(long high, long low) {

    public static final IpAddress ANY = new IpAddress(0, 0);
    private static final long V4_MAPPED = 0x0000_ffff_0000_0000L;

    public static IpAddress ofIpv4(int address) {
        return new IpAddress(0, V4_MAPPED | Integer.toUnsignedLong(address));
    }

    /** From 4 or 16 bytes in network order. */
    public static IpAddress ofBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return switch (bytes.length) {
            case 4 -> ofIpv4(buffer.getInt());
            case 16 -> new IpAddress(buffer.getLong(), buffer.getLong());
            default -> throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length);
        };
    }

    /** A literal such as {@code 192.168.0.1} or {@code fe80::1}; never asks a resolver. Empty if it is none. */
    public static Optional<IpAddress> parse(String text) {
        boolean six = text.indexOf(':') >= 0;
        if (!six && !text.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
            return Optional.empty();
        }
        if (six && !text.matches("[0-9a-fA-F:.]+")) {
            return Optional.empty();
        }
        try {
            InetAddress literal = six ? Inet6Address.ofLiteral(text) : Inet4Address.ofLiteral(text);
            return Optional.of(ofBytes(literal.getAddress()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A literal, or 127.0.0.1 for {@code localhost}: all names there are inside the machine. */
    public static Optional<IpAddress> ofHost(String host) {
        return host.equals("localhost") ? Optional.of(ofIpv4(0x7f00_0001)) : parse(host);
    }

    public boolean isIpv4() {
        return high == 0 && (low & 0xffff_ffff_0000_0000L) == V4_MAPPED;
    }

    /** The IPv4 address as a big-endian number; only if {@link #isIpv4()}. */
    public int ipv4() {
        return (int) low;
    }

    public boolean isAny() {
        return high == 0 && (low == 0 || low == V4_MAPPED);
    }

    public boolean isLoopback() {
        return isIpv4() ? (ipv4() >>> 24) == 127 : high == 0 && low == 1;
    }

    /** 224.0.0.0/4 or ff00::/8. */
    public boolean isMulticast() {
        return isIpv4() ? ipv4() >>> 28 == 0xe : high >>> 56 == 0xff;
    }

    /** {@code fe80::/10}. */
    public boolean isLinkLocal() {
        return (high >>> 54) == 0x3fa;
    }

    /** 16 bytes, network order (the mapped form for IPv4). */
    public byte[] toBytes() {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    /** True if both lie in one network; {@code prefixLength} counts in the family's own bits (0..32 or 0..128). */
    public boolean inSameNetwork(IpAddress other, int prefixLength) {
        if (isIpv4() != other.isIpv4()) {
            return false;
        }
        int bits = isIpv4() ? 96 + prefixLength : prefixLength;
        long highMask = bits >= 64 ? -1L : bits == 0 ? 0 : -1L << (64 - bits);
        long lowMask = bits >= 128 ? -1L : bits <= 64 ? 0 : -1L << (128 - bits);
        return (high & highMask) == (other.high & highMask) && (low & lowMask) == (other.low & lowMask);
    }

    /** Dotted quad for IPv4, else the shortest IPv6 text (RFC 5952). */
    @Override
    public String toString() {
        if (isIpv4()) {
            int a = ipv4();
            return (a >>> 24) + "." + (a >>> 16 & 255) + "." + (a >>> 8 & 255) + "." + (a & 255);
        }
        return Ipv6Text.of(high, low);
    }

    /** As {@code inet_ntop(AF_INET6)} prints it: {@code ::ffff:192.168.0.1} for IPv4, what GIDs look like in tools. */
    public String toGidString() {
        return isIpv4() ? "::ffff:" + this : toString();
    }

    /** The JDK's form, for IPv4 a 4-byte address. */
    public InetAddress toInetAddress() {
        try {
            byte[] bytes = toBytes();
            return isIpv4() ? Inet4Address.getByAddress(java.util.Arrays.copyOfRange(bytes, 12, 16))
                    : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
