package org.softroce.verbs;

/**
 * Kind of an asynchronous event.
 *
 * @mirrors libibverbs/verbs.h#ibv_event_type
 */
public enum IbvEventType {
    CQ_ERR(0, "CQ error"),
    QP_FATAL(1, "local work queue catastrophic error"),
    QP_REQ_ERR(2, "invalid request local work queue error"),
    QP_ACCESS_ERR(3, "local access violation work queue error"),
    COMM_EST(4, "communication established"),
    SQ_DRAINED(5, "send queue drained"),
    PATH_MIG(6, "path migrated"),
    PATH_MIG_ERR(7, "path migration request error"),
    DEVICE_FATAL(8, "local catastrophic error"),
    PORT_ACTIVE(9, "port active"),
    PORT_ERR(10, "port error"),
    LID_CHANGE(11, "LID change"),
    PKEY_CHANGE(12, "P_Key change"),
    SM_CHANGE(13, "SM change"),
    SRQ_ERR(14, "SRQ catastrophic error"),
    SRQ_LIMIT_REACHED(15, "SRQ limit reached"),
    QP_LAST_WQE_REACHED(16, "last WQE reached"),
    CLIENT_REREGISTER(17, "client reregistration"),
    GID_CHANGE(18, "GID table change"),
    WQ_FATAL(19, "WQ fatal");

    private final int value;
    private final String text;

    IbvEventType(int value, String text) {
        this.value = value;
        this.text = text;
    }

    /** The number of the ABI. */
    public int value() {
        return value;
    }

    /** Words of the real library for it. */
    public String text() {
        return text;
    }

    /** By number. */
    public static IbvEventType of(int value) {
        for (IbvEventType constant : values()) {
            if (constant.value == value) {
                return constant;
            }
        }
        throw new IllegalArgumentException("ibv_event_type has no value " + value);
    }
}
