package org.softroce.uapi.rdma;

/**
 * Which driver a device belongs to ({@code RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID}).
 *
 * @mirrors include/uapi/rdma/ib_user_ioctl_verbs.h#enum rdma_driver_id
 */
public enum RdmaDriverId {
    UNKNOWN(0),
    MLX5(1),
    MLX4(2),
    CXGB3(3),
    CXGB4(4),
    MTHCA(5),
    BNXT_RE(6),
    OCRDMA(7),
    NES(8),
    IRDMA(9),
    VMW_PVRDMA(10),
    QEDR(11),
    HNS(12),
    USNIC(13),
    RXE(14),
    HFI1(15),
    QIB(16),
    EFA(17),
    SIW(18),
    ERDMA(19),
    MANA(20),
    IONIC(21);

    private static final ByValue<RdmaDriverId> BY_VALUE = new ByValue<>("driver id", values(), RdmaDriverId::value);

    private final int value;

    RdmaDriverId(int value) {
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
    public static RdmaDriverId of(int value) {
        return BY_VALUE.of(value);
    }
}
