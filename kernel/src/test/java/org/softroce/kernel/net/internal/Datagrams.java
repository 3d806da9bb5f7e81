package org.softroce.kernel.net.internal;

import java.nio.ByteBuffer;
import org.softroce.kernel.net.IpAddress;
import org.softroce.kernel.net.MacAddress;
import org.softroce.kernel.net.NetDevice;
import org.softroce.kernel.net.SkBuff;
import org.softroce.kernel.net.Softnet;

/** Makes the frames that tests send. */
final class Datagrams {

    static final int PORT = 4791;

    private Datagrams() { }

    /** A whole frame with a UDP datagram; {@code value} is its payload, padded to {@code payload} bytes. */
    static SkBuff udp(Softnet softnet, MacAddress to, MacAddress from, IpAddress source, IpAddress destination,
            int payload, long value) {
        SkBuff skb = softnet.alloc();
        ByteBuffer bytes = skb.view();
        bytes.clear();
        int at = SkBuff.HEAD;
        bytes.putShort(at, (short) (to.value() >>> 32)).putInt(at + 2, (int) to.value());
        bytes.putShort(at + 6, (short) (from.value() >>> 32)).putInt(at + 8, (int) from.value());
        boolean four = destination.isIpv4();
        bytes.putShort(at + 12, (short) (four ? 0x0800 : 0x86dd));
        int ip = at + 14;
        int udp = ip + (four ? 20 : 40);
        if (four) {
            bytes.putShort(ip, (short) 0x4500).putShort(ip + 2, (short) (28 + payload)).putInt(ip + 4, 0x4000);
            bytes.putShort(ip + 8, (short) 0x4011).putShort(ip + 10, (short) 0);
            bytes.putInt(ip + 12, source.ipv4()).putInt(ip + 16, destination.ipv4());
        } else {
            bytes.putInt(ip, 0x6000_0000).putShort(ip + 4, (short) (8 + payload)).putShort(ip + 6, (short) 0x1140);
            bytes.putLong(ip + 8, source.high()).putLong(ip + 16, source.low());
            bytes.putLong(ip + 24, destination.high()).putLong(ip + 32, destination.low());
        }
        bytes.putShort(udp, (short) 0xc000).putShort(udp + 2, (short) PORT).putShort(udp + 4, (short) (8 + payload))
                .putShort(udp + 6, (short) 0);
        if (payload >= 8) {
            bytes.putLong(udp + 8, value);
        }
        skb.setEnd(udp + 8 + payload);
        return skb;
    }

    /** Sends one datagram from the device's first address of the family; what {@code xmit} said. */
    static boolean send(NetStack net, NetDevice device, IpAddress destination, int payload, long value) {
        IpAddress source = device.addresses().stream().map(a -> a.address())
                .filter(a -> a.isIpv4() == destination.isIpv4()).findFirst().orElse(IpAddress.ANY);
        Softnet softnet = net.softnet();
        boolean sent = device.xmit(udp(softnet, device.resolve(destination), device.address(), source, destination,
                payload, value));
        softnet.process();
        return sent;
    }

    /** Payload's first eight bytes. */
    static long value(SkBuff skb) {
        return Frame.i64(skb.data(), skb.transport() + 8);
    }
}
