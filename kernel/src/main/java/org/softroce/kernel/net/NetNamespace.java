package org.softroce.kernel.net;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A network namespace: its own devices, addresses and ports.
 *
 * @mirrors include/net/net_namespace.h#net
 */
@ProviderType
public interface NetNamespace {
    /** Name given by {@code ip netns add}; empty for the initial one. */
    String name();

    /** Inode-like number that tells namespaces apart. */
    long inode();

    /** By ifindex. */
    List<NetDevice> devices();

    /** {@code dev_get_by_name}: the device or {@code null}. */
    NetDevice deviceByName(String name);

    /** True if some device of this namespace that is up has the address. */
    boolean isLocal(IpAddress address);

    /** True while somebody listens on this stream port, on whatever address ({@code /proc/net/tcp}, state 0A). */
    boolean isListening(int port);
}
