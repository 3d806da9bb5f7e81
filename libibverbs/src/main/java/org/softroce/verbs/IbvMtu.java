package org.softroce.verbs;

/**
 * Path MTU; {@code 128 << value} bytes.
 *
 * @mirrors libibverbs/verbs.h#ibv_mtu
 */
public enum IbvMtu {
    MTU_256(1),
    MTU_512(2),
    MTU_1024(3),
    MTU_2048(4),
    MTU_4096(5);

    private final int value;

    IbvMtu(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** By number. */
    public static IbvMtu of(int value) {
        for (IbvMtu constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_mtu has no value " + value);
    }
}
