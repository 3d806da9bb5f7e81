package org.softroce.kernel.net;

/**
 * A 48-bit hardware address.
 *
 * @param value the six bytes as a big-endian number
 * @mirrors include/linux/etherdevice.h
 */
public record MacAddress(long value) {

    public static final MacAddress ZERO = new MacAddress(0);
    public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);

    /** From {@code 02:00:00:00:00:10}. */
    public static MacAddress parse(String text) {
        if (!text.matches("[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}){5}")) {
            throw new IllegalArgumentException("\"" + text + "\" is not a MAC address like 02:00:00:00:00:10");
        }
        long value = 0;
        for (String part : text.split(":")) {
            value = value << 8 | Integer.parseInt(part, 16);
        }
        return new MacAddress(value);
    }

    public byte[] toBytes() {
        byte[] bytes = new byte[6];
        for (int i = 0; i < 6; i++) {
            bytes[i] = (byte) (value >>> (40 - 8 * i));
        }
        return bytes;
    }

    /** The EUI-64 interface id: ff:fe in the middle, universal/local bit flipped ({@code addrconf_addr_eui48}). */
    public long toEui64() {
        long high = value >>> 24;
        long low = value & 0xff_ffffL;
        return (high << 40 | 0xff_fe00_0000L | low) ^ 0x0200_0000_0000_0000L;
    }

    /** {@code fe80::/64} with {@link #toEui64()}. */
    public IpAddress toLinkLocal() {
        return new IpAddress(0xfe80_0000_0000_0000L, toEui64());
    }

    public boolean isZero() {
        return value == 0;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(17);
        for (byte b : toBytes()) {
            text.append(text.isEmpty() ? "" : ":").append(String.format("%02x", b));
        }
        return text.toString();
    }
}
