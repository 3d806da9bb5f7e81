package org.softroce.uapi.rdma;

/**
 * Logical state of a port, with the text of {@code ibv_port_state_str}.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_port_state
 */
public enum IbPortState {
    NOP(0, "no state change (NOP)"),
    DOWN(1, "down"),
    INIT(2, "init"),
    ARMED(3, "armed"),
    ACTIVE(4, "active"),
    ACTIVE_DEFER(5, "active defer");

    private static final ByValue<IbPortState> BY_VALUE = new ByValue<>("port state", values(), IbPortState::value);

    private final int value;
    private final String text;

    IbPortState(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** What {@code ibv_port_state_str} says. */
    public String text() {
        return text;
    }

    /** Whether a number has a constant. */
    public static boolean isKnown(int value) {
        return BY_VALUE.find(value) != null;
    }

    /**
     * The constant of a number.
     *
     * @throws org.softroce.uapi.ErrnoException EINVAL if there is none
     */
    public static IbPortState of(int value) {
        return BY_VALUE.of(value);
    }
}
