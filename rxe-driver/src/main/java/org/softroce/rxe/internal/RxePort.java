package org.softroce.rxe.internal;

import org.softroce.ib.IbPortAttr;
import org.softroce.kernel.net.NetDevice;
import org.softroce.roce.PathMtu;
import org.softroce.uapi.rdma.IbLinkLayer;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPhysState;
import org.softroce.uapi.rdma.IbPortState;

/**
 * The only port of a device: what it is follows from the net device at the moment of asking.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.c#rxe_query_port
 */
final class RxePort {
    private static final int WIDTH_1X = 1;
    private static final int WIDTH_4X = 2;
    private static final int SPEED_SDR = 1;
    private static final int SPEED_DDR = 2;
    private static final int SPEED_FDR10 = 8;
    private static final int SPEED_EDR = 32;
    private static final int UNKNOWN_SPEED_MBPS = 1000;

    private RxePort() { }

    static IbPortState state(NetDevice netdev) {
        return netdev.isUp() && netdev.hasCarrier() ? IbPortState.ACTIVE : IbPortState.DOWN;
    }

    private static IbPhysState physState(NetDevice netdev) {
        if (!netdev.isUp()) {
            return IbPhysState.DISABLED;
        }
        return netdev.hasCarrier() ? IbPhysState.LINK_UP : IbPhysState.POLLING;
    }

    /** The largest path MTU that leaves 80 bytes of the net device's for headers; 256 at least. */
    static IbMtu activeMtu(NetDevice netdev) {
        return IbMtu.of(PathMtu.forNetMtu(netdev.mtu()).code());
    }

    static IbPortAttr query(NetDevice netdev) {
        int mbps = netdev.speedMbps() < 0 ? UNKNOWN_SPEED_MBPS : netdev.speedMbps();
        return new IbPortAttr(state(netdev), physState(netdev), IbMtu.MTU_4096, activeMtu(netdev),
                RxeParam.GID_TABLE_LENGTH, RxeParam.PKEY_TABLE_LENGTH, RxeParam.MAX_MESSAGE_BYTES,
                RxeParam.PORT_CAP_CM_SUP, 0, 0, 0, 0, 0, 1, 0, 0, 0, width(mbps), speed(mbps), true,
                IbLinkLayer.ETHERNET.value());
    }

    /** @mirrors drivers/infiniband/core/verbs.c#ib_get_width_and_speed */
    private static int width(int mbps) {
        return mbps <= 10_000 || mbps > 20_000 && mbps <= 25_000 ? WIDTH_1X : WIDTH_4X;
    }

    private static int speed(int mbps) {
        if (mbps <= 1000) {
            return SPEED_SDR;
        }
        if (mbps <= 10_000) {
            return SPEED_FDR10;
        }
        if (mbps <= 20_000) {
            return SPEED_DDR;
        }
        return mbps <= 25_000 || mbps > 40_000 ? SPEED_EDR : SPEED_FDR10;
    }
}
