package org.softroce.uapi.rdma;

/**
 * Path migration state of a queue pair.
 *
 * @mirrors include/rdma/ib_verbs.h#enum ib_mig_state
 */
public enum IbMigState {
    MIGRATED(0),
    REARM(1),
    ARMED(2);

    private static final ByValue<IbMigState> BY_VALUE =
        new ByValue<>("path migration state", values(), IbMigState::value);

    private final int value;

    IbMigState(int value) {
        this.value = value;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
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
    public static IbMigState of(int value) {
        return BY_VALUE.of(value);
    }
}
