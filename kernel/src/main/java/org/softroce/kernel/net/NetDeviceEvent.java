package org.softroce.kernel.net;

/**
 * One event.
 *
 * @param address only for ADDRESS_ADDED and ADDRESS_REMOVED, else {@code null}
 * @param previous CHANGE_ADDR: the old MacAddress; CHANGE_NAME: the old name
 */
public record NetDeviceEvent(Type type, NetDevice device, InterfaceAddress address, Object previous) {

    /** {@code NETDEV_*} and inetaddr events; CHANGE is a carrier change. A move is UNREGISTER, then REGISTER. */
    public enum Type {
        REGISTER, UNREGISTER, UP, DOWN, CHANGE, CHANGE_MTU, CHANGE_ADDR, CHANGE_NAME,
        ADDRESS_ADDED, ADDRESS_REMOVED
    }
}
