package org.softroce.kernel.net;

/**
 * An address of a device.
 *
 * @param prefixLength in the family's own bits: 0..32 for IPv4, 0..128 for IPv6
 * @mirrors include/linux/inetdevice.h#in_ifaddr
 */
public record InterfaceAddress(IpAddress address, int prefixLength) {

    /** {@code global}, {@code link} or {@code host}, as {@code ip addr} prints it. */
    public String scope() {
        if (address.isLoopback()) {
            return "host";
        }
        return address.isLinkLocal() ? "link" : "global";
    }
}
