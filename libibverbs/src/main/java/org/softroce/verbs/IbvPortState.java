package org.softroce.verbs;

/**
 * State of a port.
 *
 * @mirrors libibverbs/verbs.h#ibv_port_state
 */
public enum IbvPortState {
    NOP(0, "PORT_NOP"),
    DOWN(1, "PORT_DOWN"),
    INIT(2, "PORT_INIT"),
    ARMED(3, "PORT_ARMED"),
    ACTIVE(4, "PORT_ACTIVE"),
    ACTIVE_DEFER(5, "PORT_ACTIVE_DEFER");

    private final int value;
    private final String text;

    IbvPortState(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** Words of the real library for it. */
    public String text() {
        return text;
    }

    /** By number. */
    public static IbvPortState of(int value) {
        for (IbvPortState constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_port_state has no value " + value);
    }
}
