package org.softroce.uverbs.internal.core;

/**
 * A command of the write interface, as {@code UVERBS_METHOD_INVOKE_WRITE} carries it.
 *
 * @param command       {@code IB_USER_VERBS_CMD_*}, with the flag for extended commands
 * @param name          for messages
 * @param requestBytes  least size of CORE_IN
 * @param responseBytes least size of CORE_OUT
 * @param handler       what it does
 * @mirrors include/rdma/uverbs_ioctl.h#uapi_definition
 */
public record WriteSpec(int command, String name, int requestBytes, int responseBytes, MethodSpec.Handler handler) {
}
