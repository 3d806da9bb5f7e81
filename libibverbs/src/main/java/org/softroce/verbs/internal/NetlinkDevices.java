package org.softroce.verbs.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;
import org.softroce.uapi.netlink.NlAttrs;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;
import org.softroce.uapi.netlink.NlWriter;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.driver.VerbsSysfsDev;

/**
 * Devices as NETLINK_RDMA shows them: a dump of all, then for each the device file of its verbs.
 *
 * @mirrors libibverbs/ibdev_nl.c#find_sysfs_devs_nl
 */
final class NetlinkDevices implements AutoCloseable {
    private static final int DATAGRAM_BYTES = 32 * 1024;
    private static final int GET = type(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET);
    private static final int GET_CHARDEV = type(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET_CHARDEV);

    private final Task task;
    private final int fd;
    private final byte[] datagram = new byte[DATAGRAM_BYTES];
    private int sequence;

    /** Opens a socket; throws what {@code socket} answers, EPROTONOSUPPORT if nobody serves the protocol. */
    NetlinkDevices(Task task) {
        this.task = task;
        this.fd = task.socket(SocketNumbers.AF_NETLINK, SocketNumbers.SOCK_RAW | SocketNumbers.SOCK_CLOEXEC,
                SocketNumbers.NETLINK_RDMA);
        try {
            task.bind(fd, new SockAddr.Netlink(0, 0));
        } catch (RuntimeException e) {
            task.close(fd);
            throw e;
        }
    }

    /** Devices whose device file is there; one that vanishes meanwhile is left out. */
    List<VerbsSysfsDev> find() {
        List<VerbsSysfsDev> found = new ArrayList<>();
        for (NlAttrs device : dump()) {
            VerbsSysfsDev dev = withChardev(device);
            if (dev != null && DeviceFiles.exists(task, dev)) {
                found.add(dev);
            }
        }
        return found;
    }

    /** @mirrors util/rdma_nl.c#rdmanl_get_devices */
    private List<NlAttrs> dump() {
        send(new NlWriter().begin(GET, NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_DUMP, ++sequence, 0).end());
        List<NlAttrs> devices = new ArrayList<>();
        while (true) {
            NlReader reader = receive();
            while (reader.next()) {
                if (reader.type() == NlMsg.NLMSG_DONE) {
                    return devices;
                }
                checkError(reader);
                devices.add(reader.attrs(0));
            }
        }
    }

    /** @mirrors libibverbs/ibdev_nl.c#find_uverbs_nl */
    private VerbsSysfsDev withChardev(NlAttrs device) {
        int index = device.u32(RDMA_NLDEV_ATTR_DEV_INDEX);
        NlAttrs chardev;
        try {
            send(new NlWriter().begin(GET_CHARDEV, NlMsg.NLM_F_REQUEST, ++sequence, 0)
                    .putU32(RDMA_NLDEV_ATTR_DEV_INDEX, index)
                    .putString(RDMA_NLDEV_ATTR_CHARDEV_TYPE, "uverbs").end());
            chardev = answer();
        } catch (ErrnoException e) {
            return null;
        }
        long dev = chardev.u64(RDMA_NLDEV_ATTR_CHARDEV);
        int driver = chardev.u32(RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID, RdmaDriverId.UNKNOWN.value());
        return new VerbsSysfsDev(
                chardev.string(RDMA_NLDEV_ATTR_CHARDEV_NAME),
                device.string(RDMA_NLDEV_ATTR_DEV_NAME),
                index,
                (int) (dev & 0xfff00) >> 8,
                (int) (dev & 0xff | dev >> 12 & 0xfff00),
                chardev.u64(RDMA_NLDEV_ATTR_CHARDEV_ABI),
                device.u64(RDMA_NLDEV_ATTR_NODE_GUID),
                DeviceFiles.nodeType(device.u8(RDMA_NLDEV_ATTR_DEV_NODE_TYPE)),
                device.u32(RDMA_NLDEV_ATTR_PORT_INDEX),
                RdmaDriverId.isKnown(driver) ? RdmaDriverId.of(driver) : RdmaDriverId.UNKNOWN);
    }

    private NlAttrs answer() {
        NlReader reader = receive();
        if (!reader.next()) {
            throw new ErrnoException(Errno.EINVAL, "the netlink answer has no message");
        }
        checkError(reader);
        return reader.attrs(0);
    }

    private static void checkError(NlReader reader) {
        if (reader.type() == NlMsg.NLMSG_ERROR && reader.errno() != 0) {
            throw new ErrnoException(Errno.of(reader.errno()), reader.errorText());
        }
    }

    private void send(NlWriter message) {
        task.write(fd, MemorySegment.ofArray(message.toBytes()));
    }

    private NlReader receive() {
        int length = task.read(fd, MemorySegment.ofArray(datagram));
        return new NlReader(datagram.clone(), length);
    }

    @Override
    public void close() {
        task.close(fd);
    }
}
