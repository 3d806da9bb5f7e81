package org.softroce.verbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A device that can be opened.
 *
 * @mirrors libibverbs/verbs.h#ibv_device
 */
@ProviderType
public interface IbvDevice {
    /** {@code ibv_get_device_name}. */
    String name();

    /** {@code ibv_get_device_guid} as a big-endian number. */
    long guid();

    /** {@code ibv_get_device_index}. */
    int index();

    /** {@code IBV_NODE_CA} = 1. */
    int nodeType();

    /** {@code IBV_TRANSPORT_IB} = 0. */
    int transportType();

    /** {@code /dev/infiniband/uverbsN}. */
    String devicePath();

    /**
     * {@code ibv_open_device}.
     *
     * @throws org.softroce.uapi.ErrnoException ENODEV if it is gone
     */
    IbvContext open();
}
