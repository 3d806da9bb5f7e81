package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.ib.GidTable;
import org.softroce.ib.IbDevice;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.GidEntry;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.MethodSpec;

/**
 * The GID table, whole and by entry.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types_device.c#UVERBS_METHOD_QUERY_GID_TABLE
 */
final class GidMethods {
    private GidMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_TABLE, "QUERY_GID_TABLE")
                .constant(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, "entry_size")
                .flags(UVERBS_ATTR_QUERY_GID_TABLE_FLAGS, "flags")
                .outAtLeast(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, "resp_entries", 0)
                .out(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, "resp_num_entries", 8)
                .handledBy(GidMethods::queryTable),
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_ENTRY, "QUERY_GID_ENTRY")
                .constant(UVERBS_ATTR_QUERY_GID_ENTRY_PORT, "port")
                .constant(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, "gid_index")
                .flags(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS, "flags")
                .outStruct(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, "resp_entry", GidEntry.SIZE, GidEntry.SIZE)
                .handledBy(GidMethods::queryEntry));
    }

    private static void queryTable(Bundle bundle) {
        bundle.context();
        bundle.flags(UVERBS_ATTR_QUERY_GID_TABLE_FLAGS, 0);
        int entrySize = bundle.constant(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, 0xffff);
        int room = bundle.length(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES);
        if (entrySize == 0 || room % entrySize != 0) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, entrySize
                + " does not divide the " + room + " bytes of resp_entries");
        }
        MemorySegment entries = MemorySegment.ofArray(new byte[room]);
        MemorySegment one = MemorySegment.ofArray(new byte[GidEntry.SIZE]);
        int count = 0;
        IbDevice device = bundle.device();
        for (int port = 1; port <= device.portCount(); port++) {
            GidTable table = device.gidTable(port);
            for (int index = 0; index < table.length(); index++) {
                GidTable.Entry entry = table.get(index);
                if (entry == null) {
                    continue;
                }
                if ((count + 1) * entrySize > room) {
                    throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, "has room for "
                        + room / entrySize + " entries, there are more; offer as many as gid_tbl_len says");
                }
                encode(entry, port, one);
                MemorySegment.copy(one, 0, entries, (long) count * entrySize, Math.min(entrySize, GidEntry.SIZE));
                count++;
            }
        }
        bundle.out64(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, count);
        bundle.out(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, entries.asSlice(0, (long) count * entrySize));
    }

    private static void queryEntry(Bundle bundle) {
        bundle.context();
        bundle.flags(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS, 0);
        int port = bundle.constant(UVERBS_ATTR_QUERY_GID_ENTRY_PORT, Integer.MAX_VALUE);
        int index = bundle.constant(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, Integer.MAX_VALUE);
        IbDevice device = bundle.device();
        if (port < 1 || port > device.portCount()) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_QUERY_GID_ENTRY_PORT, port
                + " is none of 1.." + device.portCount());
        }
        GidTable table = device.gidTable(port);
        if (index < 0 || index >= table.length()) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, index
                + " is none of 0.." + (table.length() - 1));
        }
        GidTable.Entry entry = table.get(index);
        if (entry == null) {
            throw bundle.refuse(Errno.ENODATA, UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, index + " is empty; in use are "
                + table.validIndices());
        }
        MemorySegment response = MemorySegment.ofArray(new byte[GidEntry.SIZE]);
        encode(entry, port, response);
        bundle.outOrZero(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, response);
    }

    private static void encode(GidTable.Entry entry, int port, MemorySegment out) {
        out.set(AbiLayout.BE64, GidEntry.GID, entry.gid().high());
        out.set(AbiLayout.BE64, GidEntry.GID + 8, entry.gid().low());
        out.set(AbiLayout.U32, GidEntry.GID_INDEX, entry.index());
        out.set(AbiLayout.U32, GidEntry.PORT_NUM, port);
        out.set(AbiLayout.U32, GidEntry.GID_TYPE, entry.type());
        out.set(AbiLayout.U32, GidEntry.NETDEV_IFINDEX, entry.netdev() == null ? 0 : entry.netdev().ifindex());
    }
}
