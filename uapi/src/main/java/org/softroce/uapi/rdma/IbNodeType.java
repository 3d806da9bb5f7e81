package org.softroce.uapi.rdma;

/**
 * Type of a node, with the text of {@code ibv_node_type_str}.
 *
 * @mirrors include/uapi/rdma/rdma_netlink.h
 */
public enum IbNodeType {
    CA(1, "InfiniBand channel adapter"),
    SWITCH(2, "InfiniBand switch"),
    ROUTER(3, "InfiniBand router"),
    RNIC(4, "iWARP NIC"),
    USNIC(5, "usNIC"),
    USNIC_UDP(6, "usNIC UDP"),
    UNSPECIFIED(7, "unspecified");

    private static final ByValue<IbNodeType> BY_VALUE = new ByValue<>("node type", values(), IbNodeType::value);

    private final int value;
    private final String text;

    IbNodeType(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** What {@code ibv_node_type_str} says. */
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
    public static IbNodeType of(int value) {
        return BY_VALUE.of(value);
    }
}
