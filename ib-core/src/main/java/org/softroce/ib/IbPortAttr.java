package org.softroce.ib;

import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPhysState;
import org.softroce.uapi.rdma.IbPortState;

/**
 * A port as {@code ib_query_port} tells it.
 *
 * @param speed {@code IB_SPEED_*} bits (8 = FDR10)
 * @param width {@code IB_WIDTH_*} bits (1 = 1X)
 * @param portCapFlags {@code IB_PORT_*} bits, the GRH requirement not included
 * @param grhRequired RoCE: every address vector needs a GRH
 * @param linkLayer 2 = Ethernet
 * @mirrors include/rdma/ib_verbs.h#ib_port_attr
 */
public record IbPortAttr(IbPortState state, IbPhysState physState, IbMtu maxMtu, IbMtu activeMtu, int gidTableLength,
        int pkeyTableLength, long maxMessageBytes, int portCapFlags, int badPkeyCounter, int qkeyViolationCounter,
        int lid, int smLid, int lmc, int maxVlNum, int smSl, int subnetTimeout, int initTypeReply, int width, int speed,
        boolean grhRequired, int linkLayer) { }
