package org.softroce.ib.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.softroce.ib.GidTable;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbGidType;

/**
 * GIDs of one port. Slot 0 is the default GID, the link-local one made from the hardware address, whether the device is
 * up or not; every further address of the net device takes the lowest free slot. A device without hardware address (lo)
 * has no default GID, its addresses count from 0.
 *
 * @mirrors drivers/infiniband/core/roce_gid_mgmt.c
 */
final class PortGids implements GidTable {

    private final Entry[] entries;

    PortGids(int length) {
        this.entries = new Entry[length];
    }

    /** Brings the table in line with the net device; true if something changed. */
    synchronized boolean follow(NetDevice netdev) {
        boolean hasDefault = !netdev.address().isZero();
        IpAddress defaultGid = hasDefault ? netdev.address().toLinkLocal() : null;
        List<IpAddress> wanted = new ArrayList<>();
        for (InterfaceAddress address : netdev.addresses()) {
            if (!address.address().equals(defaultGid)) {
                wanted.add(address.address());
            }
        }
        int first = hasDefault ? 1 : 0;
        boolean changed = hasDefault && set(0, defaultGid, netdev);
        for (int i = first; i < entries.length; i++) {
            if (entries[i] != null && !wanted.contains(entries[i].gid())) {
                entries[i] = null;
                changed = true;
            }
        }
        for (IpAddress gid : wanted) {
            changed |= insert(first, gid, netdev);
        }
        return changed;
    }

    private boolean insert(int first, IpAddress gid, NetDevice netdev) {
        int free = -1;
        for (int i = first; i < entries.length; i++) {
            if (entries[i] == null) {
                free = free < 0 ? i : free;
            } else if (entries[i].gid().equals(gid)) {
                return false;
            }
        }
        return free >= 0 && set(free, gid, netdev);
    }

    private boolean set(int index, IpAddress gid, NetDevice netdev) {
        Entry entry = new Entry(index, gid, IbGidType.ROCE_V2.value(), netdev);
        if (entry.equals(entries[index])) {
            return false;
        }
        entries[index] = entry;
        return true;
    }

    @Override
    public int length() {
        return entries.length;
    }

    @Override
    public synchronized Entry get(int index) {
        if (index < 0 || index >= entries.length) {
            throw new ErrnoException(Errno.EINVAL, "GID index " + Integer.toUnsignedString(index)
                    + " is beyond the table of " + entries.length + "; valid indices: " + validIndices());
        }
        return entries[index];
    }

    @Override
    public synchronized int find(IpAddress gid) {
        for (int i = 0; i < entries.length; i++) {
            if (entries[i] != null && entries[i].gid().equals(gid)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public synchronized String validIndices() {
        StringJoiner text = new StringJoiner(", ");
        for (Entry entry : entries) {
            if (entry != null) {
                text.add(entry.index() + " (" + entry.gid().toGidString() + ")");
            }
        }
        return text.length() == 0 ? "none" : text.toString();
    }
}
