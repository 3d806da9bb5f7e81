package org.softroce.providers.rxe.internal;

import java.lang.foreign.MemorySegment;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.CmdHdr;
import org.softroce.uapi.rdma.IbUserVerbs.PostSend;
import org.softroce.uapi.rdma.IbUserVerbs.PostSendResp;
import org.softroce.uapi.rxe.RdmaUserRxe;

/**
 * The only {@code write} on a device file: POST_SEND without a work request, 32 bytes, built once for a QP.
 *
 * @mirrors providers/rxe/rxe.c#post_send_db
 */
final class Doorbell {
    private static final int WORD = 4;
    private static final int BYTES = CmdHdr.SIZE + PostSend.SIZE;
    /** {@code sizeof(struct ibv_send_wr)}; the kernel wants at least its own 56. */
    private static final int WQE_SIZE = 128;

    private final Task task;
    private final int cmdFd;
    private final MemorySegment memory;
    private final MemorySegment command;

    Doorbell(Task task, int cmdFd, int qpHandle) {
        this.task = task;
        this.cmdFd = cmdFd;
        memory = task.memory().allocate(BYTES + PostSendResp.SIZE, Long.BYTES);
        command = memory.asSlice(0, BYTES);
        command.set(RdmaUserRxe.U32, CmdHdr.COMMAND, IbUserVerbs.IB_USER_VERBS_CMD_POST_SEND);
        command.set(RdmaUserRxe.U16, CmdHdr.IN_WORDS, (short) (BYTES / WORD));
        command.set(RdmaUserRxe.U16, CmdHdr.OUT_WORDS, (short) (PostSendResp.SIZE / WORD));
        command.set(RdmaUserRxe.U64, CmdHdr.SIZE + PostSend.RESPONSE, memory.address() + BYTES);
        command.set(RdmaUserRxe.U32, CmdHdr.SIZE + PostSend.QP_HANDLE, qpHandle);
        command.set(RdmaUserRxe.U32, CmdHdr.SIZE + PostSend.WQE_SIZE, WQE_SIZE);
    }

    void ring() {
        task.write(cmdFd, command);
    }

    void free() {
        task.memory().free(memory);
    }
}
