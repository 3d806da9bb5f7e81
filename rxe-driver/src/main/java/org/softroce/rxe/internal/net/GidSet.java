package org.softroce.rxe.internal.net;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.softroce.kernel.net.InterfaceAddress;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Ipv4Header;
import org.softroce.roce.Ipv6Header;

/**
 * The addresses of a net device in a form that a packet can be compared with, allocating nothing.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_recv.c#rxe_chk_dgid
 */
public final class GidSet {
    private static final ValueLayout.OfInt BE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong BE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final long[] words;

    private GidSet(long[] words) {
        this.words = words;
    }

    /** The addresses as they are now. */
    public static GidSet of(NetDevice device) {
        List<InterfaceAddress> addresses = device.addresses();
        long[] words = new long[addresses.size() * 2];
        for (int i = 0; i < addresses.size(); i++) {
            IpAddress address = addresses.get(i).address();
            words[2 * i] = address.high();
            words[2 * i + 1] = address.low();
        }
        return new GidSet(words);
    }

    /** Whether the packet is for one of them. */
    public boolean isDestinationOf(SkBuff skb) {
        MemorySegment data = skb.data();
        int ip = skb.network();
        if (Ipv4Header.version(data, ip) == 4) {
            return contains(0, 0xffff_0000_0000L | data.get(BE32, ip + Ipv4Header.DESTINATION) & 0xffff_ffffL);
        }
        return contains(data.get(BE64, ip + Ipv6Header.DESTINATION), data.get(BE64, ip + Ipv6Header.DESTINATION + 8L));
    }

    private boolean contains(long high, long low) {
        long[] w = words;
        for (int i = 0; i < w.length; i += 2) {
            if (w[i + 1] == low && w[i] == high) {
                return true;
            }
        }
        return false;
    }
}
