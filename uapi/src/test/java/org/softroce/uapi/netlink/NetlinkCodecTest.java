package org.softroce.uapi.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaNetlink;

class NetlinkCodecTest {
    private static final int GET = RdmaNetlink.type(RdmaNetlink.RDMA_NL_NLDEV, RdmaNetlink.RDMA_NLDEV_CMD_GET);

    @Test
    void bytesAreThoseOfTheRealTool() {
        byte[] request = new NlWriter().begin(GET, NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_ACK, 0x0a0b0c0d, 0)
            .putU32(RdmaNetlink.RDMA_NLDEV_ATTR_DEV_INDEX, 3)
            .putString(RdmaNetlink.RDMA_NLDEV_ATTR_DEV_NAME, "rxe0")
            .end().toBytes();
        assertThat(HexFormat.of().formatHex(request)).isEqualTo(
            "24000000" + "0114" + "0500" + "0d0c0b0a" + "00000000"
                + "0800" + "0100" + "03000000"
                + "0900" + "0200" + "7278653000" + "000000");
    }

    @Test
    void everyTypeComesBack() {
        NlWriter writer = new NlWriter().begin(GET, 0, 1, 77);
        int table = writer.beginNested(16);
        int entry = writer.beginNested(17);
        writer.putString(18, "qp").putU64(19, 0x1122334455667788L).endNested(entry).endNested(table);
        writer.putU8(1, 0xfe).putU16(2, 0xfffe).putU32(3, -2).putBinary(4, new byte[] {1, 2, 3}).putFlag(5);
        byte[] datagram = writer.end().done(1, 77).toBytes();

        NlReader reader = new NlReader(datagram);
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(GET);
        assertThat(reader.seq()).isEqualTo(1);
        assertThat(reader.port()).isEqualTo(77);
        NlAttrs attrs = reader.attrs(0);
        assertThat(attrs.nested(16).nested(17).string(18)).isEqualTo("qp");
        assertThat(attrs.nested(16).nested(17).u64(19)).isEqualTo(0x1122334455667788L);
        assertThat(attrs.u8(1)).isEqualTo(0xfe);
        assertThat(attrs.u16(2)).isEqualTo(0xfffe);
        assertThat(attrs.u32(3)).isEqualTo(-2);
        assertThat(attrs.get(4).binary()).containsExactly(1, 2, 3);
        assertThat(attrs.has(5)).isTrue();
        assertThat(attrs.u32(6, 42)).isEqualTo(42);
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(NlMsg.NLMSG_DONE);
        assertThat(reader.flags()).isEqualTo(NlMsg.NLM_F_MULTI);
        assertThat(reader.errno()).isZero();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void acknowledgementsAreLinuxs() {
        NlReader request = new NlReader(new NlWriter().begin(GET, NlMsg.NLM_F_REQUEST | NlMsg.NLM_F_ACK, 9, 0)
            .putU32(1, 3).end().toBytes());
        request.next();

        NlReader success = answer(new NlWriter().ack(request, 5, null, null, false));
        assertThat(success.length()).isEqualTo(36);
        assertThat(success.flags()).isEqualTo(NlMsg.NLM_F_CAPPED);
        assertThat(success.errno()).isZero();
        assertThat(success.seq()).isEqualTo(9);

        NlReader failure = answer(new NlWriter().ack(request, 5, Errno.ENODEV, "no such device: 3", false));
        assertThat(failure.errno()).isEqualTo(19);
        assertThat(failure.flags()).isEqualTo(NlMsg.NLM_F_ACK_TLVS);
        assertThat(failure.errorText()).isEqualTo("no such device: 3");

        NlReader capped = answer(new NlWriter().ack(request, 5, Errno.EINVAL, "text", true));
        assertThat(capped.flags()).isEqualTo(NlMsg.NLM_F_CAPPED | NlMsg.NLM_F_ACK_TLVS);
        assertThat(capped.errorText()).isEqualTo("text");
        assertThat(answer(new NlWriter().ack(request, 5, Errno.EINVAL, null, true)).errorText()).isNull();
    }

    @Test
    void cancelledMessagesLeaveNothing() {
        NlWriter writer = new NlWriter().begin(GET, 0, 1, 0).putU32(1, -1).cancel();
        writer.begin(GET, 0, 2, 0);
        int nest = writer.beginNested(16);
        writer.putU32(1, -1).cancelNested(nest).putU8(2, 1).end();
        assertThat(HexFormat.of().formatHex(writer.toBytes())).endsWith("0500020001000000").hasSize(48);
    }

    @Test
    void attributesThatDoNotFitAreRefused() {
        byte[] datagram = new NlWriter().begin(GET, 0, 1, 0).putU32(1, 3).end().toBytes();
        datagram[16] = 12;
        NlReader reader = new NlReader(datagram);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(() -> reader.attrs(0)).isInstanceOf(ErrnoException.class).hasMessageContaining("12");
        datagram[16] = 5;
        assertThatThrownBy(() -> reader.attrs(0).u32(1)).isInstanceOf(ErrnoException.class)
            .hasMessageContaining("1 bytes, 4 are needed");
        assertThatThrownBy(() -> reader.attrs(0).u32(2)).isInstanceOf(ErrnoException.class)
            .hasMessageContaining("2 is missing");
    }

    @Test
    void anyBytesAreReadOrRefusedButNeverCrash() {
        Random random = new Random(20);
        for (int i = 0; i < 20_000; i++) {
            byte[] datagram = new byte[random.nextInt(96)];
            random.nextBytes(datagram);
            if (datagram.length > 20) {
                Arrays.fill(datagram, 1, 4, (byte) 0);
                datagram[17] = 0;
            }
            readAll(new NlReader(datagram));
        }
    }

    private static void readAll(NlReader reader) {
        while (reader.next()) {
            try {
                for (NlAttr attr : reader.attrs(familyHeader(reader))) {
                    assertThat(attr.binary()).hasSize(attr.length());
                    attr.string();
                    attr.nested();
                }
                reader.errorText();
            } catch (ErrnoException refused) {
                assertThat(refused.errno()).isSameAs(Errno.EINVAL);
            }
        }
    }

    private static int familyHeader(NlReader reader) {
        return reader.seq() & 0x1f;
    }

    private static NlReader answer(NlWriter writer) {
        NlReader reader = new NlReader(writer.toBytes());
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(NlMsg.NLMSG_ERROR);
        assertThat(reader.port()).isEqualTo(5);
        return reader;
    }

    /** Whatever is written when the buffer has to grow arrives, for every kind and every place of the boundary. */
    @Test
    void theBufferGrowsUnderEveryKindOfValue() {
        for (int before = 0; before < 600; before += 4) {
            NlWriter writer = new NlWriter().begin(20, 0, 1, 2).putBinary(1, new byte[before]);
            byte[] datagram = writer.putU8(2, 0x12).putU16(3, 0x1234).putU32(4, 0x12345678)
                    .putU64(5, 0x123456789abcdef0L).putString(6, "text").putBinary(7, (byte) 7, (byte) 8)
                    .rawU32(0x00080008).rawU32(0x0b0b0b0b).end().toBytes();
            NlReader reader = new NlReader(datagram);
            assertThat(reader.next()).isTrue();
            NlAttrs attrs = reader.attrs(0);
            assertThat(attrs.u8(2)).isEqualTo(0x12);
            assertThat(attrs.u16(3)).isEqualTo(0x1234);
            assertThat(attrs.u32(4)).isEqualTo(0x12345678);
            assertThat(attrs.u64(5)).isEqualTo(0x123456789abcdef0L);
            assertThat(attrs.string(6)).isEqualTo("text");
            assertThat(attrs.get(7).binary()).containsExactly(7, 8);
            assertThat(attrs.u32(8)).isEqualTo(0x0b0b0b0b);
        }
    }
}
