package org.softroce.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.rdma.IbAccess;
import org.softroce.uapi.rdma.IbEventType;
import org.softroce.uapi.rdma.IbMtu;
import org.softroce.uapi.rdma.IbPortState;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;
import org.softroce.uapi.rdma.IbSendFlags;
import org.softroce.uapi.rdma.IbWcFlags;
import org.softroce.uapi.rdma.IbWcOpcode;
import org.softroce.uapi.rdma.IbWcStatus;
import org.softroce.uapi.rdma.IbWrOpcode;

/** The numbers of the API are the kernel's wherever both have a name for something. */
class NumbersTest {

    @Test
    void enums() throws ReflectiveOperationException {
        same(IbvQpState.class, IbQpState.class, 7);
        same(IbvMtu.class, IbMtu.class, 5);
        same(IbvPortState.class, IbPortState.class, 5);
        same(IbvEventType.class, IbEventType.class, 18);
        same(IbvWcStatus.class, IbWcStatus.class, 20);
        same(IbvWcOpcode.class, IbWcOpcode.class, 10);
        same(IbvWrOpcode.class, IbWrOpcode.class, 10);
        same(IbvQpType.class, IbQpType.class, 5);
    }

    @Test
    void flags() throws ReflectiveOperationException {
        sameConstants(IbvAccess.class, IbAccess.class, 8);
        sameConstants(IbvSendFlags.class, IbSendFlags.class, 4);
        sameConstants(IbvWcFlags.class, IbWcFlags.class, 2);
        sameConstants(IbvQpAttrMask.class, IbQpAttrMask.class, 20);
    }

    @Test
    void numbersFindTheirConstants() {
        for (IbvWcOpcode opcode : IbvWcOpcode.values()) {
            assertThat(IbvWcOpcode.of(opcode.value())).isSameAs(opcode);
        }
        for (IbvWcStatus status : IbvWcStatus.values()) {
            assertThat(status.ordinal()).isEqualTo(status.value());
        }
        for (IbvEventType type : IbvEventType.values()) {
            assertThat(IbvEventType.of(type.value())).isSameAs(type);
        }
    }

    private static void same(Class<? extends Enum<?>> ours, Class<? extends Enum<?>> kernel, int atLeast)
            throws ReflectiveOperationException {
        compare(values(ours), values(kernel), atLeast);
    }

    private static void sameConstants(Class<?> ours, Class<?> kernel, int atLeast) throws ReflectiveOperationException {
        compare(constants(ours), constants(kernel), atLeast);
    }

    private static void compare(Map<String, Integer> ours, Map<String, Integer> kernel, int atLeast) {
        kernel.keySet().retainAll(ours.keySet());
        assertThat(kernel).hasSizeGreaterThanOrEqualTo(atLeast);
        assertThat(ours).containsAllEntriesOf(kernel);
    }

    private static Map<String, Integer> values(Class<? extends Enum<?>> type) throws ReflectiveOperationException {
        Map<String, Integer> values = new TreeMap<>();
        for (Enum<?> constant : type.getEnumConstants()) {
            values.put(constant.name(), (Integer) type.getMethod("value").invoke(constant));
        }
        return values;
    }

    private static Map<String, Integer> constants(Class<?> type) throws ReflectiveOperationException {
        Map<String, Integer> values = new TreeMap<>();
        for (Field field : type.getFields()) {
            if (field.getType() == int.class) {
                values.put(field.getName(), field.getInt(null));
            }
        }
        return values;
    }
}
