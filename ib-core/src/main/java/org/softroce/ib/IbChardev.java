package org.softroce.ib;

/**
 * Properties of a {@link org.softroce.kernel.task.CharDevice} service that belongs to an RDMA device, so that
 * {@code RDMA_NLDEV_CMD_GET_CHARDEV} finds it. The index of the device is in {@link IbDevice#INDEX}.
 *
 * @mirrors include/rdma/ib_verbs.h#ib_client_nl_info
 */
public final class IbChardev {
    /** {@code "uverbs"}, {@code "umad"}: String. */
    public static final String TYPE = "rdma.chardev.type";
    /** Name of the node without directory, such as {@code "uverbs0"}: String. */
    public static final String NAME = "rdma.chardev.name";
    /** Version of the user ABI: Long. */
    public static final String ABI = "rdma.chardev.abi";

    private IbChardev() { }
}
