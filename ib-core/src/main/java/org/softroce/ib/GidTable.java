package org.softroce.ib;

import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;

/**
 * The GID table of a port: follows the addresses of its net device.
 *
 * @mirrors drivers/infiniband/core/cache.c#ib_gid_table
 */
@ProviderType
public interface GidTable {

    /**
     * One entry.
     *
     * @param type 2 = RoCE v2 ({@code IB_GID_TYPE_ROCE_UDP_ENCAP})
     */
    record Entry(int index, IpAddress gid, int type, NetDevice netdev) { }

    /** Slots, 1024. */
    int length();

    /** The entry or {@code null} if the slot is empty; EINVAL beyond the table. */
    Entry get(int index);

    /** Index of the entry with this GID, -1 if there is none. */
    int find(IpAddress gid);

    /** Text such as {@code "0, 1"} for diagnostics. */
    String validIndices();
}
