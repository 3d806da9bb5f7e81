package org.softroce.uapi.rdma;

/**
 * Link layer of a port.
 *
 * @mirrors include/rdma/ib_verbs.h#enum rdma_link_layer
 */
public enum IbLinkLayer {
    UNSPECIFIED(0, "Unknown"),
    INFINIBAND(1, "InfiniBand"),
    ETHERNET(2, "Ethernet");

    private static final ByValue<IbLinkLayer> BY_VALUE = new ByValue<>("link layer", values(), IbLinkLayer::value);

    private final int value;
    private final String text;

    IbLinkLayer(int value, String text) {
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
    public static IbLinkLayer of(int value) {
        return BY_VALUE.of(value);
    }
}
