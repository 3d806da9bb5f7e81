package org.softroce.kernel.net.internal;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.softroce.kernel.task.SocketFamily;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;

/**
 * AF_PACKET, SOCK_RAW.
 *
 * @mirrors net/packet/af_packet.c#packet_create
 */
@Component
public final class PacketSockets implements SocketFamily {

    private final NetStack net;

    @Activate
    public PacketSockets(@Reference NetStack net) {
        this.net = net;
    }

    @Override
    public boolean supports(int family, int type, int protocol) {
        return family == SocketNumbers.AF_PACKET && type == SocketNumbers.SOCK_RAW;
    }

    /** With a protocol it captures from all devices at once, without one it waits for a bind. */
    @Override
    public SocketFile create(Task caller, int family, int type, int protocol) {
        if (caller.uid() != 0) {
            throw new ErrnoException(Errno.EPERM, "captures are for uid 0, not for " + caller.uid());
        }
        PacketSocket socket = new PacketSocket(net, (Namespace) caller.netNamespace());
        if (protocol != 0) {
            socket.start(0, PacketSocket.hostOrder(protocol));
        }
        return socket;
    }
}
