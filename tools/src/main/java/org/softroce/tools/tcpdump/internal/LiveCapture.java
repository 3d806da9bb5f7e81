package org.softroce.tools.tcpdump.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.task.PollFd;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.kernel.task.TaskExit;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.Poll;
import org.softroce.uapi.SocketNumbers;

/**
 * A packet socket on one device, or on all.
 *
 * <p>A frame that a device sends to itself, as all of lo, is seen by the socket twice; it is given once, coming in, as
 * libpcap does.
 *
 * @mirrors pcap-linux.c of libpcap#pcap_handle_packet_mmap
 */
final class LiveCapture implements AutoCloseable {
    private static final int ETH_P_ALL = 3;
    private static final int PACKET_STATISTICS = 6;
    private static final int OUTGOING = 4;
    private static final int HEADER_BYTES = 16;
    private static final int INDEX = 8;
    private static final int DIRECTION = 12;
    private static final int ADDRESS_BYTES = 6;
    private static final int MAX_FRAME = 65_536;

    private final Task task;
    private final int fd;
    private final NetDevice device;
    private final List<PollFd> ready;
    private final byte[] bytes = new byte[HEADER_BYTES + MAX_FRAME];
    private final MemorySegment buffer = MemorySegment.ofArray(bytes);
    private final ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<Integer, String> names = new HashMap<>();
    private long seen;
    private long dropped;

    private LiveCapture(Task task, int fd, NetDevice device) {
        this.task = task;
        this.fd = fd;
        this.device = device;
        this.ready = List.of(new PollFd(fd, Poll.POLLIN));
    }

    static LiveCapture open(Task task, DeviceList devices, String wanted) throws ToolException {
        String name = wanted;
        NetDevice device = devices.device(name);
        if (device == null && name.matches("[0-9]{1,9}")) {
            name = devices.byNumber(Integer.parseInt(name));
            if (name == null) {
                throw new ToolException("Invalid adapter index", wanted + " is none of the numbers that -D shows");
            }
            device = devices.device(name);
        }
        if (device == null && !name.equals(DeviceList.ANY)) {
            throw new ToolException(name + ": No such device exists\n(No such device exists)",
                    remedy(task, devices, name));
        }
        int fd = socket(task, name);
        task.bind(fd, new SockAddr.Packet(device == null ? 0 : device.ifindex(), ETH_P_ALL));
        task.setNonBlocking(fd, true);
        return new LiveCapture(task, fd, device);
    }

    private static int socket(Task task, String name) throws ToolException {
        try {
            return task.socket(SocketNumbers.AF_PACKET, SocketNumbers.SOCK_RAW, 0);
        } catch (ErrnoException e) {
            if (e.errno() != Errno.EPERM) {
                throw e;
            }
            throw new ToolException(name + ": You don't have permission to perform this capture on that device\n"
                    + "(socket: Operation not permitted)", e.detail());
        }
    }

    /** Users often name the RDMA device; its net device is what carries the packets. */
    private static String remedy(Task task, DeviceList devices, String name) {
        try {
            String parent = task.readText("/sys/class/infiniband/" + name + "/parent").strip();
            return name + " is an RDMA device; its packets are those of its net device: -i " + parent;
        } catch (ErrnoException none) {
            return "devices here: " + devices.names();
        }
    }

    /** The device, empty for all. */
    Optional<NetDevice> device() {
        return Optional.ofNullable(device);
    }

    /** The next frame, {@code null} when none is there now. ENETDOWN when the device has gone. */
    Capture poll() {
        while (true) {
            int length;
            try {
                length = task.read(fd, buffer) - HEADER_BYTES;
            } catch (ErrnoException e) {
                if (e.errno() == Errno.EAGAIN) {
                    return null;
                }
                throw e;
            }
            seen++;
            boolean outgoing = header.getInt(DIRECTION) == OUTGOING;
            if (!(outgoing && toItself(length))) {
                byte[] frame = Arrays.copyOfRange(bytes, HEADER_BYTES, HEADER_BYTES + length);
                return new Capture(name(header.getInt(INDEX)), outgoing, header.getLong(0), length, frame);
            }
        }
    }

    private boolean toItself(int length) {
        int source = HEADER_BYTES + ADDRESS_BYTES;
        return length >= 2 * ADDRESS_BYTES
                && Arrays.equals(bytes, HEADER_BYTES, source, bytes, source, source + ADDRESS_BYTES);
    }

    private String name(int ifindex) {
        return names.computeIfAbsent(ifindex, index -> task.netNamespace().devices().stream()
                .filter(candidate -> candidate.ifindex() == index).map(NetDevice::name).findFirst()
                .orElse("if" + index));
    }

    /** Waits for a frame. */
    void await() {
        dropped += task.ioctl(fd, PACKET_STATISTICS, 0);
        task.poll(ready, -1);
    }

    /** Frames the socket was given so far, the dropped ones among them. */
    long received() {
        return seen + dropped;
    }

    /** Frames lost so far because we were too slow. */
    long dropped() {
        return dropped;
    }

    @Override
    public void close() {
        try {
            task.close(fd);
        } catch (TaskExit exiting) {
            // the end of the task closes it
        }
    }
}
