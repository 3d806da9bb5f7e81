package org.softroce.uapi.rdma;

/**
 * Physical state of a port, with the text of {@code phys_state} in sysfs.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_port_phys_state
 */
public enum IbPhysState {
    SLEEP(1, "Sleep"),
    POLLING(2, "Polling"),
    DISABLED(3, "Disabled"),
    PORT_CONFIGURATION_TRAINING(4, "PortConfigurationTraining"),
    LINK_UP(5, "LinkUp"),
    LINK_ERROR_RECOVERY(6, "LinkErrorRecovery"),
    PHY_TEST(7, "Phy Test");

    private static final ByValue<IbPhysState> BY_VALUE =
        new ByValue<>("physical port state", values(), IbPhysState::value);

    private final int value;
    private final String text;

    IbPhysState(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** The text in sysfs. */
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
    public static IbPhysState of(int value) {
        return BY_VALUE.of(value);
    }
}
