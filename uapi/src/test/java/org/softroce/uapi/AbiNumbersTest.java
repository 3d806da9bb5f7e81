package org.softroce.uapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.rdma.IbUserIoctlCmds;
import org.softroce.uapi.rdma.IbUserIoctlVerbs;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.RdmaNetlink;
import org.softroce.uapi.rdma.RdmaUserIoctl;
import org.softroce.uapi.rxe.RdmaUserRxe;

/** Every offset, size and id against what a C compiler says about the headers. */
class AbiNumbersTest {
    private static final Set<String> NOT_IN_LIST = Set.of("RDMA_VERBS_IOCTL", "UVERBS_ATTR_F_MANDATORY",
        "UVERBS_ATTR_F_VALID_OUTPUT", "IB_USER_VERBS_ABI_VERSION", "IB_USER_VERBS_CMD_THRESHOLD",
        "IB_USER_VERBS_CMD_COMMAND_MASK", "IB_USER_VERBS_CMD_FLAG_EXTENDED", "IB_DEVICE_NAME_MAX",
        "NETWORK_TYPE_IPV4", "NETWORK_TYPE_IPV6");

    @Test
    void everyNumberIsTheOneOfTheCHeaders() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (String line : lines()) {
            String[] nameAndValue = line.split(" ");
            int actual = field(nameAndValue[0]).getInt(null);
            if (actual != (int) Long.parseLong(nameAndValue[1])) {
                wrong.add(line + " but is " + actual);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(lines()).hasSizeGreaterThan(900);
    }

    @Test
    void noNumberIsWithoutItsCounterpart() throws Exception {
        Set<String> pinned = new HashSet<>();
        for (String line : lines()) {
            pinned.add(line.substring(line.indexOf('.') + 1, line.indexOf(' ')));
        }
        List<String> missing = new ArrayList<>();
        for (Class<?> type : List.of(RdmaUserRxe.class, RdmaNetlink.class, IbUserIoctlCmds.class,
            RdmaUserIoctl.class, IbUserIoctlVerbs.class, IbUserVerbs.class)) {
            collect(type, type.getSimpleName(), pinned, missing);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theNumbersThatProgramsMeetFirst() {
        assertThat(RdmaUserIoctl.RDMA_VERBS_IOCTL).isEqualTo(0xC0181B01);
        assertThat(RdmaUserIoctl.IoctlHdr.SIZE).isEqualTo(24);
        assertThat(RdmaUserIoctl.Attr.SIZE).isEqualTo(16);
        assertThat(IbUserVerbs.CmdHdr.SIZE + IbUserVerbs.PostSend.SIZE).isEqualTo(32);
        assertThat(IbUserVerbs.AsyncEventDesc.SIZE).isEqualTo(16);
        assertThat(IbUserVerbs.CompEventDesc.SIZE).isEqualTo(8);
        assertThat(RdmaUserRxe.QueueBuf.PRODUCER_INDEX).isEqualTo(128);
        assertThat(RdmaUserRxe.QueueBuf.CONSUMER_INDEX).isEqualTo(256);
        assertThat(RdmaUserRxe.QueueBuf.DATA).isEqualTo(384);
        assertThat(RdmaNetlink.type(RdmaNetlink.RDMA_NL_NLDEV, RdmaNetlink.RDMA_NLDEV_CMD_GET)).isEqualTo(0x1401);
        assertThat(RdmaNetlink.client(0x1403)).isEqualTo(RdmaNetlink.RDMA_NL_NLDEV);
        assertThat(RdmaNetlink.command(0x1403)).isEqualTo(RdmaNetlink.RDMA_NLDEV_CMD_NEWLINK);
    }

    private static void collect(Class<?> type, String path, Set<String> pinned, List<String> missing) {
        for (Field field : type.getDeclaredFields()) {
            boolean number = field.getType() == int.class && Modifier.isPublic(field.getModifiers());
            if (number && !NOT_IN_LIST.contains(field.getName()) && !pinned.contains(path + "." + field.getName())) {
                missing.add(path + "." + field.getName());
            }
        }
        for (Class<?> nested : type.getDeclaredClasses()) {
            collect(nested, path + "." + nested.getSimpleName(), pinned, missing);
        }
    }

    private static Field field(String path) throws ReflectiveOperationException {
        String[] parts = path.split("\\.");
        StringBuilder type = new StringBuilder("org.softroce.uapi." + parts[0] + "." + parts[1]);
        for (int i = 2; i < parts.length - 1; i++) {
            type.append('$').append(parts[i]);
        }
        return Class.forName(type.toString()).getField(parts[parts.length - 1]);
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = AbiNumbersTest.class.getResourceAsStream("abi-numbers.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }
}
