package org.softroce.iproute2.rdma.internal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.softroce.kernel.task.SockAddr;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.SocketNumbers;
import org.softroce.uapi.netlink.NlAttr;
import org.softroce.uapi.netlink.NlAttrs;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;
import org.softroce.uapi.netlink.NlWriter;
import org.softroce.uapi.rdma.RdmaNetlink;

/**
 * A NETLINK_RDMA socket: one request, and its answers up to ACK, error or DONE.
 *
 * @mirrors iproute2/lib/mnl_utils.c#mnlu_socket_recv_run
 */
final class Nl implements AutoCloseable {

    private static final int BUFFER = 65536;

    private final Task task;
    private final int fd;
    private final byte[] buffer = new byte[BUFFER];
    private int seq = 1;

    Nl(Task task) {
        this.task = task;
        this.fd = task.socket(SocketNumbers.AF_NETLINK, SocketNumbers.SOCK_RAW, SocketNumbers.NETLINK_RDMA);
        task.bind(fd, new SockAddr.Netlink(0, 0));
    }

    /** A request that is answered and acknowledged. */
    void doit(int command, Consumer<NlWriter> attributes, Consumer<NlAttrs> answer) {
        request(command, NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_ACK, attributes, answer);
    }

    /** A request for all objects. */
    void dump(int command, Consumer<NlWriter> attributes, Consumer<NlAttrs> answer) {
        request(command, NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_ACK | NlMsg.NLM_F_DUMP, attributes, answer);
    }

    private void request(int command, int flags, Consumer<NlWriter> attributes, Consumer<NlAttrs> answer) {
        NlWriter writer = new NlWriter();
        writer.begin(RdmaNetlink.type(RdmaNetlink.RDMA_NL_NLDEV, command), flags, ++seq, 0);
        attributes.accept(writer);
        task.write(fd, MemorySegment.ofArray(writer.end().toBytes()));
        boolean more = true;
        while (more) {
            int count = task.read(fd, MemorySegment.ofArray(buffer));
            more = answers(Arrays.copyOf(buffer, count), answer);
        }
    }

    /** False once the request is through. */
    private boolean answers(byte[] datagram, Consumer<NlAttrs> answer) {
        NlReader reader = new NlReader(datagram);
        while (reader.next()) {
            if (reader.seq() != seq) {
                continue;
            }
            switch (reader.type()) {
                case NlMsg.NLMSG_DONE -> {
                    if (reader.errno() != 0) {
                        NlAttr text = reader.attrs(Integer.BYTES).find(NlMsg.NLMSGERR_ATTR_MSG);
                        throw new NlError(Errno.of(reader.errno()), text == null ? null : text.string());
                    }
                    return false;
                }
                case NlMsg.NLMSG_ERROR -> {
                    if (reader.errno() != 0) {
                        throw new NlError(Errno.of(reader.errno()), reader.errorText());
                    }
                    return false;
                }
                default -> answer.accept(reader.attrs(0));
            }
        }
        return true;
    }

    @Override
    public void close() {
        task.close(fd);
    }
}
