package org.softroce.verbs;

import org.softroce.kernel.net.IpAddress;

/**
 * A 128-bit GID.
 *
 * @param subnetPrefix first 64 bits, big-endian number
 * @param interfaceId last 64 bits
 * @mirrors libibverbs/verbs.h#ibv_gid
 */
public record IbvGid(long subnetPrefix, long interfaceId) {
    public static final IbvGid ZERO = new IbvGid(0, 0);

    public static IbvGid ofBytes(byte[] bytes) {
        IpAddress address = IpAddress.ofBytes(bytes);
        return new IbvGid(address.high(), address.low());
    }

    public byte[] toBytes() {
        return address().toBytes();
    }

    /** The address it is made of (RoCE v2). */
    public IpAddress address() {
        return new IpAddress(subnetPrefix, interfaceId);
    }

    public boolean isZero() {
        return subnetPrefix == 0 && interfaceId == 0;
    }

    /** As {@code inet_ntop} prints it: {@code fe80::ff:fe00:10}, {@code ::ffff:192.168.100.10}, {@code ::}. */
    @Override
    public String toString() {
        return address().toGidString();
    }
}
