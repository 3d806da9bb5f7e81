package org.softroce.uverbs.internal.std;

import java.util.List;
import java.util.Map;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uverbs.internal.core.WriteSpec;

/** Commands that programs try and that no driver here offers: refused with what to do instead. */
final class Unsupported {
    private static final Map<Integer, String> REASONS = Map.of(
        IbUserVerbs.IB_USER_VERBS_CMD_CREATE_AH, "CREATE_AH: the driver has no address handles",
        IbUserVerbs.IB_USER_VERBS_CMD_ALLOC_MW, "ALLOC_MW: the driver has no memory windows; register a region",
        IbUserVerbs.IB_USER_VERBS_CMD_REREG_MR, "REREG_MR: the driver cannot change a region; register another one",
        IbUserVerbs.IB_USER_VERBS_CMD_ATTACH_MCAST, "ATTACH_MCAST: the driver has no multicast; send to each peer",
        IbUserVerbs.IB_USER_VERBS_CMD_DETACH_MCAST, "DETACH_MCAST: the driver has no multicast",
        IbUserVerbs.IB_USER_VERBS_CMD_QUERY_SRQ, "QUERY_SRQ: the driver does not tell; remember what you created",
        IbUserVerbs.IB_USER_VERBS_CMD_OPEN_XRCD, "OPEN_XRCD: the driver has no XRC; use RC");

    private Unsupported() { }

    static List<WriteSpec> commands() {
        return REASONS.entrySet().stream()
            .map(entry -> new WriteSpec(entry.getKey(), entry.getValue(), 0, 0, bundle -> {
                throw new ErrnoException(Errno.EOPNOTSUPP, entry.getValue());
            }))
            .toList();
    }
}
