package org.softroce.kernel.net.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.NetNamespace;

/**
 * A network namespace: devices by ifindex and the local addresses; changed under the configuration lock only.
 *
 * @mirrors net/core/net_namespace.c
 */
final class Namespace implements NetNamespace {

    private final String name;
    private final long inode;
    private final StreamPorts ports = new StreamPorts();
    private volatile Device[] devices = new Device[0];
    private volatile LocalAddresses local = LocalAddresses.NONE;
    private volatile boolean alive = true;

    Namespace(String name, long inode) {
        this.name = name;
        this.inode = inode;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long inode() {
        return inode;
    }

    @Override
    public List<NetDevice> devices() {
        return List.of(devices);
    }

    @Override
    public NetDevice deviceByName(String wanted) {
        for (Device device : devices) {
            if (device.name().equals(wanted)) {
                return device;
            }
        }
        return null;
    }

    @Override
    public boolean isLocal(IpAddress address) {
        return local.contains(address.high(), address.low());
    }

    @Override
    public boolean isListening(int port) {
        return ports.isListening(port);
    }

    StreamPorts ports() {
        return ports;
    }

    boolean isAlive() {
        return alive;
    }

    void die() {
        alive = false;
    }

    Device[] members() {
        return devices;
    }

    LocalAddresses local() {
        return local;
    }

    void add(Device device) {
        List<Device> all = new ArrayList<>(Arrays.asList(devices));
        all.add(device);
        all.sort(Comparator.comparingInt(Device::ifindex));
        devices = all.toArray(Device[]::new);
        addressesChanged();
    }

    void remove(Device device) {
        List<Device> all = new ArrayList<>(Arrays.asList(devices));
        all.remove(device);
        devices = all.toArray(Device[]::new);
        addressesChanged();
    }

    /** To be called after each change of an address or of an "up". */
    void addressesChanged() {
        local = new LocalAddresses(devices);
    }

    /** For texts of errors. */
    String described() {
        return name.isEmpty() ? "the initial namespace" : "namespace " + name;
    }

    /** Names of the devices, for texts of errors. */
    String deviceNames() {
        StringBuilder names = new StringBuilder();
        for (Device device : devices) {
            names.append(names.isEmpty() ? "" : ", ").append(device.name());
        }
        return names.toString();
    }

    @Override
    public String toString() {
        return described();
    }
}
