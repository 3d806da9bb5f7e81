package org.softroce.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.rdma.IbQpAttrMask;
import org.softroce.uapi.rdma.IbQpState;
import org.softroce.uapi.rdma.IbQpType;

/** Every cell of the table against a copy in words. */
class QpStateTableTest {

    /** From, to, types: required / optional. What is not here is illegal, but X to RESET and X to ERR. */
    private static final String[] LEGAL = {
        "RESET INIT UD: PKEY_INDEX PORT QKEY /",
        "RESET INIT UC RC: PKEY_INDEX PORT ACCESS_FLAGS /",
        "RESET INIT GSI: PKEY_INDEX QKEY /",
        "INIT INIT UD: / PKEY_INDEX PORT QKEY",
        "INIT INIT UC RC: / PKEY_INDEX PORT ACCESS_FLAGS",
        "INIT INIT GSI: / PKEY_INDEX QKEY",
        "INIT RTR UD GSI: / PKEY_INDEX QKEY",
        "INIT RTR UC: AV PATH_MTU DEST_QPN RQ_PSN / ALT_PATH ACCESS_FLAGS PKEY_INDEX",
        "INIT RTR RC: AV PATH_MTU DEST_QPN RQ_PSN MAX_DEST_RD_ATOMIC MIN_RNR_TIMER"
            + " / ALT_PATH ACCESS_FLAGS PKEY_INDEX",
        "RTR RTS UD GSI: SQ_PSN / CUR_STATE QKEY",
        "RTR RTS UC: SQ_PSN / CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE",
        "RTR RTS RC: TIMEOUT RETRY_CNT RNR_RETRY SQ_PSN MAX_QP_RD_ATOMIC"
            + " / CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE",
        "RTS RTS UD GSI: / CUR_STATE QKEY",
        "RTS RTS UC: / CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE",
        "RTS RTS RC: / CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE MIN_RNR_TIMER",
        "RTS SQD UD UC RC GSI: / EN_SQD_ASYNC_NOTIFY",
        "SQD RTS UD GSI: / CUR_STATE QKEY",
        "SQD RTS UC: / CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE",
        "SQD RTS RC: / CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE",
        "SQD SQD UD GSI: / PKEY_INDEX QKEY",
        "SQD SQD UC: / AV ALT_PATH ACCESS_FLAGS PKEY_INDEX PATH_MIG_STATE",
        "SQD SQD RC: / PORT AV TIMEOUT RETRY_CNT RNR_RETRY MAX_QP_RD_ATOMIC MAX_DEST_RD_ATOMIC ALT_PATH"
            + " ACCESS_FLAGS PKEY_INDEX MIN_RNR_TIMER PATH_MIG_STATE",
        "SQE RTS UD GSI: / CUR_STATE QKEY",
        "SQE RTS UC: / CUR_STATE ACCESS_FLAGS",
    };
    private static final IbQpType[] TYPES = {IbQpType.RC, IbQpType.UC, IbQpType.UD, IbQpType.GSI};

    private static int mask(String words) throws ReflectiveOperationException {
        int mask = 0;
        for (String word : words.strip().split(" ")) {
            mask |= word.isEmpty() ? 0 : IbQpAttrMask.class.getField(word).getInt(null);
        }
        return mask;
    }

    private static TreeMap<String, QpStateTable.Transition> expected() throws ReflectiveOperationException {
        TreeMap<String, QpStateTable.Transition> table = new TreeMap<>();
        QpStateTable.Transition plain = new QpStateTable.Transition(0, 0);
        for (IbQpState from : IbQpState.values()) {
            for (IbQpType type : TYPES) {
                table.put(from + " RESET " + type, plain);
                if (from != IbQpState.RESET) {
                    table.put(from + " ERR " + type, plain);
                }
            }
        }
        for (String line : LEGAL) {
            String[] words = line.substring(0, line.indexOf(':')).split(" ");
            String[] masks = line.substring(line.indexOf(':') + 1).split("/", -1);
            for (int i = 2; i < words.length; i++) {
                table.put(words[0] + " " + words[1] + " " + words[i],
                        new QpStateTable.Transition(mask(masks[0]), mask(masks[1])));
            }
        }
        return table;
    }

    @Test
    void everyCell() throws ReflectiveOperationException {
        TreeMap<String, QpStateTable.Transition> expected = expected();
        TreeMap<String, QpStateTable.Transition> actual = new TreeMap<>();
        for (IbQpState from : IbQpState.values()) {
            for (IbQpState to : IbQpState.values()) {
                for (IbQpType type : TYPES) {
                    QpStateTable.Transition cell = QpStateTable.find(from, to, type);
                    if (cell != null) {
                        actual.put(from + " " + to + " " + type, cell);
                    }
                }
            }
        }
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void connectionsOfOtherTypesHaveNoTransitions() {
        List<QpStateTable.Transition> found = new ArrayList<>();
        for (IbQpState from : IbQpState.values()) {
            found.add(QpStateTable.find(from, IbQpState.RESET, IbQpType.RAW_PACKET));
        }
        assertThat(found).containsOnlyNulls();
    }
}
