package org.softroce.rxe.internal.qp;

/**
 * Steps of the completer.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_comp.c#comp_state
 */
enum CompState {
    GET_WQE, CHECK_PSN, CHECK_ACK, READ, ATOMIC, WRITE_SEND, COMP_WQE, COMP_ACK, UPDATE_COMP, ERROR_RETRY, RNR_RETRY,
    ERROR, DONE
}
