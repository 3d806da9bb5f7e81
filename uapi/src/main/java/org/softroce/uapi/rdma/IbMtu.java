package org.softroce.uapi.rdma;

import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * Path MTU as the ABI encodes it.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_mtu
 */
public enum IbMtu {
    MTU_256(1),
    MTU_512(2),
    MTU_1024(3),
    MTU_2048(4),
    MTU_4096(5);

    private static final ByValue<IbMtu> BY_VALUE = new ByValue<>("path MTU code", values(), IbMtu::value);

    private final int value;

    IbMtu(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** The size in bytes, 256 to 4096. */
    public int bytes() {
        return 128 << value;
    }

    /**
     * The largest path MTU that fits a link payload of so many bytes.
     *
     * @throws ErrnoException EINVAL below 256 bytes
     */
    public static IbMtu fitting(int payloadBytes) {
        IbMtu best = MTU_256;
        for (IbMtu mtu : values()) {
            best = mtu.bytes() <= payloadBytes ? mtu : best;
        }
        if (payloadBytes < MTU_256.bytes()) {
            throw new ErrnoException(Errno.EINVAL,
                "payload of " + payloadBytes + " bytes is below the least path MTU, 256");
        }
        return best;
    }

    /** Whether a number has a constant. */
    public static boolean isKnown(int value) {
        return BY_VALUE.find(value) != null;
    }

    /**
     * The constant of a number.
     *
     * @throws ErrnoException EINVAL if there is none
     */
    public static IbMtu of(int value) {
        return BY_VALUE.of(value);
    }
}
