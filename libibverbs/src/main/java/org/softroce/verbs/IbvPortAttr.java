package org.softroce.verbs;

/**
 * A port.
 *
 * @param maxMsgSz bytes
 * @param linkLayer 0 unspecified, 1 InfiniBand, 2 Ethernet
 * @param flags {@code IBV_QPF_GRH_REQUIRED} = 1
 * @mirrors libibverbs/verbs.h#ibv_port_attr
 */
public record IbvPortAttr(IbvPortState state, IbvMtu maxMtu, IbvMtu activeMtu, int gidTblLen, int portCapFlags,
        long maxMsgSz, int badPkeyCntr, int qkeyViolCntr, int pkeyTblLen, int lid, int smLid, int lmc, int maxVlNum,
        int smSl, int subnetTimeout, int initTypeReply, int activeWidth, int activeSpeed, int physState, int linkLayer,
        int flags, int portCapFlags2) { }
