package org.softroce.verbs;

/**
 * An entry of a GID table.
 *
 * @param gidType {@code ibv_gid_type}: 0 = IB, 1 = RoCE v1, 2 = RoCE v2
 * @param ndevIfindex net device it belongs to, 0 if hidden
 * @mirrors libibverbs/verbs.h#ibv_gid_entry
 */
public record IbvGidEntry(IbvGid gid, int gidIndex, int portNum, int gidType, int ndevIfindex) { }
