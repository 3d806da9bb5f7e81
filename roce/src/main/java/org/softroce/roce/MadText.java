package org.softroce.roce;

import java.lang.foreign.MemorySegment;

/**
 * Names the management datagrams on QP 1, above all those of connection management (IBA 12.6, 13.4).
 *
 * @mirrors drivers/infiniband/core/cm_msgs.h
 */
final class MadText {
    private static final int HEADER_BYTES = 24;
    private static final int CLASS = 1;
    private static final int METHOD = 3;
    private static final int ATTRIBUTE = 16;
    private static final int CLASS_CM = 0x07;
    private static final int FIRST_CM_ATTRIBUTE = 0x10;
    private static final String[] CM_MESSAGES = {
        "REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP", "SIDR REQ", "SIDR REP", "LAP", "APR"};

    private MadText() {
    }

    static void append(StringBuilder text, MemorySegment s, long mad, long length) {
        if (length < HEADER_BYTES) {
            return;
        }
        int managementClass = Be.u8(s, mad + CLASS);
        int attribute = Be.u16(s, mad + ATTRIBUTE);
        int message = attribute - FIRST_CM_ATTRIBUTE;
        if (managementClass == CLASS_CM && message >= 0 && message < CM_MESSAGES.length) {
            text.append(", CM ").append(CM_MESSAGES[message]);
        } else {
            text.append(String.format(", MAD class 0x%02x method 0x%02x attribute 0x%04x", managementClass,
                    Be.u8(s, mad + METHOD), attribute));
        }
    }
}
