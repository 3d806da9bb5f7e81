package org.softroce.roce;

/** Queue pair numbers: 24 bits, some of them reserved (IBA 3.5.10, 10.5.2). */
public final class Qpn {
    /** All valid bits. */
    public static final int MASK = 0xffffff;
    /** Subnet management interface; not used by RoCE. */
    public static final int SMI = 0;
    /** General services interface: connection management datagrams. */
    public static final int GSI = 1;
    /** Destination of multicast packets. */
    public static final int MULTICAST = 0xffffff;
    /** Q_Key of every packet to {@link #GSI}. */
    public static final int GSI_QKEY = 0x80010000;

    private Qpn() {
    }
}
