package org.softroce.roce;

/** The five path MTUs: the greatest payload of one packet (IBA 9.4.1; {@code enum ib_mtu}). */
public enum PathMtu {
    MTU_256(1, 256), MTU_512(2, 512), MTU_1024(3, 1024), MTU_2048(4, 2048), MTU_4096(5, 4096);

    private static final PathMtu[] BY_CODE = values();
    /** Headers reserved in a network MTU: BTH, RETH, atomic, immediate, ICRC and what rxe adds for safety. */
    private static final int MAX_HEADER_BYTES = 80;
    private final int code;
    private final int bytes;

    PathMtu(int code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    /** The value in {@code ib_mtu}, in attributes and in CM messages: 1 to 5. */
    public int code() {
        return code;
    }

    /** Payload bytes. */
    public int bytes() {
        return bytes;
    }

    /** By {@link #code()}. Throws {@link IllegalArgumentException} outside 1 to 5. */
    public static PathMtu ofCode(int code) {
        if (code < 1 || code > BY_CODE.length) {
            throw new IllegalArgumentException("path MTU code " + code + " is not in 1 (256) to 5 (4096)");
        }
        return BY_CODE[code - 1];
    }

    /** By payload bytes. Throws {@link IllegalArgumentException} when no MTU has exactly that size. */
    public static PathMtu ofBytes(int bytes) {
        for (PathMtu mtu : BY_CODE) {
            if (mtu.bytes == bytes) {
                return mtu;
            }
        }
        throw new IllegalArgumentException("path MTU " + bytes + " is none of 256, 512, 1024, 2048, 4096");
    }

    /**
     * The greatest path MTU that fits an Ethernet device of {@code netMtu} bytes, with the room Linux leaves for
     * headers; 256 when none fits.
     *
     * @mirrors drivers/infiniband/sw/rxe/rxe.c#rxe_set_mtu
     */
    public static PathMtu forNetMtu(int netMtu) {
        PathMtu best = MTU_256;
        for (PathMtu mtu : BY_CODE) {
            if (mtu.bytes + MAX_HEADER_BYTES <= netMtu) {
                best = mtu;
            }
        }
        return best;
    }
}
