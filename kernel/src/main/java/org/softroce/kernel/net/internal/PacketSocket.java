package org.softroce.kernel.net.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.Softnet;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.WaitQueue;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;

/**
 * A capture: copies of the frames that one device, or all devices of the namespace, send and receive.
 *
 * <p>{@code read} gives one frame, preceded by 16 bytes, little-endian: time of day in nanoseconds since 1970 (8),
 * ifindex (4), direction (4: {@value PacketTap#INCOMING} came in, {@value PacketTap#OUTGOING} went out). A frame that a
 * device sends to itself, as all frames of lo, is seen twice, going out and coming in. {@code write} sends a frame out
 * of the bound device. {@code ioctl} with {@value #PACKET_STATISTICS} tells how many frames were lost since it was
 * asked last because the reader was slow.
 *
 * @mirrors net/packet/af_packet.c#packet_rcv
 */
final class PacketSocket extends SocketFile implements PacketTap {

    static final int PACKET_STATISTICS = 6;
    private static final int ETH_P_ALL = 3;
    private static final int ETH_P_ALL_NETWORK_ORDER = 0x0300;
    private static final long EPOCH_NS = System.currentTimeMillis() * 1_000_000 - System.nanoTime();

    private final NetStack net;
    private final Namespace namespace;
    private final WaitQueue waitQueue = new WaitQueue();
    private final CaptureRing frames = new CaptureRing();
    private volatile int ifindex;
    private volatile int protocol;
    private volatile boolean deviceGone;
    private boolean started;

    PacketSocket(NetStack net, Namespace namespace) {
        this.net = net;
        this.namespace = namespace;
    }

    /** Protocols come in network order from programs that know {@code htons}; "all" is the same to us either way. */
    static int hostOrder(int protocol) {
        return protocol == ETH_P_ALL_NETWORK_ORDER ? ETH_P_ALL : protocol;
    }

    @Override
    public void bind(Task caller, SockAddr address) {
        if (!(address instanceof SockAddr.Packet packet)) {
            throw new ErrnoException(Errno.EINVAL, address + " is not an address of a packet socket");
        }
        boolean known = packet.ifindex() == 0;
        for (Device device : namespace.members()) {
            known |= device.ifindex() == packet.ifindex();
        }
        if (!known) {
            throw new ErrnoException(Errno.ENODEV, "no device of " + namespace.described() + " has index "
                    + packet.ifindex() + "; devices here: " + namespace.deviceNames());
        }
        start(packet.ifindex(), hostOrder(packet.protocol()));
    }

    synchronized void start(int wantedIfindex, int wantedProtocol) {
        if (started) {
            net.removeTap(this);
        }
        ifindex = wantedIfindex;
        protocol = wantedProtocol == 0 ? ETH_P_ALL : wantedProtocol;
        deviceGone = false;
        started = true;
        net.addTap(this);
    }

    @Override
    public boolean wants(Device device) {
        return device.state().namespace() == namespace && (ifindex == 0 || ifindex == device.ifindex());
    }

    @Override
    public void capture(Device device, SkBuff skb, int direction) {
        if (protocol != ETH_P_ALL && protocol != Frame.u16(skb.data(), Frame.ETHERTYPE)) {
            return;
        }
        if (frames.put(EPOCH_NS + System.nanoTime(), device.ifindex(), direction, skb.data(), SkBuff.HEAD,
                skb.length())) {
            waitQueue.wake();
        }
    }

    @Override
    public void unregistered(Device device) {
        if (ifindex == device.ifindex()) {
            deviceGone = true;
            waitQueue.wake();
        }
    }

    @Override
    public int read(Task caller, MemorySegment buffer) {
        int bytes = frames.take(buffer);
        if (bytes >= 0) {
            return bytes;
        }
        if (deviceGone) {
            throw new ErrnoException(Errno.ENETDOWN, "the device with index " + ifindex + " is gone");
        }
        throw new ErrnoException(Errno.EAGAIN, "no frame was captured yet");
    }

    @Override
    public int write(Task caller, MemorySegment data) {
        Device device = (Device) net.deviceByIndex(ifindex);
        if (ifindex == 0 || device == null) {
            throw new ErrnoException(Errno.ENXIO, "bind the socket to a device first to send from it");
        }
        if (data.byteSize() < Frame.ETHERNET_BYTES || data.byteSize() > SkBuff.CAPACITY) {
            throw new ErrnoException(Errno.EMSGSIZE, "a frame of " + data.byteSize() + " bytes is outside "
                    + Frame.ETHERNET_BYTES + ".." + SkBuff.CAPACITY);
        }
        Softnet softnet = net.softnet();
        SkBuff skb = softnet.alloc();
        MemorySegment.copy(data, 0, skb.data(), SkBuff.HEAD, data.byteSize());
        skb.setEnd(SkBuff.HEAD + (int) data.byteSize());
        boolean sent = device.xmit(skb);
        softnet.process();
        if (!sent) {
            throw new ErrnoException(device.isUp() ? Errno.ENOBUFS : Errno.ENETDOWN, device.name()
                    + " dropped the frame: down, without carrier, or the frame is longer than its mtu "
                    + device.mtu());
        }
        return (int) data.byteSize();
    }

    @Override
    public long ioctl(Task caller, long request, long argument) {
        return request == PACKET_STATISTICS ? frames.takeDropped() : super.ioctl(caller, request, argument);
    }

    @Override
    public int poll() {
        return (frames.isEmpty() ? 0 : Poll.POLLIN) | (deviceGone ? Poll.POLLERR | Poll.POLLIN : 0) | Poll.POLLOUT;
    }

    @Override
    public WaitQueue waitQueue() {
        return waitQueue;
    }

    @Override
    public SockAddr sockName() {
        return new SockAddr.Packet(ifindex, protocol);
    }

    @Override
    public void release() {
        net.removeTap(this);
    }
}
