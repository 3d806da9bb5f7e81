package org.softroce.kernel.net.internal;

import org.osgi.service.component.annotations.Component;
import org.softroce.kernel.task.SocketFamily;
import org.softroce.kernel.task.SocketFile;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.SocketNumbers;

/**
 * AF_INET and AF_INET6, SOCK_STREAM.
 *
 * @mirrors net/ipv4/af_inet.c#inet_create
 */
@Component
public final class InetSockets implements SocketFamily {

    @Override
    public boolean supports(int family, int type, int protocol) {
        return (family == SocketNumbers.AF_INET || family == SocketNumbers.AF_INET6)
                && type == SocketNumbers.SOCK_STREAM
                && (protocol == 0 || protocol == SocketNumbers.IPPROTO_TCP);
    }

    @Override
    public SocketFile create(Task caller, int family, int type, int protocol) {
        return new StreamSocket((Namespace) caller.netNamespace(), family);
    }
}
