package org.softroce.rxe.internal.stat;

/**
 * The port counters of rxe, in the order of the kernel and with its names.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_hw_counters.c#rxe_counter_descs
 */
public enum RxeCounter {
    SENT_PKTS("sent_pkts"),
    RCVD_PKTS("rcvd_pkts"),
    DUP_REQ("duplicate_request"),
    OUT_OF_SEQ_REQ("out_of_seq_request"),
    RCV_RNR("rcvd_rnr_err"),
    SND_RNR("send_rnr_err"),
    RCV_SEQ_ERR("rcvd_seq_err"),
    SENDER_SCHED("ack_deferred"),
    RETRY_EXCEEDED("retry_exceeded_err"),
    RNR_RETRY_EXCEEDED("retry_rnr_exceeded_err"),
    COMP_RETRY("completer_retry_err"),
    SEND_ERR("send_err"),
    LINK_DOWNED("link_downed"),
    RDMA_SEND("rdma_sends"),
    RDMA_RECV("rdma_recvs");

    /** How many there are. */
    public static final int COUNT = values().length;

    private final String label;

    RxeCounter(String label) {
        this.label = label;
    }

    /** The file name below {@code hw_counters}. */
    public String label() {
        return label;
    }

    /** All names, in order. */
    public static String[] labels() {
        RxeCounter[] all = values();
        String[] labels = new String[all.length];
        for (int i = 0; i < all.length; i++) {
            labels[i] = all[i].label;
        }
        return labels;
    }
}
