package org.softroce.rxe.internal;

import java.util.Arrays;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.UdpTunnelHandler;
import org.softroce.roce.RoceOpcode;
import org.softroce.rxe.internal.qp.RxePacket;
import org.softroce.rxe.internal.qp.RxeQp;
import org.softroce.rxe.internal.stat.DropReason;
import org.softroce.rxe.internal.task.RxeEngine;

/**
 * Receives the datagrams of port 4791 in all namespaces and finds the queue pair. The ICRC is checked last, by the
 * owner of the queue pair.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_recv.c#rxe_rcv
 */
final class RxeNet implements UdpTunnelHandler {
    private static final int MULTICAST_QPN = 0xff_ffff;
    private static final int GSI_QPN = 1;
    private static final int PKEY_BASE = 0x7fff;

    private final RxeEngine engine;
    private volatile RxeDev[] byIfindex = new RxeDev[0];

    RxeNet(RxeEngine engine) {
        this.engine = engine;
    }

    /** The device on this net device or {@code null}. */
    RxeDev find(NetDevice netdev) {
        RxeDev[] devices = byIfindex;
        int index = netdev.ifindex();
        return index < devices.length ? devices[index] : null;
    }

    /** False if the net device has one. */
    synchronized boolean add(RxeDev device) {
        int index = device.netdev().ifindex();
        if (find(device.netdev()) != null) {
            return false;
        }
        RxeDev[] devices = Arrays.copyOf(byIfindex, Math.max(byIfindex.length, index + 1));
        devices[index] = device;
        byIfindex = devices;
        return true;
    }

    synchronized void remove(RxeDev device) {
        if (find(device.netdev()) == device) {
            RxeDev[] devices = byIfindex.clone();
            devices[device.netdev().ifindex()] = null;
            byIfindex = devices;
        }
    }

    @Override
    public void receive(NetDevice netdev, SkBuff skb) {
        RxeDev device = find(netdev);
        DropReason reason = device == null ? DropReason.NO_DEVICE : RxePacket.parse(skb);
        if (device != null && reason != DropReason.SHORT && !device.gids().isDestinationOf(skb)) {
            reason = DropReason.BAD_DGID;
        }
        if (reason == null) {
            reason = dispatch(device, skb);
        }
        if (reason != null) {
            engine.countDrop(reason);
            skb.free();
        }
    }

    /** Gives the packet to its queue pair; {@code null} or why not. */
    private static DropReason dispatch(RxeDev device, SkBuff skb) {
        int qpn = skb.cb[RxePacket.QPN];
        if (qpn == MULTICAST_QPN) {
            return DropReason.MULTICAST;
        }
        if (qpn == GSI_QPN) {
            return DropReason.GSI;
        }
        RxeIbQp handle = device.queuePairs().lookup(qpn);
        if (handle == null || handle.qpNum() != qpn) {
            return DropReason.NO_QP;
        }
        DropReason reason = check(handle.task().qp(), skb);
        if (reason == null) {
            handle.task().receive(skb);
        }
        return reason;
    }

    /** @mirrors drivers/infiniband/sw/rxe/rxe_recv.c#hdr_check */
    private static DropReason check(RxeQp qp, SkBuff skb) {
        if ((skb.cb[RxePacket.OPCODE] & RoceOpcode.SERVICE_MASK) != RoceOpcode.RC) {
            return DropReason.BAD_QP_TYPE;
        }
        boolean request = (skb.cb[RxePacket.MASK] & RoceOpcode.REQ_MASK) != 0;
        if (request ? !qp.canRespond() : !qp.canComplete()) {
            return DropReason.BAD_QP_STATE;
        }
        if (!qp.comesFromPeer(skb)) {
            return DropReason.BAD_ADDRESS;
        }
        int pkey = skb.cb[RxePacket.PKEY];
        return (pkey & PKEY_BASE) == PKEY_BASE ? null : DropReason.BAD_PKEY;
    }
}
