package org.softroce.kernel.net.internal;

import org.softroce.kernel.net.InterfaceAddress;

/**
 * The addresses of a namespace that are up, as a hash table that frames are looked up in; immutable once published.
 *
 * @mirrors net/ipv4/devinet.c#inet_addr_lst
 */
final class LocalAddresses {

    static final LocalAddresses NONE = new LocalAddresses(new Device[0]);
    private static final long V4_MAPPED = 0x0000_ffff_0000_0000L;

    private final long[] high;
    private final long[] low;
    private final boolean[] used;
    private final int mask;
    private final boolean loopbackNetwork;

    LocalAddresses(Device[] devices) {
        int count = 0;
        for (Device device : devices) {
            count += device.state().up() ? device.state().addresses().size() : 0;
        }
        int size = Integer.highestOneBit(count * 2 + 1) * 2;
        high = new long[size];
        low = new long[size];
        used = new boolean[size];
        mask = size - 1;
        boolean loopback = false;
        for (Device device : devices) {
            DeviceState state = device.state();
            if (!state.up()) {
                continue;
            }
            for (InterfaceAddress address : state.addresses()) {
                put(address.address().high(), address.address().low());
                loopback |= address.address().isIpv4() && address.address().isLoopback();
            }
        }
        loopbackNetwork = loopback;
    }

    boolean contains(long addressHigh, long addressLow) {
        if (loopbackNetwork && addressHigh == 0 && addressLow >>> 24 == (V4_MAPPED >>> 24 | 127)) {
            return true;
        }
        int i = slot(addressHigh, addressLow);
        while (used[i]) {
            if (high[i] == addressHigh && low[i] == addressLow) {
                return true;
            }
            i = (i + 1) & mask;
        }
        return false;
    }

    boolean containsIpv4(int address) {
        return contains(0, V4_MAPPED | Integer.toUnsignedLong(address));
    }

    private void put(long addressHigh, long addressLow) {
        int i = slot(addressHigh, addressLow);
        while (used[i]) {
            i = (i + 1) & mask;
        }
        used[i] = true;
        high[i] = addressHigh;
        low[i] = addressLow;
    }

    private int slot(long addressHigh, long addressLow) {
        long hash = (addressHigh ^ addressLow) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (hash >>> 32) & mask;
    }
}
