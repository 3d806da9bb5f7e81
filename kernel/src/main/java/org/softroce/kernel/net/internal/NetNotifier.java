package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.NetDeviceEvent;
import org.softroce.kernel.net.NetDeviceEvent.Type;
import org.softroce.kernel.net.NetDeviceListener;

/**
 * Tells listeners what happens, in order; used under the configuration lock only.
 *
 * @mirrors kernel/notifier.c#raw_notifier_call_chain
 */
final class NetNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(NetNotifier.class);

    private List<NetDeviceListener> listeners = List.of();

    /** A late listener hears of everything there is. */
    void add(NetDeviceListener listener, List<Namespace> namespaces) {
        List<NetDeviceListener> more = new ArrayList<>(listeners);
        more.add(listener);
        listeners = List.copyOf(more);
        for (Namespace namespace : namespaces) {
            for (Device device : namespace.members()) {
                replay(listener, device);
            }
        }
    }

    void remove(NetDeviceListener listener) {
        List<NetDeviceListener> fewer = new ArrayList<>(listeners);
        fewer.remove(listener);
        listeners = List.copyOf(fewer);
    }

    void tell(Type type, Device device) {
        tell(new NetDeviceEvent(type, device, null, null));
    }

    void tell(Type type, Device device, InterfaceAddress address) {
        tell(new NetDeviceEvent(type, device, address, null));
    }

    void tellChange(Type type, Device device, Object previous) {
        tell(new NetDeviceEvent(type, device, null, previous));
    }

    private void tell(NetDeviceEvent event) {
        for (NetDeviceListener listener : listeners) {
            tell(listener, event);
        }
    }

    private static void replay(NetDeviceListener listener, Device device) {
        DeviceState state = device.state();
        tell(listener, new NetDeviceEvent(Type.REGISTER, device, null, null));
        if (state.up()) {
            tell(listener, new NetDeviceEvent(Type.UP, device, null, null));
        }
        for (InterfaceAddress address : state.addresses()) {
            tell(listener, new NetDeviceEvent(Type.ADDRESS_ADDED, device, address, null));
        }
    }

    /** One listener's failure is not the others' trouble. */
    private static void tell(NetDeviceListener listener, NetDeviceEvent event) {
        try {
            listener.netDeviceEvent(event);
        } catch (RuntimeException e) {
            LOG.error("listener {} failed at {} of {}", listener.getClass().getName(), event.type(),
                    event.device().name(), e);
        }
    }
}
