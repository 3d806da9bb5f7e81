package org.softroce.kernel.net.internal;

/**
 * Why a frame was dropped; every dropped frame is counted under one of these.
 *
 * @mirrors include/net/dropreason-core.h#skb_drop_reason
 */
enum DropReason {
    /** The sending or receiving device is down. */
    DEVICE_DOWN,
    /** The other end of the wire is down. */
    NO_CARRIER,
    /** Longer than the MTU of the device (or of the receiving device). */
    PKT_TOO_BIG,
    /** No whole Ethernet header. */
    FRAME_TOO_SHORT,
    /** The receiving queue of the thread is full. */
    BACKLOG_FULL,
    /** Destination hardware address of somebody else. */
    OTHERHOST,
    /** Neither IPv4 nor IPv6. */
    UNHANDLED_ETHERTYPE,
    /** IP header with a wrong version or length. */
    IP_INHDR,
    /** IP fragments are not put together. */
    IP_FRAGMENT,
    /** Nothing but UDP is received. */
    UNHANDLED_PROTOCOL,
    /** Destination address is not one of the receiving namespace. */
    IP_NOT_LOCAL,
    /** UDP header cut short or with a wrong length. */
    UDP_HDR,
    /** Nobody receives this UDP port. */
    NO_SOCKET,
    /** The receiver threw an exception. */
    RECEIVER_FAILED
}
